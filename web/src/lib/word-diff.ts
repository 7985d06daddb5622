/** A piece of a text: in both, only in the new one, or only in the old one. */
export type DiffPiece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Longer texts would take long: the work grows with the product of both lengths. */
const maxWords = 1_200;

/** The words that a text adds and removes. Undefined if it is too long to compare. */
export function diffWords(before: string, after: string): DiffPiece[] | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > maxWords || now.length > maxWords) return undefined;
  const lengths = commonLengths(old, now);
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      add(pieces, 'same', left);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || isLonger(lengths, i, j))) {
      add(pieces, 'removed', left);
      i += 1;
    } else if (right !== undefined) {
      add(pieces, 'added', right);
      j += 1;
    }
  }
  return pieces;
}

/** Words, blanks, and single other characters. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];

/** Length of the longest common subsequence of the rests of both lists, by their starts. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(now.length + 1).fill(0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const next = lengths[i + 1]?.[j + 1] ?? 0;
      const skipped = Math.max(lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0);
      const row = lengths[i];
      if (row !== undefined) row[j] = old[i] === now[j] ? next + 1 : skipped;
    }
  }
  return lengths;
}

/** True if leaving out the old word keeps more in common than leaving out the new one. */
const isLonger = (lengths: readonly number[][], i: number, j: number): boolean =>
  (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0);

function add(pieces: DiffPiece[], kind: DiffPiece['kind'], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}
