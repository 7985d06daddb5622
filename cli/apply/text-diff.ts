const contextLines = 3;

/** Longer differences are shown as a removal and an addition: the table of the comparison would need too much memory. */
const maxCells = 4_000_000;

type Line = { sign: ' ' | '-' | '+'; text: string };

/** The difference of two texts in the unified form of `diff -u`, without a head; empty for equal texts. */
export function diffTexts(before: string, after: string): string {
  const lines = compareLines(linesOf(before), linesOf(after));
  const shown = hunksOf(lines);
  return shown.map((hunk) => writeHunk(lines, hunk)).join('');
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start])
    start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  return [
    ...signed(' ', before.slice(0, start)),
    ...compareMiddles(before.slice(start, endBefore), after.slice(start, endAfter)),
    ...signed(' ', before.slice(endBefore)),
  ];
}

const signed = (sign: Line['sign'], texts: readonly string[]): Line[] =>
  texts.map((text) => ({ sign, text }));

function compareMiddles(before: readonly string[], after: readonly string[]): Line[] {
  if ((before.length + 1) * (after.length + 1) > maxCells)
    return [...signed('-', before), ...signed('+', after)];
  const lengthAt = measureCommon(before, after);
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push({ sign: ' ', text: before[row++] ?? '' });
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      lines.push({ sign: '-', text: before[row++] ?? '' });
    } else lines.push({ sign: '+', text: after[column++] ?? '' });
  }
  return [...lines, ...signed('-', before.slice(row)), ...signed('+', after.slice(column))];
}

/** The length of the longest common subsequence of the rests of both texts from a pair of lines. */
function measureCommon(
  before: readonly string[],
  after: readonly string[],
): (row: number, column: number) => number {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return at;
}

type Hunk = { from: number; to: number };

/** Ranges of lines around changes; ranges that touch are one. */
function hunksOf(lines: readonly Line[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(lines.length, index + contextLines + 1);
    const last = hunks.at(-1);
    if (last && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function writeHunk(lines: readonly Line[], { from, to }: Hunk): string {
  const count = (part: readonly Line[], sign: '-' | '+'): number =>
    part.filter((line) => line.sign === ' ' || line.sign === sign).length;
  const range = (sign: '-' | '+'): string => {
    const length = count(lines.slice(from, to), sign);
    const start = count(lines.slice(0, from), sign) + (length > 0 ? 1 : 0);
    return `${sign}${start},${length}`;
  };
  const text = lines.slice(from, to).map((line) => `${line.sign}${line.text}\n`);
  return `@@ ${range('-')} ${range('+')} @@\n${text.join('')}`;
}
