import { isScalar } from 'yaml';
import type { Document } from 'yaml';
import type { YamlEdit, YamlPath } from './edits.ts';
import { movePatch } from './move-patch.ts';
import { collectionAt, indexOf, placeAt } from './places.ts';
import type { Place } from './places.ts';
import { afterBreak, columnOf, eolOf, isFirstInLine, lineEnd, lineStart } from './splice.ts';
import type { Splice } from './splice.ts';
import { itemLines, jsonText, keyText, pairLines, scalarText } from './write.ts';

type Source = { text: string; document: Document };

/** Ways to write an edit into the source, the one that people would write first. Not every way gives the wanted model. */
export function patchesOf(source: Source, edit: YamlEdit): (() => Splice | undefined)[] {
  if (edit.op === 'rename') return [() => renamePatch(source, edit.path, edit.key)];
  if (edit.op === 'move') return [() => movePatch(source, edit)];
  if (edit.op === 'insert') {
    const whole: SetEdit = { op: 'set', path: edit.path, value: [edit.value] };
    return [() => insertPatch(source, edit), () => setJson(source, whole)];
  }
  if (edit.op === 'remove') {
    return [
      () => removePatch(source, edit.path, true),
      () => removePatch(source, edit.path, false),
    ];
  }
  return [() => setPatch(source, edit), () => setJson(source, edit)];
}

function placeOf({ document }: Source, path: YamlPath): Place | undefined {
  const parent = collectionAt(document, path.slice(0, -1));
  const key = path.at(-1);
  if (parent === undefined || key === undefined) return undefined;
  const index = indexOf(parent, key);
  return index === -1 ? undefined : placeAt(parent, index);
}

type SetEdit = Extract<YamlEdit, { op: 'set' }>;

function setPatch(source: Source, { path, value }: SetEdit): Splice | undefined {
  const place = placeOf(source, path);
  if (path.length === 0) return rootPatch(source, value);
  if (place === undefined) return appendPatch(source, path, value);
  return scalarPatch(place, value) ?? blockPatch(source.text, place, value);
}

/** A value that can stand on one line without quotes for its line breaks. */
const isOneLine = (value: unknown): boolean =>
  typeof value === 'string' ? !value.includes('\n') : typeof value !== 'object' || value === null;

const quoted = new Set<unknown>(['QUOTE_DOUBLE', 'QUOTE_SINGLE']);
const blocks = new Set<unknown>(['BLOCK_LITERAL', 'BLOCK_FOLDED']);

/** A scalar instead of a scalar: only its own characters change. */
function scalarPatch({ value: old, isFlow, valueFrom, end }: Place, value: unknown) {
  if (!isOneLine(value) || !isScalar(old) || !old.range) return undefined;
  if (old.tag !== undefined || blocks.has(old.type)) return undefined;
  const keepsQuotes = quoted.has(old.type) && typeof value === 'string';
  const insert = scalarText(value, keepsQuotes ? (old.type as 'QUOTE_DOUBLE') : 'PLAIN', isFlow);
  if (insert === undefined) return undefined;
  const [from, to] = old.range;
  if (from === to) return { from: end, to: end, insert: ` ${insert}` };
  return { from: Math.max(from, valueFrom), to, insert };
}

/** The member or entry anew, in block style, with the lines that it takes. */
function blockPatch(text: string, place: Place, value: unknown): Splice | undefined {
  const { isFlow, start, end, key } = place;
  if (isFlow) return undefined;
  const style = { eol: eolOf(text), indent: columnOf(text, start) };
  const isMember = key !== undefined && isScalar(key);
  const lines = isMember ? pairLines('k', value, style) : itemLines(value, style);
  const from = isMember ? place.valueFrom : start;
  const insert = isMember ? lines.slice(style.indent + 2) : lines.slice(style.indent);
  const to = end > 0 && text[end - 1] === '\n' ? lineEnd(text, end) : end;
  return { from, to, insert };
}

/** The value on one line as JSON. */
function setJson(source: Source, { path, value }: SetEdit): Splice | undefined {
  if (path.length === 0) return undefined;
  const place = placeOf(source, path);
  if (place === undefined) return undefined;
  const { text } = source;
  const { valueFrom, end, isFlow } = place;
  const to = end > 0 && text[end - 1] === '\n' ? lineEnd(text, end) : end;
  return {
    from: valueFrom,
    to,
    insert: `${isFlow && place.key === undefined ? '' : ' '}${jsonText(value)}`,
  };
}

/** The first content of an empty document, behind its comments. */
function rootPatch({ text, document }: Source, value: unknown): Splice | undefined {
  const range = document.contents?.range;
  if (range && range[0] !== range[1]) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const style = { eol: eolOf(text), indent: 0 };
  const isOpen = text !== '' && text !== '\ufeff' && !text.endsWith('\n');
  const lines = Object.entries(value).map(([key, each]) => pairLines(key, each, style) + style.eol);
  const insert = `${isOpen ? style.eol : ''}${lines.join('')}`;
  return { from: text.length, to: text.length, insert };
}

/** A new member at the end of its object. */
function appendPatch(source: Source, path: YamlPath, value: unknown): Splice | undefined {
  const { text, document } = source;
  const key = String(path.at(-1));
  const parent = collectionAt(document, path.slice(0, -1));
  const style = { eol: eolOf(text), indent: 0 };
  if (parent === undefined) return undefined;
  const last = placeAt(parent, parent.items.length - 1);
  if (parent.flow === true || last === undefined) {
    return flowInsert(text, parent, last, `${keyText(key)}: ${jsonText(value)}`);
  }
  const lines = pairLines(key, value, { ...style, indent: columnOf(text, firstStart(parent)) });
  return { from: lineEnd(text, last.end), to: lineEnd(text, last.end), insert: style.eol + lines };
}

const firstStart = (parent: Place['parent']): number => placeAt(parent, 0)?.start ?? 0;

function flowInsert(
  text: string,
  parent: Place['parent'],
  last: Place | undefined,
  written: string,
) {
  if (last !== undefined) return { from: last.end, to: last.end, insert: `, ${written}` };
  const open = parent.range?.[0];
  if (open === undefined || !/[[{]/u.test(text[open] ?? '')) return undefined;
  return { from: open + 1, to: open + 1, insert: written };
}

function insertPatch(source: Source, edit: Extract<YamlEdit, { op: 'insert' }>) {
  const { text, document } = source;
  const parent = collectionAt(document, edit.path);
  if (parent === undefined)
    return setPatch(source, { op: 'set', path: edit.path, value: [edit.value] });
  const count = parent.items.length;
  const before = placeAt(parent, Math.min(edit.index, count) - 1);
  const next = placeAt(parent, edit.index);
  if (parent.flow === true || count === 0) {
    if (count === 0) return setPatch(source, { op: 'set', path: edit.path, value: [edit.value] });
    if (next !== undefined)
      return { from: next.start, to: next.start, insert: `${jsonText(edit.value)}, ` };
    return flowInsert(text, parent, before, jsonText(edit.value));
  }
  const style = { eol: eolOf(text), indent: columnOf(text, firstStart(parent)) };
  const lines = itemLines(edit.value, style);
  if (before === undefined) {
    // The first entry may stand behind the dash of another list.
    const from = next?.start ?? 0;
    return {
      from,
      to: from,
      insert: `${lines.slice(style.indent)}${style.eol}${' '.repeat(style.indent)}`,
    };
  }
  const from = lineEnd(text, before.end);
  return { from, to: from, insert: style.eol + lines };
}

/** Within braces a key may stand directly before its colon, which only quotes allow. */
function renamePatch(source: Source, path: YamlPath, key: string): Splice | undefined {
  const place = placeOf(source, path);
  if (!place?.key?.range) return undefined;
  const [from, to] = place.key.range;
  return { from, to, insert: place.isFlow ? jsonText(key) : keyText(key) };
}

/** Removes a member or entry. What stands behind the dash of a list makes room for the next member, unless a comment is between. */
function removePatch(source: Source, path: YamlPath, joins: boolean): Splice | undefined {
  const place = placeOf(source, path);
  if (place === undefined) return undefined;
  const { text } = source;
  const { parent, start, isFlow } = place;
  if (parent.items.length === 1) return emptyPatch(source, path, isFlow ? parent : undefined);
  if (isFlow) return removeFromFlow(text, place);
  return isFirstInLine(text, start)
    ? removeLines(text, place)
    : removeBehindDash(text, place, joins);
}

function removeLines(text: string, { start, end }: Place): Splice {
  const mark = text.startsWith('\ufeff') && lineStart(text, start) === 0 ? 1 : 0;
  const from = lineStart(text, start) + mark;
  const after = lineEnd(text, end);
  const isLast = afterBreak(text, after) === after;
  return { from: isLast ? lineEnd(text, from) : from, to: afterBreak(text, after), insert: '' };
}

function removeBehindDash(text: string, { parent, index, start, end }: Place, joins: boolean) {
  const next = placeAt(parent, index + 1);
  if (next === undefined) return undefined;
  const after = lineEnd(text, end);
  if (!joins) return { from: start, to: after, insert: '' };
  const between = text.slice(afterBreak(text, after), next.start);
  return between.trim() === '' ? { from: start, to: next.start, insert: '' } : undefined;
}

/** Comments on the lines of other entries stay. */
function removeFromFlow(text: string, { parent, index, start, end }: Place): Splice | undefined {
  const next = placeAt(parent, index + 1);
  if (next !== undefined) {
    const between = text.slice(end, next.start);
    const kept = between.includes('#') ? between.slice(between.search(/\r?\n/u)) : '';
    return { from: start, to: next.start, insert: kept };
  }
  const before = placeAt(parent, index - 1);
  if (before === undefined) return undefined;
  const between = text.slice(before.end, start);
  const kept = between.includes('#') ? between.replace(/^\s*,/u, '') : '';
  return { from: before.end, to: end, insert: kept };
}

/** The last one leaves an empty object or list. */
function emptyPatch(source: Source, path: YamlPath, flow: Place['parent'] | undefined) {
  const [only] = path.slice(-1);
  const value = typeof only === 'number' ? [] : {};
  if (flow?.range) return { from: flow.range[0], to: flow.range[1], insert: jsonText(value) };
  if (path.length > 1) return setPatch(source, { op: 'set', path: path.slice(0, -1), value });
  const place = placeOf(source, path);
  return (
    place && { from: place.start, to: lineEnd(source.text, place.end), insert: jsonText(value) }
  );
}
