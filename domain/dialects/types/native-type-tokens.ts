/** A token of a type: a word, a quoted name, a quoted text, or a mark such as a bracket. */
export type Token = {
  kind: 'word' | 'name' | 'text' | 'mark';
  text: string;
  start: number;
  end: number;
};

/** The alternatives begin and continue with different characters, so matching takes linear time. */
const piece =
  /\s+|("(?:[^"]|"")*"|`(?:[^`]|``)*`)|('(?:[^']|'')*')|([()<>[\],:=])|([^\s"'`()<>[\],:=]+)/gy;

const kinds = ['name', 'text', 'mark', 'word'] as const;

/** The tokens of a type's text; undefined if a quotation mark is not closed. */
export function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = new RegExp(piece);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const kind = kinds.find((_, index) => found[index + 1] !== undefined);
    if (kind !== undefined) tokens.push({ kind, text: found[0], start, end: pattern.lastIndex });
  }
  return tokens;
}

/** True for one of the marks in `marks`. */
export function isMark(token: Token | undefined, marks: string): boolean {
  return token?.kind === 'mark' && marks.includes(token.text);
}

export function isName(token: Token | undefined): token is Token {
  return token?.kind === 'word' || token?.kind === 'name';
}

/** A name without its quotation marks. */
export function nameIn({ kind, text }: Token): string {
  if (kind !== 'name') return text;
  const mark = text.charAt(0);
  return text.slice(1, -1).replaceAll(mark + mark, mark);
}
