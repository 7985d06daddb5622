import type { FactName } from './prefixes.ts';
import { wordPrefixes } from './prefixes.ts';

/**
 * Maximum length of a word in documents and queries, in characters; longer words are cut, because Postgres
 * refuses words above 2 kB.
 */
const maxWordLength = 100;

/** Maximum number of words in a tsvector, which keeps it below its limit of 1 MB. */
const maxWords = 10_000;

/** Maximum number of characters of a document to index. */
const maxTextLength = 64 * 1024;

/** The highest position that a tsvector can store. */
const maxPosition = 16_383;

/** Maximum number of different words in a query; further words are ignored. */
const maxTerms = 50;

/** Rank weight of a word; A is the highest. Letters of Postgres. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** A filter of queries beside words: filters of lists, words in the name or id, and labels of concepts. */
export type Fact = { name: FactName; value: string };

/** One word of a query; `parts` are its components if it is written like `orderId`. */
export type Term = { word: string; parts: readonly string[] };

/** What a match has: of each list one of its words. */
export type Sought = readonly (readonly Term[])[];

/** The text without accents and in one Unicode form, so that Zürich and Zurich are the same word. */
function fold(text: string): string {
  if (isPlain(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- matches plain ASCII
  return /^[\u0000-\u007f]*$/.test(text);
}

/** Splits at everything that is neither letter, mark nor digit: names contain `_`, `-`, `.` and `:`. */
function chunksOf(text: string): string[] {
  // Fast path for every PUT: Unicode classes cost three times as much.
  const chunks = text.split(isPlain(text) ? /[^A-Za-z0-9]+/ : /[^\p{L}\p{M}\p{N}]+/u);
  return chunks.filter((chunk) => chunk !== '');
}

/** The components of a compound word: `orderId`, `XMLFeed`, `orders2024`. */
function partsOf(chunk: string): string[] {
  if (/^(?:.[a-z]*|[0-9]*)$/.test(chunk)) return [];
  const parts = chunk
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L}{3})(\p{N})/gu, '$1 $2')
    .split(' ');
  return parts.length > 1 ? parts.map(toWord) : [];
}

function toWord(chunk: string): string {
  const word = chunk.toLowerCase();
  return word.length <= maxWordLength ? word : word.slice(0, maxWordLength).toWellFormed();
}

/**
 * A tsvector for Postgres, from texts with weights and facts to filter by. Words are split here instead of in
 * Postgres, whose parser depends on the locale of the database, and in the same way as in queries.
 */
export function toSearchVector(
  texts: readonly { text: string; weight: Weight }[],
  facts: readonly Fact[],
): string {
  const entries = new Map<string, string>();
  const names = new Set<string>();
  let room = maxTextLength;
  let position = 0;
  const note = (word: string, weight: Weight): void => {
    position = Math.min(position + 1, maxPosition);
    // The first position has the highest weight: texts come in the order of their weights.
    if (!entries.has(word) && entries.size < maxWords) entries.set(word, `${position}${weight}`);
    if (weight === 'A' && names.size < maxWords) names.add(word);
  };
  for (const { text, weight } of texts) {
    const folded = fold(text.slice(0, room)).slice(0, room);
    room -= folded.length;
    for (const chunk of chunksOf(folded)) {
      note(toWord(chunk), weight);
      for (const part of partsOf(chunk)) note(part, weight);
    }
  }
  const words = Array.from(entries, ([word, where]) => `'${word}':${where}`);
  const found = [...names].map((value) => toFactWord({ name: 'name', value }));
  return [...words, ...found, ...new Set(facts.slice(0, maxWords).map(toFactWord))].join(' ');
}

/** No word contains `=`, so facts and words never collide. */
function toFactWord({ name, value }: Fact): string {
  const text = value.slice(0, maxWordLength).toWellFormed();
  return `'${name}=${text.replace(/['\\]/g, '$&$&')}'`;
}

/** The tsquery for documents with this fact; values with the same prefix may share it. */
export function toFactQuery(fact: Fact): string {
  return toFactWord(fact);
}

/** The tsquery for documents with a fact of this name and one of these values. */
export function toAnyFactQuery(name: Fact['name'], values: readonly string[]): string {
  return `(${values.map((value) => toFactWord({ name, value })).join(' | ')})`;
}

/** The tsquery for documents with any fact of this name. */
export function toFactPrefixQuery(name: Fact['name']): string {
  return `${toFactWord({ name, value: '' })}:*`;
}

/** True if the text has a word that begins with the term, or words that begin with all its parts. */
export function hasTerm(text: string, { word, parts }: Term): boolean {
  const words = chunksOf(fold(text)).flatMap((chunk) => [toWord(chunk), ...partsOf(chunk)]);
  const begins = (beginning: string): boolean => words.some((each) => each.startsWith(beginning));
  return begins(word) || (parts.length > 0 && parts.every(begins));
}

/** The words of a query, each once; empty when it contains neither letters nor digits. */
export function readTerms(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const chunk of chunksOf(fold(query))) {
    if (terms.size === maxTerms) break;
    const word = toWord(chunk);
    // The last word is matched as a prefix, even if it occurred earlier in the query.
    terms.delete(word);
    terms.set(word, { word, parts: partsOf(chunk) });
  }
  return [...terms.values()];
}

/** The text with other words in place of some, which are given as `readTerms` reads them. */
export function replaceWords(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (chunk) => words.get(toWord(fold(chunk))) ?? chunk);
}

/** Shorter words are prefixes of too many others to be looked for among some of the words. */
const minPrefix = 4;

/**
 * Selects the words of a query that match as prefixes: all of them, the last one, or long ones; `namesOnly` searches only id and name, `parts` these and the names of
 * fields and ports, `any` needs only one word.
 */
export type Matching = {
  beginnings: 'last' | 'all' | 'long';
  namesOnly?: boolean;
  parts?: boolean;
  any?: boolean;
};

/** The tsquery of one word; words contain no operators. */
function toTermQuery(
  { word, parts }: Term,
  {
    namesOnly,
    isBeginning,
    weights,
  }: { namesOnly: boolean; isBeginning: boolean; weights: string },
): string {
  const withFlags = (text: string, isPrefix: boolean): string => {
    const flags = `${isPrefix ? '*' : ''}${weights}`;
    return flags === '' ? text : `${text}:${flags}`;
  };
  const quote = (text: string): string => {
    if (namesOnly) return withFlags(toFactWord({ name: 'name', value: text }), isBeginning);
    if (!isBeginning) return withFlags(`'${text}'`, false);
    const all = wordPrefixes(text).map((each) => withFlags(`'${each.text}'`, !each.isWhole));
    return all.length === 1 ? (all[0] ?? '') : `(${all.join(' | ')})`;
  };
  return parts.length === 0 ? quote(word) : `(${quote(word)} | (${parts.map(quote).join(' & ')}))`;
}

/** The tsquery for documents with every term, or with one of them; undefined without terms. */
export function toSearchQuery(terms: readonly Term[], matching: Matching): string | undefined {
  if (terms.length === 0) return undefined;
  const { beginnings, namesOnly = false, parts = false, any = false } = matching;
  return terms
    .map((term, index) => {
      const isBeginning =
        beginnings === 'all' ||
        (beginnings === 'long' ? term.word.length >= minPrefix : index === terms.length - 1);
      return toTermQuery(term, { namesOnly, isBeginning, weights: parts ? 'AC' : '' });
    })
    .join(any ? ' | ' : ' & ');
}

/** The tsquery for documents that have, of each list, one of its terms; with `any`, of one list. Undefined without terms. */
export function toSoughtQuery(
  sought: readonly (readonly Term[])[],
  { any = false, ...matching }: Matching,
): string | undefined {
  const lists = sought.flatMap((terms) => {
    const one = toSearchQuery(terms, { ...matching, any: true });
    return one === undefined ? [] : [`(${one})`];
  });
  return lists.length === 0 ? undefined : lists.join(any ? ' | ' : ' & ');
}

/** As `toSoughtQuery`, in name, id, fields or ports. */
export function toPartsQuery(
  sought: readonly (readonly Term[])[],
  any: boolean,
): string | undefined {
  return toSoughtQuery(sought, { beginnings: any ? 'long' : 'all', parts: true, any });
}

/** The tsquery for documents with one of the words in name or id. */
export function toNameQuery(words: readonly string[]): string {
  return `(${words.map((value) => toFactWord({ name: 'name', value })).join(' | ')})`;
}
