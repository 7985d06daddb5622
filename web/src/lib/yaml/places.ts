import { isAlias, isCollection, isMap, isPair, isScalar, isSeq } from 'yaml';
import type { CST, Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import type { YamlPath } from './edits.ts';

/** A member of an object or an entry of a list in its source, with offsets. */
export type Place = {
  parent: YAMLMap | YAMLSeq;
  index: number;
  isFlow: boolean;
  /** Where the key or the dash begins; in a flow list, the value. */
  start: number;
  /** After `:` or `-`. */
  valueFrom: number;
  /** After the last character of the value, without comments and line breaks behind it; block texts keep theirs. */
  end: number;
  key: Node | undefined;
  value: Node | null;
};

type Tokens = readonly CST.SourceToken[];

const offsetOf = (tokens: Tokens | undefined, type: string): number | undefined =>
  tokens?.find((token) => token.type === type)?.offset;

/** The end of the content of a node; trailing comments and line breaks do not count. */
export function contentEnd(node: Node | null | undefined): number | undefined {
  if (!node?.range) return undefined;
  if (!isCollection(node) || node.flow === true) {
    if (isScalar(node) && node.source === '' && node.range[0] === node.range[1]) return undefined;
    return node.range[1];
  }
  return placesOf(node).at(-1)?.end;
}

/** Places of all members or entries; empty for sources that cannot be patched, such as `? key`. */
export function placesOf(parent: YAMLMap | YAMLSeq): Place[] {
  const token = parent.srcToken;
  if (token === undefined || !('items' in token)) return [];
  const tokens = token.items as readonly CST.CollectionItem[];
  const places = parent.items.map((item, index) => placeOf(parent, item, index, tokens[index]));
  return places.every((place) => place !== undefined) ? places : [];
}

/** The place of one member or entry only: long lists are not walked through. */
export function placeAt(parent: YAMLMap | YAMLSeq, index: number): Place | undefined {
  const token = parent.srcToken;
  if (token === undefined || !('items' in token)) return undefined;
  const tokens = token.items as readonly CST.CollectionItem[];
  return placeOf(parent, parent.items[index], index, tokens[index]);
}

function placeOf(
  parent: YAMLMap | YAMLSeq,
  item: unknown,
  index: number,
  token: CST.CollectionItem | undefined,
): Place | undefined {
  if (token === undefined) return undefined;
  return isPair(item) && isMap(parent)
    ? pairPlace(parent, item as Pair<Node, Node | null>, index, token)
    : entryPlace(parent, item as Node, index, token);
}

function pairPlace(
  parent: YAMLMap,
  { key, value }: Pair<Node, Node | null>,
  index: number,
  { start: before, sep }: CST.CollectionItem,
): Place | undefined {
  const colon = offsetOf(sep, 'map-value-ind');
  if (!isScalar(key) || colon === undefined || !key.range) return undefined;
  const explicit = offsetOf(before, 'explicit-key-ind') ?? offsetOf(before, 'anchor');
  const start = Math.min(key.range[0], explicit ?? key.range[0]);
  const properties = Math.max(...endsOf(sep, colon + 1));
  const end = Math.max(contentEnd(value) ?? 0, properties);
  const isFlow = parent.flow === true;
  return { parent, index, isFlow, start, valueFrom: colon + 1, end, key, value };
}

/** Anchors and tags stand before a value, also before an empty one. */
function endsOf(tokens: Tokens | undefined, least: number): number[] {
  const properties = (tokens ?? []).filter(({ type }) => type === 'anchor' || type === 'tag');
  return [least, ...properties.map(({ offset, source }) => offset + source.length)];
}

function entryPlace(
  parent: YAMLMap | YAMLSeq,
  value: Node | undefined,
  index: number,
  { start: before }: CST.CollectionItem,
): Place | undefined {
  if (value === undefined || !isSeq(parent) || isPair(value)) return undefined;
  const isFlow = parent.flow === true;
  const start = isFlow ? flowStart(value, before) : offsetOf(before, 'seq-item-ind');
  if (start === undefined) return undefined;
  const valueFrom = isFlow ? start : start + 1;
  const end = Math.max(contentEnd(value) ?? 0, ...endsOf(before, valueFrom));
  return { parent, index, isFlow, start, valueFrom, end, key: undefined, value };
}

function flowStart({ range }: Node, before: Tokens): number | undefined {
  const property = before.find(({ type }) => type === 'anchor' || type === 'tag')?.offset;
  return range ? Math.min(range[0], property ?? range[0]) : undefined;
}

/** The node at a path; undefined behind an alias, whose source stands elsewhere. */
export function nodeAt(document: Document, path: YamlPath): Node | null | undefined {
  let node: Node | null | undefined = document.contents;
  for (const key of path) {
    if (isAlias(node) || !isCollection(node)) return undefined;
    const item: unknown = node.items[indexOf(node, key)];
    if (item === undefined) return undefined;
    node = (isPair(item) && isMap(node) ? item.value : item) as Node | null;
  }
  return node;
}

/** The position of a key among the members of an object, or of an entry in a list; -1 if there is none. */
export function indexOf(parent: YAMLMap | YAMLSeq, key: string | number): number {
  if (isSeq(parent)) return typeof key === 'number' && key < parent.items.length ? key : -1;
  return parent.items.findIndex(
    (pair) => isScalar(pair.key) && String(pair.key.value) === String(key),
  );
}

/** The object or list at a path, and where it stands. */
export function collectionAt(document: Document, path: YamlPath): YAMLMap | YAMLSeq | undefined {
  const node = nodeAt(document, path);
  return isMap(node) || isSeq(node) ? node : undefined;
}
