/** Characters that would end a text or change its direction, or that a source file cannot contain. */
const special =
  // eslint-disable-next-line no-control-regex
  /[\\"\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

const shortEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function escaped(character: string): string {
  // A lone surrogate, which files and most libraries cannot contain.
  if (/\p{Cs}/u.test(character)) return '\uFFFD';
  const code = character.charCodeAt(0).toString(16);
  const long = code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  return shortEscapes[character] ?? long;
}

/** A Python string literal for this text; lone surrogates are replaced. */
export const pythonText = (text: string): string => `"${text.replaceAll(special, escaped)}"`;

/** A finite number as Python writes it; whole numbers without an exponent. */
export function pythonNumber(value: number | bigint): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function pythonScalar(value: unknown): string {
  if (typeof value === 'string') return pythonText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' && Number.isFinite(value) ? pythonNumber(value) : 'None';
}

/** A Python literal of a JSON value; values nested too deeply become text. */
export function pythonValue(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return pythonScalar(value);
  if (depth > 20) return pythonText(JSON.stringify(value));
  const inside = (entry: unknown): string => pythonValue(entry, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inside).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([name, entry]) => `${pythonText(name)}: ${inside(entry)}`,
  );
  return `{${entries.join(', ')}}`;
}

/** The lines of a docstring; `lines` come from `plainLines`, so they contain no line ends or controls. */
export function docstring(lines: readonly string[], indent = ''): string[] {
  if (lines.length === 0) return [];
  const text = lines
    .map((line) => (line === '' ? '' : `${indent}${line}`))
    .join('\n')
    .slice(indent.length)
    .replaceAll('\\', '\\\\')
    .replaceAll(/"{3,}|"+$/g, (quotes) => String.raw`\"`.repeat(quotes.length));
  const end = lines.length > 1 ? `\n${indent}` : '';
  return [`${indent}"""${text}${end}"""`];
}

/** Lines of a comment. */
export const pythonComment = (lines: readonly string[], indent = ''): string[] =>
  lines.map((line) => (line === '' ? `${indent}#` : `${indent}# ${line}`));

const widest = 96;

/** A call or list of arguments on one line where it fits, else with one line for each argument. */
export function pythonCall(
  opening: string,
  parts: readonly string[],
  {
    indent = '',
    closing = ')',
    before = '',
  }: { indent?: string; closing?: string; before?: string },
): string {
  const line = `${opening}${parts.join(', ')}${closing}`;
  const isShort = indent.length + before.length + line.length <= widest && !line.includes('\n');
  if (isShort || parts.length === 0) return line;
  const inner = parts.map((part) => `${indent}    ${part},\n`).join('');
  return `${opening}\n${inner}${indent}${closing}`;
}

/** Imports of a module. */
export type PythonImports = {
  /** Notes that a name is needed and gives it back. */
  use: (module: string, name: string) => string;
  lines: () => string[];
};

export function createImports(): PythonImports {
  const modules = new Map<string, Set<string>>();
  return {
    use: (module, name) => {
      const names = modules.get(module) ?? new Set();
      modules.set(module, names.add(name));
      return name;
    },
    lines: () =>
      [...modules.keys()].sort().map((module) => {
        const names = [...(modules.get(module) ?? [])].sort();
        if (module === 'datetime') return 'import datetime as dt';
        return pythonCall(`from ${module} import `, names, { closing: '' }).includes('\n')
          ? pythonCall(`from ${module} import (`, names, { closing: ')' })
          : `from ${module} import ${names.join(', ')}`;
      }),
  };
}

/** The blocks of a module with two empty lines between them. */
export const pythonModule = (blocks: readonly (readonly string[])[]): string =>
  `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n\n')}\n`;
