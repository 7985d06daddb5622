/** Offset of the first character of the line. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset after the last character of the line, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Offset of the next line, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** Characters between the start of the line and this one; a byte order mark does not count. */
export function columnOf(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return offset - start - (text[start] === '\uFEFF' ? 1 : 0);
}

/** True if only white space precedes the offset in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return /^\uFEFF? *$/.test(text.slice(lineStart(text, offset), offset));
}

/** The line break that the text uses. */
export function lineBreakOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

const commentColumn = (line: string): number | undefined => /^( *)#/.exec(line)?.[1]?.length;

/**
 * Start of the lines of a member or entry whose name or dash is at `offset`, including a comment directly above
 * in the same column; other comments, or comments separated by a blank line, belong to other parts.
 */
export function leadingStart(text: string, offset: number, notBefore: number): number {
  const column = columnOf(text, offset);
  let start = lineStart(text, offset);
  while (start > notBefore) {
    const above = lineStart(text, start - 1);
    const comment = commentColumn(text.slice(above, start));
    if (above < notBefore || comment !== column) return start;
    start = above;
  }
  return start;
}

/** End of its lines, before the line break, including comments below that are indented further. */
export function trailingEnd(text: string, end: number, column: number): number {
  let last = lineEnd(text, end);
  for (;;) {
    const below = nextLine(text, last);
    if (below >= text.length) return last;
    const belowEnd = lineEnd(text, below);
    const comment = commentColumn(text.slice(below, belowEnd));
    if (comment === undefined || comment <= column) return last;
    last = belowEnd;
  }
}

const blankLines = /(?:[ \t]*\r?\n)*/y;

/** End of the blank lines that start at an offset. */
export function blankEnd(text: string, offset: number): number {
  blankLines.lastIndex = offset;
  return offset + (blankLines.exec(text)?.[0].length ?? 0);
}

/** Start of the blank lines that end at an offset. */
export function blankStart(text: string, offset: number, notBefore: number): number {
  let start = offset;
  while (start > notBefore) {
    const above = lineStart(text, start - 1);
    if (above < notBefore || text.slice(above, start).trim() !== '') return start;
    start = above;
  }
  return start;
}

/** Moves lines to another column, with other line breaks. */
export function reindent(lines: string, from: number, to: number, lineBreak: string): string {
  const shift = to - from;
  return lines
    .split(/\r?\n/)
    .map((line) => {
      if (line.trim() === '') return line;
      if (shift >= 0) return ' '.repeat(shift) + line;
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      return line.slice(Math.min(indent, -shift));
    })
    .join(lineBreak);
}
