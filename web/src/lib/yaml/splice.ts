/** Replaces the characters between two offsets. */
export type Splice = { from: number; to: number; insert: string };

export const spliced = (text: string, { from, to, insert }: Splice): string =>
  text.slice(0, from) + insert + text.slice(to);

export const eolOf = (text: string): string => /\r?\n/u.exec(text)?.[0] ?? '\n';

/** Start of the line of an offset. */
export const lineStart = (text: string, offset: number): number =>
  text.lastIndexOf('\n', offset - 1) + 1;

/** The column of an offset; a byte order mark has none. */
export const columnOf = (text: string, offset: number): number => {
  const start = lineStart(text, offset);
  return offset - start - (start === 0 && text.startsWith('\ufeff') ? 1 : 0);
};

/** True if only spaces stand before the offset in its line. */
export const isFirstInLine = (text: string, offset: number): boolean =>
  /^\ufeff? *$/u.test(text.slice(lineStart(text, offset), offset));

/** The end of the line in which content ends, before its line break. Block texts end after their line break. */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return beforeBreak(text, offset - 1);
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : beforeBreak(text, end);
}

const beforeBreak = (text: string, end: number): number => (text[end - 1] === '\r' ? end - 1 : end);

/** After the line break that begins at an offset. */
export function afterBreak(text: string, offset: number): number {
  if (text[offset] === '\r') return offset + 2;
  return text[offset] === '\n' ? offset + 1 : offset;
}

/** What differs between two texts, as one splice. */
export function differenceOf(before: string, after: string): Splice {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shortest - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

const joinBreaks = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

/** The text after somebody typed in an editor that shows every line break as one character: other lines keep theirs. */
export function typedInto(before: string, typed: string): string {
  if (!before.includes('\r')) return typed;
  const { from, to, insert } = differenceOf(joinBreaks(before), typed);
  const breaks = joinBreaks(insert).replaceAll('\n', () => eolOf(before));
  return spliced(before, {
    from: sourceOffset(before, from),
    to: sourceOffset(before, to),
    insert: breaks,
  });
}

function sourceOffset(text: string, shown: number): number {
  let offset = shown;
  for (let at = text.indexOf('\r\n'); at !== -1 && at < offset; at = text.indexOf('\r\n', at + 2)) {
    offset += 1;
  }
  return offset;
}
