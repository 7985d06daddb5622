import { toSearchVector } from '../search/words.ts';
import type { Fact } from '../search/words.ts';
import type { Extract } from './kind.ts';

/** Maximum length of a description in search results, so that head rows stay narrow. */
const shownDescription = 500;

/** Maximum length of a link to a concept that facets count; concepts have shorter names. */
const maxConceptLength = 300;

/** What the head of a document holds for the search; lists are JSON, undefined if they are empty. */
export type SearchEntry = {
  /** As a tsvector. */
  search: string;
  /** The part of the description that search results show. */
  description: string;
  version?: string | undefined;
  portTypes?: string | undefined;
  classifications?: string | undefined;
  concepts?: string | undefined;
};

/** The part of a document that the search needs. */
export function toSearchEntry(id: string, extract: Extract): SearchEntry {
  const { name, description, status, archetype, tags, searchText = '' } = extract;
  const { version, portTypes = [], classifications = [], concepts = [] } = extract;
  const facts: Fact[] = tags.map((value) => ({ name: 'tag', value }));
  if (status !== undefined) facts.push({ name: 'status', value: status });
  if (archetype !== undefined) facts.push({ name: 'archetype', value: archetype });
  for (const value of portTypes) facts.push({ name: 'port', value });
  for (const value of classifications) facts.push({ name: 'classification', value });
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
    version,
    portTypes: toList(portTypes),
    classifications: toList(classifications),
    concepts: toList(concepts.filter((target) => target.length <= maxConceptLength)),
  };
}

function toList(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : JSON.stringify(values);
}
