import type { Term } from './words.ts';

const minLength = 4;

/** The singular of an English plural, as far as its ending tells it; other words stay as they are. */
export function singularOf(word: string): string {
  if (word.length < minLength || /(?:ss|us|is|[^a-z]s)$/.test(word) || !word.endsWith('s')) {
    return word;
  }
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ss|x|z|ch|sh)es$/.test(word) ? -2 : -1);
}

/** The term, and its singular if it is a plural: a word is matched as a prefix, so that a singular finds its plural. */
export function withSingular(term: Term): Term[] {
  const singular = singularOf(term.word);
  return singular === term.word ? [term] : [term, { word: singular, parts: [] }];
}
