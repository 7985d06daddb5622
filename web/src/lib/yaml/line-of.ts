import { isPair } from 'yaml';
import type { Document, Node } from 'yaml';
import type { YamlPath } from './edits.ts';
import { collectionAt, indexOf } from './places.ts';

/** A line and column from 1. */
export type LinePlace = { line: number; column: number };

/** The place of a member or entry, or of the nearest one around it that exists. */
export function lineOf(text: string, document: Document, path: YamlPath): LinePlace | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset === undefined) continue;
    const before = text.slice(0, offset);
    const column = offset - (before.lastIndexOf('\n') + 1) + 1;
    return { line: before.split('\n').length, column };
  }
  return undefined;
}

function offsetOf(document: Document, path: YamlPath): number | undefined {
  const parent = collectionAt(document, path.slice(0, -1));
  const item: unknown = parent?.items[indexOf(parent, path.at(-1) ?? '')];
  const node = (isPair(item) ? item.key : item) as Node | null | undefined;
  return node?.range?.[0];
}
