import { toSearchVector } from '../search/words.ts';
import type { Fact } from '../search/words.ts';
import type { Extract } from './kind.ts';

/** Maximum length of a description in search results, so that head rows stay narrow. */
const shownDescription = 500;

/** The tsvector of a document, and the part of its description that search results show. */
export function toSearchEntry(
  id: string,
  extract: Extract,
): { search: string; description: string } {
  const { name, description, status, archetype, tags, searchText = '' } = extract;
  const facts: Fact[] = tags.map((value) => ({ name: 'tag', value }));
  if (status !== undefined) facts.push({ name: 'status', value: status });
  if (archetype !== undefined) facts.push({ name: 'archetype', value: archetype });
  for (const value of extract.links ?? []) facts.push({ name: 'concept', value });
  const texts = [
    { text: `${name} ${id}`, weight: 'A' },
    { text: tags.join(' '), weight: 'B' },
    { text: searchText, weight: 'C' },
    { text: description, weight: 'D' },
  ] as const;
  const shown = description.slice(0, shownDescription);
  return {
    search: toSearchVector(texts, facts),
    description: shown.isWellFormed() ? shown : shown.slice(0, -1),
  };
}
