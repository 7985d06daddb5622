import { diffLists } from './line-diff.ts';
import type { DiffLine } from './line-diff.ts';

/** The words that a text adds and removes, neighbors of one kind as one piece. */
export function diffWords(before: string, after: string): DiffLine[] {
  const pieces: DiffLine[] = [];
  for (const { kind, text } of diffLists(wordsOf(before), wordsOf(after))) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

/** Words, blanks, and single other characters. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
