import { refuse } from '../domain/errors.ts';
import type { DocumentKind } from '../domain/kinds/kind.ts';
import { countWrittenMembers, inspectJson, isObject } from '../lib/json.ts';
import type { JsonObject } from '../lib/json.ts';
import { withMembers, withoutMembers } from '../lib/json-text.ts';
import { parseYaml, writeYaml } from '../lib/yaml.ts';
import type { YamlProblem } from '../lib/yaml.ts';
import type { RawBody } from './route.ts';

const maximumDepth = 64;

/** A parsed document with the texts that are stored; `rewritten` when they are not what was sent. */
export type ParsedDocument = {
  document: JsonObject;
  body: string;
  source: string | undefined;
  rewritten: boolean;
};

/** What of a kind matters for the text that is stored. */
type DocumentForm = Pick<DocumentKind, 'idMember' | 'canonicalId' | 'serverMembers' | 'defaults'>;

/**
 * Parses a document and makes it carry the id of its path. The texts are kept byte for byte, except that a
 * missing id is filled in, of duplicate JSON members the last one stays, and what the server answers for is left
 * out. Refuses what is no JSON or YAML object, too deep, or holds text that cannot be stored.
 */
export async function parseDocument(
  raw: RawBody,
  id: string,
  form: DocumentForm = {},
): Promise<ParsedDocument> {
  const { json, document, hasDuplicates } = await parseObject(raw);
  const changes = changesOf(document, id, form);
  const rewritten = changes !== undefined || hasDuplicates;
  const complete = changes ? changed(document, changes) : document;
  const source = rewritten ? () => writeYaml(complete) : () => raw.text;
  return {
    document: complete,
    body: hasDuplicates ? JSON.stringify(complete) : changes ? changedText(json, changes) : json,
    source: raw.format === 'yaml' ? source() : undefined,
    rewritten,
  };
}

/** Parses a body that must be an object; refuses like `parseDocument`. `json` is its text as JSON. */
export async function parseObject(
  raw: RawBody,
): Promise<{ json: string; document: JsonObject; hasDuplicates: boolean }> {
  const json = raw.format === 'yaml' ? await yamlToJson(raw.text) : raw.text;
  const { document, members } = checkDocument(parseJson(json));
  const hasDuplicates = raw.format === 'json' && countWrittenMembers(json) !== members;
  return { json, document, hasDuplicates };
}

/** Members that are dropped, and members that are set (and dropped before). */
type Changes = { drop: string[]; set: JsonObject };

function changesOf(document: JsonObject, id: string, form: DocumentForm): Changes | undefined {
  const set = { ...idToSet(document, id, form), ...defaultsToSet(document, form) };
  const names = [...(form.serverMembers ?? []), ...Object.keys(set)];
  const drop = names.filter((name) => Object.hasOwn(document, name));
  return drop.length + Object.keys(set).length === 0 ? undefined : { drop, set };
}

function idToSet(
  document: JsonObject,
  id: string,
  { idMember = 'id', canonicalId }: DocumentForm,
): JsonObject {
  const given = document[idMember] ?? undefined;
  if (given === id) return {};
  assertSameId(canonicalId && typeof given === 'string' ? canonicalId(given) : given, id);
  return { [idMember]: id };
}

function defaultsToSet(document: JsonObject, { defaults = {} }: DocumentForm): JsonObject {
  const missing = Object.entries(defaults).filter(([name]) => (document[name] ?? null) === null);
  return Object.fromEntries(missing);
}

function changed(document: JsonObject, { drop, set }: Changes): JsonObject {
  const kept = Object.entries(document).filter(([name]) => !drop.includes(name));
  return Object.fromEntries([...kept, ...Object.entries(set)]);
}

function changedText(json: string, { drop, set }: Changes): string {
  const texts = Object.entries(set).map(([name, value]) => [name, JSON.stringify(value)]);
  return withMembers(
    withoutMembers(json, drop),
    Object.fromEntries(texts) as Record<string, string>,
  );
}

function assertSameId(given: unknown, id: string): void {
  if (given === undefined || given === id) return;
  refuse(
    'id_mismatch',
    `The body's id ${JSON.stringify(given)} differs from the id '${id}' in the path.`,
  );
}

function checkDocument(value: unknown): { document: JsonObject; members: number } {
  if (!isObject(value)) return refuse('invalid_body', 'The body must be an object.');
  const { tooDeep, members, unstorableAt } = inspectJson(value, maximumDepth);
  if (tooDeep)
    refuse('invalid_body', `The body nests objects and arrays deeper than ${maximumDepth}.`);
  if (unstorableAt) {
    const message =
      'must not contain NUL characters or halves of surrogate pairs, which cannot be stored';
    refuse('invalid_text', `${unstorableAt} ${message}.`, {
      violations: [{ field: unstorableAt, message }],
    });
  }
  return { document: value as JsonObject, members };
}

/** Parses JSON or refuses with where it breaks. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = /position (\d+)/.exec((error as Error).message)?.[1];
    const at = where === undefined ? ' at its end' : ` at ${lineAndColumn(text, Number(where))}`;
    return refuse('malformed_body', `The body is no valid JSON: it breaks${at}.`);
  }
}

function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** JSON text of YAML that came from outside; refuses what is no YAML or breaks a rule. */
export async function yamlToJson(text: string): Promise<string> {
  const answer = await parseYaml(text);
  return answer.problem ? refuseYaml(answer.problem) : answer.json;
}

/** YAML that parses but breaks a rule is 422, YAML that does not parse is 400. */
function refuseYaml({ message, breaksRule, line, column }: YamlProblem): never {
  const at = line === undefined ? '' : ` at line ${line}, column ${column}`;
  const extra = line === undefined ? {} : { line, column };
  return refuse(
    breaksRule ? 'invalid_body' : 'malformed_body',
    `The body is no acceptable YAML: ${message}${at}.`,
    { extra },
  );
}
