import type { Command } from '../command.ts';
import { wrongUsage } from '../failure.ts';
import { accessColumns } from '../output/access-columns.ts';
import { pickColumns } from '../output/pick-columns.ts';
import { findKind, kinds } from './kinds.ts';
import type { Kind } from './kinds.ts';

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
  details: `The kinds are ${kinds.map(({ name }) => name).join(', ')}. \`concordat api\` has all filters of all lists.`,
  examples: [
    'concordat list contract',
    'concordat list product --team checkout --status active',
    'concordat list team --limit 0 --output ndjson',
  ],
  run: async ({ arguments: [name], texts }, { client }) => {
    const kind = findKind(name);
    const { path } = kind;
    if (!/^\d+$/.test(texts['limit'] ?? ''))
      throw wrongUsage(`--limit is '${texts['limit']}'; it is a whole number.`);
    const limit = Number(texts['limit']) || Infinity;
    const query = {
      q: texts['query'],
      teamId: texts['team'],
      status: texts['status'],
      tag: texts['tag'],
    };
    await checkFilters(kind, query);
    const items: unknown[] = [];
    let hasMore = false;
    for await (const item of client().items(path, query)) {
      hasMore = items.length >= limit;
      if (hasMore) break;
      items.push(item);
    }
    const columns = kind.name === 'access' ? accessColumns : pickColumns(items);
    const more = `There are more than ${limit}: --limit 0 lists all.`;
    return {
      value: items,
      ...(columns && { columns }),
      ...(items.length === 0 && { text: '', note: 'Nothing was found.' }),
      ...(hasMore && { note: more }),
    };
  },
};

/** Options by the parameters of lists. */
const optionOf = { q: 'query', teamId: 'team', status: 'status', tag: 'tag' } as const;

/** The API ignores a parameter that a list does not have, and the answer would hold too much. */
async function checkFilters(
  { name, path }: Kind,
  query: Record<keyof typeof optionOf, string | undefined>,
): Promise<void> {
  const { operations } = await import('../generated/operations.ts');
  const listing = operations.find(({ method, path: at }) => method === 'GET' && at === path);
  const known = new Set(listing?.parameters.map((parameter) => parameter.name));
  const names = Object.keys(optionOf) as (keyof typeof optionOf)[];
  const wrong = names.find((each) => query[each] !== undefined && !known.has(each));
  if (wrong === undefined) return;
  const has = names.filter((each) => known.has(each)).map((each) => `--${optionOf[each]}`);
  const others = has.length === 0 ? 'none of these filters' : `only ${has.join(', ')}`;
  throw wrongUsage(
    `Lists of ${name} have no filter --${optionOf[wrong]}, ${others}; concordat api ${listing?.id} --help shows all.`,
  );
}
