import type { Context } from '../command.ts';
import { contentOf } from '../files/content.ts';
import { nameOf } from '../files/local-document.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { canonicalJson } from '../../lib/json/json.ts';
import { writeYaml } from '../../lib/yaml/yaml.ts';
import { diffTexts } from './text-diff.ts';
import { readStored } from './stored-documents.ts';
import type { StoredDocument } from './stored-documents.ts';

/**
 * How a local document differs from the catalog: `rewritten` if only its text does (comments, layout). The server has the last word,
 * because it adds defaults to some documents.
 */
export type Difference = {
  local: LocalDocument;
  state: 'new' | 'changed' | 'rewritten' | 'unchanged';
  stored?: StoredDocument;
};

/** The differences of all local documents, and what else the catalog has of their kinds. */
export type Comparison = {
  differences: Difference[];
  others: Pick<StoredDocument, 'resource' | 'id'>[];
};

/** Compares local documents with the catalog, which is read once for each of their kinds. */
export async function compareFolder(
  context: Pick<Context, 'client'>,
  documents: readonly LocalDocument[],
): Promise<Comparison> {
  const missing = new Map(documents.map((document) => [nameOf(document), document]));
  const found = new Map<LocalDocument, Difference>();
  const others: Comparison['others'] = [];
  const resources = [...new Set(documents.map(({ resource }) => resource))];
  for await (const stored of readStored(context, resources)) {
    const name = nameOf(stored);
    const local = missing.get(name);
    if (!local) others.push({ resource: stored.resource, id: stored.id });
    else found.set(local, compare(local, stored));
  }
  const differences = documents.map((local): Difference => {
    return found.get(local) ?? { local, state: 'new' };
  });
  return { differences, others };
}

/** Equal texts are not parsed: an apply that changes nothing is mostly that. */
function compare(local: LocalDocument, stored: StoredDocument): Difference {
  if (local.text === textOf(stored, local.format)) return { local, state: 'unchanged' };
  const isEqual = canonicalJson(contentOf(local)) === canonicalJson(stored.document);
  if (!isEqual) return { local, state: 'changed', stored };
  // The text of a JSON document may have been written again by the server.
  const hasText = local.format === 'yaml' && stored.yaml !== undefined;
  return hasText ? { local, state: 'rewritten', stored } : { local, state: 'unchanged' };
}

/** The text as it was sent; undefined if it was sent in the other format. */
function textOf({ document, yaml, json }: StoredDocument, format: LocalDocument['format']) {
  if (format === 'yaml') return yaml;
  return yaml === undefined ? (json ?? JSON.stringify(document)) : undefined;
}

/** The difference between the catalog and a local document for people, with a head as `git diff` writes it. */
export function describeDifference({ local, stored, state }: Difference): string {
  if (state === 'unchanged') return '';
  const [before, after] = textsOf(local, stored);
  const head = `--- ${stored ? `catalog/${nameOf(local)}` : '/dev/null'}\n+++ ${local.file}\n`;
  return `${head}${diffTexts(before, after)}`;
}

/** Both texts in one form: as they were sent if both are YAML, otherwise written as YAML. */
function textsOf(local: LocalDocument, stored: StoredDocument | undefined): [string, string] {
  if (local.format === 'yaml' && (!stored || stored.yaml !== undefined))
    return [stored?.yaml ?? '', local.text];
  return [stored ? writeYaml(stored.document) : '', writeYaml(contentOf(local))];
}
