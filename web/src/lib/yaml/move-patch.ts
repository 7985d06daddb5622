import type { Document } from 'yaml';
import { moved } from './edits.ts';
import type { YamlEdit } from './edits.ts';
import { collectionAt, placesOf } from './places.ts';
import type { Place } from './places.ts';
import { afterBreak, columnOf, isFirstInLine, lineEnd } from './splice.ts';
import type { Splice } from './splice.ts';

type Source = { text: string; document: Document };
type MoveEdit = Extract<YamlEdit, { op: 'move' }>;

/** Puts whole entries into another order, each with the comment lines above it. */
export function movePatch({ text, document }: Source, edit: MoveEdit): Splice | undefined {
  const parent = collectionAt(document, edit.path);
  const places = parent === undefined ? [] : placesOf(parent);
  const bounds = places.map((place, index) => boundsOf(text, place, places[index - 1]));
  const low = Math.min(edit.from, edit.to);
  const slots = bounds.slice(low, Math.max(edit.from, edit.to) + 1);
  const [first] = slots;
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const order = moved(slots, edit.from - low, edit.to - low);
  const parts = order.map(([from, to], slot) => {
    const next = slots[slot + 1];
    const own = slots[slot];
    return text.slice(from, to) + (own && next ? text.slice(own[1], next[0]) : '');
  });
  return { from: first[0], to: last[1], insert: parts.join('') };
}

function boundsOf(
  text: string,
  { start, end, isFlow }: Place,
  before: Place | undefined,
): [number, number] {
  if (isFlow) return [start, end];
  const to = lineEnd(text, end);
  if (before === undefined || !isFirstInLine(text, start)) return [start, to];
  return [afterBreak(text, lineEnd(text, before.end)) + columnOf(text, start), to];
}
