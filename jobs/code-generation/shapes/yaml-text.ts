/** What YAML files are made of; members that are undefined are left out. */
export type YamlValue =
  | string
  | number
  | boolean
  | readonly YamlValue[]
  | { readonly [name: string]: YamlValue | undefined };

/** Words that some reader of YAML takes for something else than a text. */
const reserved = new Set('y n yes no on off true false null none nan inf'.split(' '));

const plain = /^[A-Za-z_][A-Za-z0-9_./()-]*(?:,? [A-Za-z0-9_./()-]+)*$/;

/** What YAML 1.1 takes for a line end or does not take at all; JSON leaves these as they are. */
const odd = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function inQuotes(text: string): string {
  const escape = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(odd, escape);
}

/** Lines that stand in a block as they are. */
const blockLine = /^(?:[^\s\p{C}\p{Zl}\p{Zp}][^\p{C}\p{Zl}\p{Zp}]*)?$/u;

function blockOf(text: string): string[] | undefined {
  if (!text.includes('\n') || text.startsWith('\n') || text.endsWith('\n\n')) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  if (!lines.every((line) => blockLine.test(line))) return undefined;
  return [text.endsWith('\n') ? '|' : '|-', ...lines.map((line) => (line ? `  ${line}` : ''))];
}

/** Lines of a value; the first stands behind `name: ` or `- `. */
function scalarLines(value: string | number | boolean): string[] {
  if (typeof value !== 'string') return [Number.isNaN(value) ? '.nan' : String(value)];
  const text = value.toWellFormed();
  const isPlain = text.length < 1_000 && plain.test(text) && !reserved.has(text.toLowerCase());
  return isPlain ? [text] : (blockOf(text) ?? [inQuotes(text)]);
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

function memberLines(name: string, value: YamlValue): string[] {
  if (typeof value !== 'object') {
    const [first = '', ...more] = scalarLines(value);
    return [`${name}: ${first}`, ...more];
  }
  const lines = linesOf(value);
  if (lines.length === 0) return [`${name}: ${Array.isArray(value) ? '[]' : '{}'}`];
  return [`${name}:`, ...indented(lines)];
}

function linesOf(value: Exclude<YamlValue, string | number | boolean>): string[] {
  if (!isList(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : memberLines(name, member),
    );
  }
  return value.flatMap((entry) => {
    const lines = typeof entry === 'object' ? linesOf(entry) : scalarLines(entry);
    const [first = '{}', ...more] = lines;
    // What goes on in a block is indented already.
    return [`- ${first}`, ...(typeof entry === 'object' ? indented(more) : more)];
  });
}

const isList = (value: object): value is readonly YamlValue[] => Array.isArray(value);

/**
 * YAML that readers of 1.1 and 1.2 understand alike. Names of members are written as they are: they have to be plain.
 */
export function yamlText(value: { readonly [name: string]: YamlValue | undefined }): string {
  return `${linesOf(value).join('\n')}\n`;
}
