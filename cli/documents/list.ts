import type { Command } from '../command.ts';
import { pickColumns } from '../output/pick-columns.ts';
import { findKind } from './kinds.ts';

const defaultLimit = '100';

/** `concordat list <kind>`. */
export const list: Command = {
  name: 'list',
  summary: 'List all of a kind',
  arguments: [{ name: '<kind>', help: 'team, contract, product, …', completes: 'kinds' }],
  options: [
    { flags: '-q, --query <words>', help: 'only those with these words' },
    { flags: '--team <id>', help: 'only those of this team' },
    { flags: '--status <status>', help: 'only those with this status' },
    { flags: '--tag <tag>', help: 'only those with this tag' },
    { flags: '--limit <number>', help: 'at most so many; 0 for all', default: defaultLimit },
  ],
  details:
    'Another word in place of the kind prints all kinds. `concordat api` has all filters of all lists.',
  examples: [
    'concordat list contract',
    'concordat list product --team checkout --status active',
    'concordat list team --limit 0 --output ndjson',
  ],
  run: async ({ arguments: [name], texts }, { client }) => {
    const { path } = findKind(name);
    const limit = Number(texts['limit']) || Infinity;
    const query = {
      q: texts['query'],
      teamId: texts['team'],
      status: texts['status'],
      tag: texts['tag'],
    };
    const items: unknown[] = [];
    let hasMore = false;
    for await (const item of client().items(path, query)) {
      hasMore = items.length >= limit;
      if (hasMore) break;
      items.push(item);
    }
    const columns = pickColumns(items);
    const more = `There are more than ${limit}: --limit 0 lists all.`;
    return {
      value: items,
      ...(columns && { columns }),
      ...(items.length === 0 && { text: '', note: 'Nothing was found.' }),
      ...(hasMore && { note: more }),
    };
  },
};
