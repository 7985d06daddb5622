import type { Context } from '../command.ts';
import { rankOf } from '../files/collections.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { readLines } from './read-lines.ts';

/** A document of the catalog: `yaml` or `json` is its text, if it is not written as `document` in one line. */
export type StoredDocument = {
  resource: string;
  id: string;
  document: JsonObject;
  yaml?: string;
  json?: string;
};

/** The documents of collections, in the order of their references. */
export async function* readStored(
  { client }: Pick<Context, 'client'>,
  resources: readonly string[],
): AsyncGenerator<StoredDocument> {
  if (resources.length === 0) return;
  const resource = resources.toSorted((one, other) => rankOf(one) - rankOf(other));
  const answer = await client().open({
    method: 'GET',
    path: '/api/export',
    query: { resource, format: 'ndjson' },
  });
  for await (const line of readLines(answer)) {
    if (line !== '') yield JSON.parse(line) as StoredDocument;
  }
}
