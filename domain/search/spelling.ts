import type { Term } from './words.ts';
import { readTerms } from './words.ts';

/** Shorter words have too many similar words, and longer ones are rarely misspelled. */
const minLength = 4;
const maxLength = 40;

/** Minimum length of words in which two letters may be wrong. */
const longEnoughForTwo = 7;

/** Maximum number of corrections of one word. */
const maxCorrections = 10;

/** True if the word may be a misspelling. */
export function isCorrectable({ word }: Term): boolean {
  return word.length >= minLength && word.length <= maxLength;
}

/** Corrections for two transposed letters or one superfluous letter, which can be looked up directly. */
export function neighboursOf({ word }: Term): string[] {
  const letters = Array.from(word);
  const variants = letters.flatMap((letter, index) => {
    const [before, after] = [letters.slice(0, index), letters.slice(index + 1)];
    const [next, ...rest] = after;
    const shorter = [...before, ...after];
    return next === undefined ? [shorter] : [shorter, [...before, next, letter, ...rest]];
  });
  return [...new Set(variants.map((variant) => variant.join('')))];
}

/** Letters and digits that a correction may add: those of most names of fields. */
const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/** All words that differ from the term by one letter: removed, added, replaced or transposed. */
export function variantsOf(term: Term): string[] {
  const letters = Array.from(term.word);
  const variants = new Set(neighboursOf(term));
  for (let index = 0; index <= letters.length; index++) {
    const [before, after] = [letters.slice(0, index).join(''), letters.slice(index)];
    for (const letter of alphabet) {
      variants.add(before + letter + after.join(''));
      variants.add(before + letter + after.slice(1).join(''));
    }
  }
  variants.delete(term.word);
  return [...variants];
}

/** The words in the names closest to a misspelled word; empty when none is close. */
export function correctionsOf({ word }: Term, names: Iterable<string>): string[] {
  const candidates = new Set<string>();
  for (const name of names) {
    for (const term of readTerms(name)) {
      candidates.add(term.word);
      for (const part of term.parts) candidates.add(part);
    }
  }
  let closest = word.length >= longEnoughForTwo ? 2 : 1;
  let corrections: string[] = [];
  for (const candidate of candidates) {
    // Each letter that the candidate lacks would have to be removed.
    if (word.length - candidate.length > closest) continue;
    const distance = distanceToBeginning(word, candidate);
    if (distance > closest) continue;
    if (distance < closest) corrections = [];
    closest = distance;
    corrections.push(candidate);
  }
  return corrections
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, maxCorrections);
}

/**
 * Number of letters to add, remove, replace or transpose (optimal string alignment) until the word is a prefix
 * of the other word, which is not much shorter.
 */
export function distanceToBeginning(word: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, n) => n),
  ];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = word[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + (same ? 0 : 1),
          isSwap ? at(beforeLast, j - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(...last);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
