import type { Term } from './search-words.ts';
import { readTerms } from './search-words.ts';

/** Words that are too short have too many neighbours, and nobody misspells what is longer than this. */
const shortest = 4;
const longest = 40;

/** In words of this length and more, two letters may be wrong. */
const longEnoughForTwo = 8;

/** Corrections of one word that are looked for. */
const mostCorrections = 10;

/** Whether the word can be a misspelt one. */
export function isCorrectable({ word }: Term): boolean {
  return word.length >= shortest && word.length <= longest;
}

/** What was meant when two neighbours are swapped or a letter is too many: words that can be looked up as they are. */
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

/** The words in the names that come closest to a misspelt one; none when all are too far away. */
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
    const distance = distanceToBeginning(word, candidate);
    if (distance > closest) continue;
    if (distance < closest) corrections = [];
    closest = distance;
    corrections.push(candidate);
  }
  return corrections
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, mostCorrections);
}

/**
 * Letters to add, remove, replace or swap with their neighbour (optimal string alignment) until the word is the beginning of
 * the other one, which is not much shorter.
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
