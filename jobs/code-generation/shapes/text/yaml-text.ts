/** Content of YAML files; undefined members are left out. */
export type YamlValue =
  | string
  | number
  | boolean
  | readonly YamlValue[]
  | { readonly [name: string]: YamlValue | undefined };

/** Words that some YAML parser does not read as text. */
const reserved = new Set('y n yes no on off true false null none nan inf'.split(' '));

const plain = /^[A-Za-z_][A-Za-z0-9_./()-]*(?:,? [A-Za-z0-9_./()-]+)*$/;

/** Characters that YAML 1.1 reads as line ends or refuses; JSON does not escape them. */
const odd = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function inQuotes(text: string): string {
  const escape = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(odd, escape);
}

/** Lines that a block scalar can contain unchanged. */
const blockLine = /^(?:[^\s\p{C}\p{Zl}\p{Zp}][^\p{C}\p{Zl}\p{Zp}]*)?$/u;

function blockOf(text: string): string[] | undefined {
  if (!text.includes('\n') || text.startsWith('\n') || text.endsWith('\n\n')) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  if (!lines.every((line) => blockLine.test(line))) return undefined;
  return [text.endsWith('\n') ? '|' : '|-', ...lines.map((line) => (line ? `  ${line}` : ''))];
}

/** Lines of a value; the first follows `name: ` or `- `. */
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
    // Continued lines of a block are indented already.
    return [`- ${first}`, ...(typeof entry === 'object' ? indented(more) : more)];
  });
}

const isList = (value: object): value is readonly YamlValue[] => Array.isArray(value);

/** YAML that parsers of 1.1 and 1.2 read the same. Names of members must be plain, because they are not quoted. */
export function yamlText(value: { readonly [name: string]: YamlValue | undefined }): string {
  return `${linesOf(value).join('\n')}\n`;
}
