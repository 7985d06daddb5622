import type { Command } from '../command.ts';
import { kindNamed, kinds } from '../documents/kinds.ts';
import { wrongUsage } from '../failure.ts';
import type { Column } from '../output/columns.ts';

type Found = { results: readonly unknown[]; total: number; didYouMean?: string; next?: string };

const concept = { name: 'concept', searched: 'SEMANTIC_CONCEPT' };

const columns: readonly Column[] = [
  {
    head: 'KIND',
    of: ({ resourceType }) =>
      [...kinds, concept].find(({ searched }) => searched === resourceType)?.name ?? resourceType,
  },
  { head: 'ID', of: 'id' },
  { head: 'NAME', of: 'name' },
  { head: 'WHY', of: ({ match }) => reasonOf(match as Match | null | undefined) },
  { head: 'OWNER', of: ({ ownerName, ownerId }) => ownerName ?? ownerId },
  { head: 'STATUS', of: 'status' },
  { head: 'DESCRIPTION', of: 'description' },
];

type Match = { field: string; excerpt: string; contract?: { id: string } };

/** `field customers.postcode of shop-database`; the name says itself why it was found. */
function reasonOf(match: Match | null | undefined): string | undefined {
  if (!match || match.field === 'name' || match.field === 'id') return match?.field;
  const { field, excerpt, contract } = match;
  return `${field} ${excerpt}${contract === undefined ? '' : ` of ${contract.id}`}`;
}

/** The type of a kind that `concordat list` knows, of `concept`, or as the API names it. */
function typeOf(name: string | undefined): string | undefined {
  if (name === undefined || /^[A-Z_]+$/.test(name)) return name;
  if (/^concepts?$/i.test(name)) return concept.searched;
  const searched = kindNamed(name)?.searched;
  if (searched !== undefined) return searched;
  throw wrongUsage(
    `The search finds no ${name}; it finds ${[...kinds, concept].flatMap((kind) => (kind.searched ? [kind.name] : [])).join(', ')}.`,
  );
}

/** `concordat search <words…>`. */
export const search: Command = {
  name: 'search',
  summary: 'Search the catalog',
  arguments: [{ name: '<words...>', help: 'words to look for' }],
  options: [
    { flags: '--type <kind>', help: 'only this kind: product, contract, concept, …' },
    { flags: '--team <id>', help: 'only what this team owns' },
    { flags: '--tag <tag>', help: 'only what has this tag' },
    { flags: '--status <status>', help: 'only what has this status' },
    { flags: '--limit <number>', help: 'at most so many', default: '20' },
  ],
  examples: ['concordat search customer addresses', 'concordat search orders --type contract'],
  run: async ({ arguments: words, texts }, { client }) => {
    if (!/^[1-9]\d*$/.test(texts['limit'] ?? ''))
      throw wrongUsage(`--limit is '${texts['limit']}'; it is a whole number above 0.`);
    const value = await client().get<Found>('/api/search', {
      query: words.join(' '),
      resourceType: typeOf(texts['type']),
      teamId: texts['team'],
      tag: texts['tag'],
      status: texts['status'],
      size: texts['limit'],
    });
    const { results, total, didYouMean } = value;
    const shown = total > results.length ? `${results.length} of ${total}.` : undefined;
    const advice = didYouMean === undefined ? undefined : `Did you mean '${didYouMean}'?`;
    const notes = [results.length === 0 ? 'Nothing was found.' : shown, advice].filter(Boolean);
    return { value: results, columns, ...(notes.length > 0 && { note: notes.join(' ') }) };
  },
};
