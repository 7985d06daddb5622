/** A line of YAML, and which lines below belong to it. */
export type YamlLine = {
  number: number;
  text: string;
  indent: number;
  /** Number of the last line that folding it hides; its own number if there is nothing to fold. */
  end: number;
};

const indentOf = (text: string): number => text.length - text.trimStart().length;

/** How deep a line holds others: items of a list may stand as deep as the key above them. */
function depthOf(text: string): number {
  return text.trimStart().startsWith('- ') ? indentOf(text) + 1 : indentOf(text);
}

/** Splits a text into lines and finds what can be folded, by indentation. */
export function yamlLines(text: string): YamlLine[] {
  const texts = text.replace(/\n$/u, '').split('\n');
  const lines = texts.map((line, index) => ({
    number: index + 1,
    text: line,
    indent: indentOf(line),
    end: index + 1,
  }));
  const open: { line: YamlLine; depth: number }[] = [];
  let lastFilled = 0;
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const depth = depthOf(line.text);
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) {
      const closed = open.pop();
      if (closed !== undefined) closed.line.end = lastFilled;
    }
    open.push({ line, depth });
    lastFilled = line.number;
  }
  for (const { line } of open) line.end = lastFilled;
  return lines;
}

/** The lines that are shown while some are folded. */
export function visibleLines(lines: readonly YamlLine[], folded: ReadonlySet<number>): YamlLine[] {
  const visible: YamlLine[] = [];
  let hiddenTo = 0;
  for (const line of lines) {
    if (line.number <= hiddenTo) continue;
    visible.push(line);
    if (folded.has(line.number)) hiddenTo = line.end;
  }
  return visible;
}

/** A part of a line with its color. */
export type Token = { text: string; kind: 'key' | 'text' | 'number' | 'comment' | 'plain' };

const scalar = /^(?:-?\d+(?:\.\d+)?|true|false|null|~)$/u;

function valueToken(text: string): Token {
  const trimmed = text.trim();
  if (scalar.test(trimmed)) return { text, kind: 'number' };
  return { text, kind: trimmed.startsWith('#') ? 'comment' : 'text' };
}

function itemTokens(text: string): Token[] {
  const start = /^\s*(?:- )*/u.exec(text)?.[0] ?? '';
  return [{ text: start, kind: 'plain' }, valueToken(text.slice(start.length))];
}

/** Colors a line without its context: keys, comments, numbers, texts. */
export function tokensOf(text: string): Token[] {
  if (text.trimStart().startsWith('#')) return [{ text, kind: 'comment' }];
  const keyed = /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[\w$./-]+))(:)(?=\s|$)(.*)$/u.exec(text);
  if (keyed === null) return itemTokens(text);
  const [, before = '', key = '', colon = '', rest = ''] = keyed;
  return [
    { text: before, kind: 'plain' },
    { text: key, kind: 'key' },
    { text: colon, kind: 'plain' },
    valueToken(rest),
  ];
}
