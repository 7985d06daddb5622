/** Names of facts, which are words of a tsvector such as `tag=sea`. */
export const factNames = [
  'archetype',
  'classification',
  'concept',
  'label',
  'name',
  'pii',
  'port',
  'status',
  'tag',
] as const;
export type FactName = (typeof factNames)[number];

const next = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/** Shorter words are the beginnings of too many words to list them. */
const minLength = 2;

/**
 * The prefixes that a word and its continuations have, but no fact: a prefix `tag` would match all documents with a tag, as
 * `tag=sea` begins with it. `isWhole` marks a word that is matched as it is.
 */
export function wordPrefixes(word: string): { text: string; isWhole: boolean }[] {
  const isFact = word.length >= minLength && factNames.some((name) => name.startsWith(word));
  if (!isFact) return [{ text: word, isWhole: false }];
  return [{ text: word, isWhole: true }, ...next.flatMap((letter) => wordPrefixes(word + letter))];
}
