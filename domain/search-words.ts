/** Longer words are cut, in documents and in queries alike: Postgres refuses words above 2 kB. */
const longestWord = 100;

/** A tsvector may have 1 MB; so many words stay below that, whatever they are. */
const mostWords = 10_000;

/** Characters of a document that are indexed: 64 kB of words say enough about it. */
const mostText = 64 * 1024;

/** The last place that a tsvector can note. */
const lastPlace = 16_383;

/** Different words of a query that are looked for; the others are left out. */
const mostTerms = 50;

/** How much a word of a text counts for the rank: A most. Letters of Postgres. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** What queries ask for apart from words: what lists filter by, and words that are in the name or id. */
export type Fact = { name: 'archetype' | 'concept' | 'name' | 'status' | 'tag'; value: string };

/** One word of a query; `parts` are what it consists of when it is written like `orderId`. */
export type Term = { word: string; parts: readonly string[] };

/** The text without accents and in one form of Unicode, so that Zürich and Zurich are the same word. */
function fold(text: string): string {
  if (isPlain(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- plain ASCII is what is looked for
  return /^[\u0000-\u007f]*$/.test(text);
}

/** Everything between what is neither letter, mark nor digit: names are written with `_`, `-`, `.` and `:`. */
function chunksOf(text: string): string[] {
  // Every PUT comes here, and classes of Unicode cost three times as much.
  const chunks = text.split(isPlain(text) ? /[^A-Za-z0-9]+/ : /[^\p{L}\p{M}\p{N}]+/u);
  return chunks.filter((chunk) => chunk !== '');
}

/** Words that were written together: `orderId`, `XMLFeed`, `orders2024`. */
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
  return word.length <= longestWord ? word : word.slice(0, longestWord).toWellFormed();
}

/**
 * A tsvector as Postgres reads it, of texts by how much they count and of facts to filter by. Words are cut here and not by
 * Postgres: its parser depends on the locale of the database, and queries must cut words in the same way.
 */
export function toSearchVector(
  texts: readonly { text: string; weight: Weight }[],
  facts: readonly Fact[],
): string {
  const entries = new Map<string, string>();
  const names = new Set<string>();
  let room = mostText;
  let place = 0;
  const note = (word: string, weight: Weight): void => {
    place = Math.min(place + 1, lastPlace);
    // The first place is the best one: texts come in the order of their weights.
    if (!entries.has(word) && entries.size < mostWords) entries.set(word, `${place}${weight}`);
    if (weight === 'A' && names.size < mostWords) names.add(word);
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
  return [...words, ...found, ...new Set(facts.slice(0, mostWords).map(toFactWord))].join(' ');
}

/** No word holds `=`, so that facts and words never meet. */
function toFactWord({ name, value }: Fact): string {
  const text = value.slice(0, longestWord).toWellFormed();
  return `'${name}=${text.replace(/['\\]/g, '$&$&')}'`;
}

/** The tsquery that holds for documents with this fact; values that begin alike may share it. */
export function toFactQuery(fact: Fact): string {
  return toFactWord(fact);
}

/** The words of a query, each once; none when it holds neither letters nor digits. */
export function readTerms(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const chunk of chunksOf(fold(query))) {
    if (terms.size === mostTerms) break;
    const word = toWord(chunk);
    // What comes last may be a beginning, also when it came before.
    terms.delete(word);
    terms.set(word, { word, parts: partsOf(chunk) });
  }
  return [...terms.values()];
}

/** Which words of a query may be beginnings, and whether only id and name are looked at. */
export type Matching = { beginnings: 'last' | 'all'; namesOnly?: boolean };

/** The tsquery that one word of a query makes; operators in it are only text, because words hold none. */
function toTermQuery(
  { word, parts }: Term,
  { isBeginning, namesOnly }: { isBeginning: boolean; namesOnly: boolean },
): string {
  const quote = (text: string): string =>
    `${namesOnly ? toFactWord({ name: 'name', value: text }) : `'${text}'`}${isBeginning ? ':*' : ''}`;
  return parts.length === 0 ? quote(word) : `(${quote(word)} | (${parts.map(quote).join(' & ')}))`;
}

/** The tsquery that holds for documents with every term; undefined without terms. */
export function toSearchQuery(terms: readonly Term[], matching: Matching): string | undefined {
  if (terms.length === 0) return undefined;
  const { beginnings, namesOnly = false } = matching;
  return terms
    .map((term, index) => {
      const isBeginning = beginnings === 'all' || index === terms.length - 1;
      return toTermQuery(term, { isBeginning, namesOnly });
    })
    .join(' & ');
}

/** The tsquery that holds for documents with one of the words in name or id. */
export function toNameQuery(words: readonly string[]): string {
  return `(${words.map((value) => toFactWord({ name: 'name', value })).join(' | ')})`;
}
