import type { Command } from '../command.ts';
import type { Column } from '../output/columns.ts';

type Found = { results: readonly unknown[]; total: number; didYouMean?: string; next?: string };

const columns: readonly Column[] = [
  {
    head: 'TYPE',
    of: ({ resourceType }) => String(resourceType).toLowerCase().replaceAll('_', ' '),
  },
  { head: 'ID', of: 'id' },
  { head: 'NAME', of: 'name' },
  { head: 'OWNER', of: ({ ownerName, ownerId }) => ownerName ?? ownerId },
  { head: 'STATUS', of: 'status' },
  { head: 'DESCRIPTION', of: 'description' },
];

/** `concordat search <words…>`. */
export const search: Command = {
  name: 'search',
  summary: 'Search the catalog',
  arguments: [{ name: '<words...>', help: 'words to look for' }],
  options: [
    { flags: '--type <type>', help: 'only this type, e.g. DATA_PRODUCT' },
    { flags: '--team <id>', help: 'only what this team owns' },
    { flags: '--tag <tag>', help: 'only what has this tag' },
    { flags: '--status <status>', help: 'only what has this status' },
    { flags: '--limit <number>', help: 'at most so many', default: '20' },
  ],
  examples: ['concordat search customer addresses', 'concordat search orders --type DATA_CONTRACT'],
  run: async ({ arguments: words, texts }, { client }) => {
    const value = await client().get<Found>('/api/search', {
      query: words.join(' '),
      resourceType: texts['type'],
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
