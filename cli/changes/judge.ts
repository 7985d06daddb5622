import type { Context } from '../command.ts';
import { contentOf } from '../files/content.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { ApiError } from '../http/api-error.ts';
import { apiPath } from '../http/api-path.ts';
import { isObject } from '../../lib/json/json.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Candidate } from './candidates.ts';
import { locateChanges } from './locate-changes.ts';
import type { Impact, Preview, Verdict } from './verdict.ts';

/** Errors that say that a text is wrong, and not the request. */
const aboutText = new Set([400, 413, 415, 422]);

/** Asks the catalog what a candidate would change for its consumers; undefined if it changes nothing there. */
export async function judge(
  { client }: Pick<Context, 'client'>,
  candidate: Candidate,
): Promise<Verdict | undefined> {
  const { document, wrong: wrongText, resource, id, file } = candidate;
  const head = { resource, id, file, lines: {} };
  if (wrongText) {
    const { code, message, line } = wrongText;
    return {
      ...head,
      lines: { '': line },
      state: 'invalid',
      impact: 'none',
      error: { code, message },
    };
  }
  try {
    return document
      ? await judgeChange(client(), candidate, document)
      : await judgeRemoval(client(), candidate);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return document && { ...head, state: 'new', impact: 'none' };
    if (!aboutText.has(error.status)) throw error;
    const { code, detail: message, violations } = error.problem;
    const wrong = { code, message, ...(violations && { violations }) };
    return {
      ...head,
      lines: lineOfProblem(document),
      state: 'invalid',
      impact: 'none',
      error: wrong,
    };
  }
}

/** The line at which YAML ends to be YAML; a text that can be read has none. */
function lineOfProblem(document: LocalDocument | undefined): Record<string, number> {
  if (document?.format !== 'yaml') return {};
  const line = parseYaml(document.text).problem?.line;
  return line === undefined ? {} : { '': document.line + line - 1 };
}

type Client = ReturnType<Context['client']>;

async function judgeChange(
  client: Client,
  { resource, id, file }: Candidate,
  document: LocalDocument,
): Promise<Verdict> {
  const preview = await client.send<Preview>({
    method: 'POST',
    path: apiPath`/api/${resource}/${id}/changes`,
    body: document.text,
    contentType: `application/${document.format}`,
  });
  const { impact, changes } = preview;
  const lines = locateChanges(
    document,
    contentOf(document),
    changes.map((change) => change.path),
  );
  return { resource, id, file, state: 'changed', impact, lines, preview };
}

/** Whoever uses the document is hit, as if it promised nothing any more. */
async function judgeRemoval(client: Client, { resource, id, file }: Candidate): Promise<Verdict> {
  const stored = await client.get<JsonObject>(apiPath`/api/${resource}/${id}`);
  const preview = await client.send<Preview>({
    method: 'POST',
    path: apiPath`/api/${resource}/${id}/changes`,
    json: emptied(stored),
  });
  const { hits, consumers } = preview;
  const isUsed = hits.outputPorts.length + consumers.length > 0;
  const impact: Impact = isUsed ? 'major' : 'minor';
  const change = { path: '', kind: 'removed', impact, rule: 'document-removed' };
  const removal = { ...preview, impact, changes: [change], omitted: 0 };
  return { resource, id, file, state: 'removed', impact, lines: {}, preview: removal };
}

/** The document with everything taken out that somebody can use. */
function emptied(document: JsonObject): JsonObject {
  if (document['kind'] === 'DataProduct') return { ...document, outputPorts: [] };
  if (isObject(document['models'])) return { ...document, models: {} };
  return { ...document, schema: [] };
}
