import { toSearchVector } from '../search/words.ts';
import type { Fact } from '../search/words.ts';
import type { Extract } from './kind.ts';

/** Maximum length of a description in search results, so that head rows stay narrow. */
const shownDescription = 500;

/** Maximum length of a link to a concept that facets count; concepts have shorter names. */
const maxConceptLength = 300;

/** Maximum size of the classifications of a document in bytes: an index holds them, whose entries have at most 2,700 bytes. */
const maxClassificationBytes = 2_000;

/** What the head of a document holds for the search and for scores; lists are JSON, undefined if they are empty. */
export type SearchEntry = {
  /** As a tsvector. */
  search: string;
  /** The part of the description that search results show. */
  description: string;
  version?: string | undefined;
  portTypes?: string | undefined;
  classifications?: string | undefined;
  concepts?: string | undefined;
  /** A JSON object. */
  scoreFacts?: string | undefined;
};

/** The part of a document that the search needs. */
export function toSearchEntry(id: string, extract: Extract): SearchEntry {
  const { name, description, tags, searchText = '', version, portTypes, concepts = [] } = extract;
  const classifications = upTo(maxClassificationBytes, extract.classifications ?? []);
  const texts = [
    { text: `${name} ${id}`, weight: 'A' },
    { text: tags.join(' '), weight: 'B' },
    { text: searchText, weight: 'C' },
    { text: description, weight: 'D' },
  ] as const;
  const shown = description.slice(0, shownDescription);
  return {
    search: toSearchVector(texts, factsOf({ ...extract, classifications })),
    description: shown.isWellFormed() ? shown : shown.slice(0, -1),
    version,
    portTypes: toList(portTypes),
    classifications: toList(classifications),
    concepts: toList(concepts.filter((target) => target.length <= maxConceptLength)),
    scoreFacts: extract.scoreFacts && JSON.stringify(extract.scoreFacts),
  };
}

/** What lists and the search filter by. */
function factsOf(extract: Extract): Fact[] {
  const { tags, status, archetype, portTypes, classifications, links, labels } = extract;
  const facts = (name: Fact['name'], values: readonly (string | undefined)[] = []): Fact[] =>
    values.flatMap((value) => (value === undefined ? [] : [{ name, value }]));
  return [
    ...facts('tag', tags),
    ...facts('status', [status]),
    ...facts('archetype', [archetype]),
    ...facts('port', portTypes),
    ...facts('classification', classifications),
    ...facts('concept', links),
    ...facts('label', labels),
    ...facts('pii', [isPersonal(extract) ? 'yes' : undefined]),
  ];
}

/** Matches `pii`, `personal` and `demo-personal-data`, but not `personalization`; also a regular expression of Postgres. */
export const personalWords = '(^|[^a-z])(pii|personal)([^a-z]|$)';

/** True for personal data, as a flag, a tag or a classification of the document says. */
function isPersonal({ isPersonal: flag = false, tags, classifications = [] }: Extract): boolean {
  const pattern = new RegExp(personalWords, 'i');
  return flag || [...tags, ...classifications].some((text) => pattern.test(text));
}

/** The first texts, as long as their bytes stay within the limit. */
function upTo(bytes: number, texts: readonly string[]): string[] {
  let left = bytes;
  return texts.filter((text) => {
    // Each element of an array has a header.
    left -= Buffer.byteLength(text) + 8;
    return left >= 0;
  });
}

function toList(values: readonly string[] = []): string | undefined {
  return values.length === 0 ? undefined : JSON.stringify(values);
}
