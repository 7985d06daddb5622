import { isMark, isName, nameIn, tokenize } from './native-type-tokens.ts';
import type { Token } from './native-type-tokens.ts';
import { containers, tails } from './native-type-words.ts';
import type { TypeDialect } from '../dialect.ts';

/** A parsed type, as written by a catalog or a contract. */
export type NativeType = {
  /** Name without parameters, in lower case with single spaces: `timestamp with time zone`, `array`, `struct`. */
  name: string;
  /** As it was written. */
  text: string;
  /** Parameters of plain types, in lower case outside of quotation marks: `10`, `max`, `'Berlin'`. Arrays have their size. */
  parameters: readonly string[];
  /** Element type of an array, if the text states it. */
  items: NativeType | undefined;
  /**
   * Members of an object, or `key` and `value` of a map; members without a name are named by their position,
   * from 1.
   */
  members: readonly NativeMember[] | undefined;
};

export type NativeMember = { name: string; type: NativeType };

/** Guards against stack overflow: BigQuery nests 15 levels, DuckDB and Spark a few dozen. */
const maxDepth = 100;
/** Maximum number of dimensions of one array. */
const maxDimensions = 10;

/** Postgres stores neither the number of dimensions of an array type nor their lengths. */
const flatArrays: ReadonlySet<TypeDialect> = new Set(['postgres']);

type Reader = {
  text: string;
  tokens: readonly Token[];
  at: number;
  depth: number;
  flatArrays: boolean;
};

/** Parsed content of the brackets after a name. */
type Inside = Partial<Pick<NativeType, 'items' | 'members'>> & {
  parameters?: string[];
  wrapped?: NativeType;
};

/** Parses a type in time linear in its length; undefined for text that is not a type or is nested too deeply. */
export function parseNativeType(dialect: TypeDialect, text: string): NativeType | undefined {
  const tokens = tokenize(text);
  if (tokens === undefined) return undefined;
  const reader = { text, tokens, at: 0, depth: 0, flatArrays: flatArrays.has(dialect) };
  const type = readType(reader);
  return reader.at === tokens.length ? type : undefined;
}

function readType(reader: Reader): NativeType | undefined {
  const start = reader.tokens[reader.at]?.start ?? 0;
  const head = readHead(reader);
  if (head === undefined) return undefined;
  const text = textSince(reader, start);
  const plain: NativeType = head.inside.wrapped ?? {
    name: head.name,
    text,
    parameters: head.inside.parameters ?? [],
    items: head.inside.items,
    members: head.inside.members,
  };
  const type = readDimensions(reader, { start, type: plain });
  if (type !== undefined && isTail(reader.tokens[reader.at])) skipTail(reader);
  return type;
}

/** Reads words with brackets between them: `timestamp(3) with time zone`, `interval day(2) to second(6)`. */
function readHead(reader: Reader): { name: string; inside: Inside } | undefined {
  const words: string[] = [];
  let inside: Inside = {};
  for (;;) {
    const token = reader.tokens[reader.at];
    if (isName(token) && !(words.length > 0 && isTail(token))) {
      words.push(nameIn(token).toLowerCase());
      reader.at += 1;
    } else if (words.length > 0 && isMark(token, '(<')) {
      const found = readInside(reader, words);
      if (found === undefined) return undefined;
      inside = join(inside, found);
    } else break;
  }
  // The tokenizer splits "Schema".name into separate words.
  const name = words.join(' ').replaceAll(' .', '.').replaceAll('. ', '.');
  return name === '' ? undefined : { name, inside };
}

function join(before: Inside, after: Inside): Inside {
  const { parameters = [] } = before;
  for (const parameter of after.parameters ?? []) parameters.push(parameter);
  return { ...before, ...after, parameters };
}

function readInside(reader: Reader, words: readonly string[]): Inside | undefined {
  if (reader.depth >= maxDepth) return undefined;
  const close = isMark(reader.tokens[reader.at], '(') ? ')' : '>';
  reader.at += 1;
  const kind = words.length === 1 ? containers.get(words[0] ?? '') : undefined;
  const isPlain = kind === undefined || reader.tokens[reader.at]?.kind === 'text';
  if (isPlain) return readParameters(reader, close);
  reader.depth += 1;
  const list =
    kind === 'members' ? readList(reader, close, readMember) : readList(reader, close, readItem);
  reader.depth -= 1;
  return list && insideOf(kind, list);
}

function insideOf(kind: string, list: readonly NativeMember[]): Inside | undefined {
  if (kind === 'members') return { members: list.map(nameByPlace) };
  const [first, second] = list;
  if (kind === 'map') {
    if (!first || !second) return undefined;
    return {
      members: [
        { ...first, name: 'key' },
        { ...second, name: 'value' },
      ],
    };
  }
  if (first === undefined) return undefined;
  return kind === 'items' ? { items: first.type } : { wrapped: first.type };
}

function nameByPlace({ name, type }: NativeMember, index: number): NativeMember {
  return { name: name === '' ? String(index + 1) : name, type };
}

/** Reads members up to the closing bracket, separated by commas. */
function readList(
  reader: Reader,
  close: string,
  read: (reader: Reader) => NativeMember | undefined,
): NativeMember[] | undefined {
  const list: NativeMember[] = [];
  while (!isMark(reader.tokens[reader.at], close)) {
    if (list.length > 0) {
      if (!isMark(reader.tokens[reader.at], ',')) return undefined;
      reader.at += 1;
    }
    const found = read(reader);
    if (found === undefined) return undefined;
    list.push(found);
  }
  reader.at += 1;
  return list;
}

function readItem(reader: Reader): NativeMember | undefined {
  const type = readType(reader);
  return type && { name: '', type };
}

/** Reads `a int`, `a:int`, `"b c" int`, or a type alone. */
function readMember(reader: Reader): NativeMember | undefined {
  const [first, second] = [reader.tokens[reader.at], reader.tokens[reader.at + 1]];
  const hasColon = isMark(second, ':');
  const isNamed = isName(first) && (hasColon || (isName(second) && !isTail(second)));
  if (!isNamed) return readItem(reader);
  reader.at += hasColon ? 2 : 1;
  const type = readType(reader);
  return type && { name: nameIn(first), type };
}

/** Reads texts separated by commas up to the closing bracket. */
function readParameters(reader: Reader, close: string): Inside | undefined {
  const parameters: string[] = [''];
  for (let open = 0; ; reader.at += 1) {
    const token = reader.tokens[reader.at];
    if (token === undefined) return undefined;
    if (open === 0 && isMark(token, close)) break;
    open += nestingOf(token);
    if (open === 0 && isMark(token, ',')) parameters.push('');
    else parameters.push(`${parameters.pop() ?? ''}${parameterText(token)}`);
  }
  reader.at += 1;
  return { parameters: parameters.length === 1 && parameters[0] === '' ? [] : parameters };
}

/** The change of the nesting level by a token. */
function nestingOf(token: Token | undefined): number {
  if (isMark(token, '(<[')) return 1;
  return isMark(token, ')>]') ? -1 : 0;
}

const parameterText = ({ kind, text }: Token): string =>
  kind === 'text' ? text : text.toLowerCase();

/** Reads `[]` or `[3]`, also repeated. */
function readDimensions(
  reader: Reader,
  { start, type }: { start: number; type: NativeType },
): NativeType | undefined {
  let outer = type;
  for (let count = 1; isMark(reader.tokens[reader.at], '['); count += 1) {
    const size = readSize(reader);
    if (size === undefined || count > maxDimensions) return undefined;
    const isSame = reader.flatArrays && outer.name === 'array';
    outer = {
      name: 'array',
      text: textSince(reader, start),
      parameters: reader.flatArrays ? [] : size,
      items: isSame ? outer.items : outer,
      members: undefined,
    };
  }
  return outer;
}

/** Reads an empty or numeric array size in square brackets. */
function readSize(reader: Reader): string[] | undefined {
  const size = reader.tokens[reader.at + 1];
  const sizes = size?.kind === 'word' ? [size.text] : [];
  reader.at += 1 + sizes.length;
  if (!isMark(reader.tokens[reader.at], ']')) return undefined;
  reader.at += 1;
  return sizes;
}

function isTail(token: Token | undefined): boolean {
  return token?.kind === 'word' && tails.has(token.text.toLowerCase());
}

/** Skips to the comma or bracket that ends the member. */
function skipTail(reader: Reader): void {
  for (let open = 0; reader.at < reader.tokens.length; reader.at += 1) {
    const token = reader.tokens[reader.at];
    if (open === 0 && isMark(token, ',)>')) return;
    open += nestingOf(token);
  }
}

function textSince({ text, tokens, at }: Reader, start: number): string {
  return text.slice(start, tokens[at - 1]?.end);
}
