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
