import type { Command } from '../command.ts';
import { apiPath } from '../http/api-path.ts';
import type { Client } from '../http/client.ts';
import { findKind } from './kinds.ts';
import type { Kind } from './kinds.ts';

/** The text of a document as it was sent if the kind keeps it, else its JSON; and its ETag. */
export async function readSource(
  client: Client,
  kind: Kind,
  id: string,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<{ text: string; isYaml: boolean; etag: string | null }> {
  const place = `${kind.path}${apiPath`/${id}`}`;
  const path = kind.source === undefined ? place : `${place}/${kind.source}`;
  const accept = kind.source === undefined ? 'application/json' : 'application/yaml';
  const { text, headers } = await client.request({
    method: 'GET',
    path,
    query,
    headers: { accept },
  });
  return { text, isYaml: kind.source !== undefined, etag: headers.get('etag') };
}

/** `concordat get <kind> <id>`. */
export const get: Command = {
  name: 'get',
  summary: 'Get one of a kind',
  arguments: [
    { name: '<kind>', help: 'team, contract, product, …', completes: 'kinds' },
    { name: '<id>', help: 'id, as concordat list shows it' },
  ],
  options: [
    { flags: '--revision <number>', help: 'a former revision, for kinds that keep them' },
    { flags: '--as-of <time>', help: 'the revision that was current at this time (ISO 8601)' },
  ],
  details: 'People and --output yaml get the text as it was stored, with its comments.',
  examples: [
    'concordat get contract orders',
    'concordat get contract orders --revision 3',
    "concordat get team checkout --output json | jq '.members'",
  ],
  run: async ({ arguments: [name, id = ''], texts }, { client, printer, surroundings }) => {
    const kind = findKind(name);
    const query = { version: texts['revision'], asOf: texts['as-of'] };
    if (printer.format === 'table' || printer.format === 'yaml') {
      const { text, isYaml } = await readSource(client(), kind, id, query);
      if (isYaml) {
        surroundings.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
        return undefined;
      }
      return { value: JSON.parse(text) as unknown };
    }
    return { value: await client().get(`${kind.path}${apiPath`/${id}`}`, query) };
  },
};
