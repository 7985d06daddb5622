import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, YAMLMap, YAMLSeq } from 'yaml';

/** A piece of a text. It begins with the comments above it, and ends where the next one begins. */
export type TextPart = {
  text: string;
  /** Where its value stands in the text that was read. */
  source: string;
  from: number;
  value: Node | undefined;
  isWhole?: true;
};

/** Parts by their keys or names, in their order. */
export type TextParts = ReadonlyMap<string, TextPart>;

/** The lines above the first key or entry of a part. */
const headKey = '';

/** A text as one part. */
export function readPart(source: string): TextPart {
  const { contents, errors } = parseDocument(source, { logLevel: 'silent' });
  const value = errors.length === 0 && contents !== null ? contents : undefined;
  return { text: source, source, from: 0, value, isWhole: true };
}

/** The keys of a map, or the entries of a list by their names: together they are the part. Undefined if they have no lines of their own. */
export function splitPart(part: TextPart): TextParts | undefined {
  const starts = startsOf(part);
  const first = starts?.[0];
  if (starts === undefined || first === undefined) return undefined;
  if (new Set(starts.map(({ key }) => key)).size < starts.length) return undefined;
  const { source, from, text } = part;
  const end = from + text.length;
  // The first key of the whole text includes the lines above it.
  const begin = part.isWhole === true ? 0 : first.at;
  const head = begin === from ? [] : [[headKey, cut(source, from, begin, undefined)] as const];
  const parts = starts.map(({ key, at, value }, index) => {
    const to = starts[index + 1]?.at ?? end;
    return [key, cut(source, index === 0 ? begin : at, to, value)] as const;
  });
  return new Map([...head, ...parts]);
}

const cut = (source: string, from: number, to: number, value: Node | undefined): TextPart => ({
  text: source.slice(from, to),
  source,
  from,
  value,
});

type Start = { key: string; at: number; value: Node | undefined };

function startsOf({ source, from, value }: TextPart): Start[] | undefined {
  if (!(isMap(value) || isSeq(value)) || value.flow === true) return undefined;
  const found = isMap(value)
    ? keysOf(value as YAMLMap<Node, Node>)
    : entriesOf(value as YAMLSeq<Node>);
  const starts: Start[] = [];
  for (const { key, offset, value: inner } of found) {
    if (key === undefined || offset === undefined) return undefined;
    const line = source.lastIndexOf('\n', offset - 1) + 1;
    if (line < from) return undefined;
    starts.push({ key, at: withComments(source, line, from), value: inner });
  }
  return starts;
}

type Found = { key: string | undefined; offset: number | undefined; value: Node | undefined };

const keysOf = ({ items }: YAMLMap<Node, Node>): Found[] =>
  items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : undefined,
    offset: key.range?.[0],
    value: value ?? undefined,
  }));

/** Members that name an entry of a list. */
const nameKeys = ['name', 'id', 'property', 'server', 'channel', 'role', 'username', 'url'];

const entriesOf = ({ items }: YAMLSeq<Node>): Found[] =>
  items.map((value) => ({ key: nameOf(value), offset: value.range?.[0], value }));

function nameOf(entry: Node): string | undefined {
  if (!isMap(entry)) return undefined;
  return nameKeys.map((key) => entry.get(key)).find((each) => typeof each === 'string');
}

/** The start of the comments right above a line. */
function withComments(text: string, line: number, from: number): number {
  let start = line;
  while (start > from) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (above < from || !text.slice(above, start).trimStart().startsWith('#')) return start;
    start = above;
  }
  return start;
}
