import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { YamlMember, YamlNode } from '../../../lib/yaml/tree.ts';
import { newNames } from './edit-text.ts';
import type { Change, Edit, ListChange, Source } from './edit-text.ts';
import { printBehindColon, printItem, printMember } from './print-parts.ts';
import { isSameValue, ownMember } from '../model/same-value.ts';
import {
  beginsLine,
  blankEnd,
  blankStart,
  columnOf,
  leadingStart,
  lineEnd,
  lineStart,
  nextLine,
  reindent,
  trailingEnd,
} from './text-lines.ts';

/** A member or entry on its own lines, starting at `start`. */
type Part = { start: number; node: YamlNode };

/** Maximum number of members to edit, because each is searched linearly; larger objects are printed again. */
const maxMembers = 1_000;

/** Edits a block of members, member by member; false when splicing is impossible. */
export function editBlockMap(edit: Edit, node: YamlNode, { to, source }: Change): boolean {
  const members = node.members ?? [];
  const target = to as JsonObject;
  if (Math.max(members.length, Object.keys(target).length) > maxMembers) return false;
  if (!members.some(({ name, node: value }) => isKept(value, ownMember(target, name))))
    return false;
  // A comment above the first member of a document belongs to the document.
  const from = columnOf(edit.text, node.start) === 0 ? lineStart(edit.text, node.start) : 0;
  const isDone = members.every((member, position) => {
    const value = ownMember(target, member.name);
    if (value === undefined) {
      return member.node.value === null || removePart(edit, members, position, from);
    }
    return (
      isSameValue(member.name, member.node.value, value) || change(edit, member, value, source)
    );
  });
  return (
    isDone &&
    newNames(node, target).every((added) => insertMember(edit, node, added, { to, source }))
  );
}

const isKept = (node: YamlNode, to: Json | undefined): boolean =>
  to !== undefined || node.value === null;

function change(edit: Edit, member: YamlMember, to: Json, source: Source | undefined): boolean {
  const { name } = member;
  const written = source?.node.members?.find((each) => each.name === name)?.node;
  const inner = source && written && { text: source.text, node: written };
  return (
    edit.value(edit, member.node, { name, to, source: inner }) || replaceMember(edit, member, to)
  );
}

/** Replaces the value after the colon of a name. */
function replaceMember(edit: Edit, { start, valueFrom, node }: YamlMember, to: Json): boolean {
  const { text, lineBreak } = edit;
  const behind = text.slice(node.end, lineEnd(text, node.end)).trim();
  const printed = printBehindColon(to);
  const isInline = !printed.includes('\n');
  const isReplaceable = node.style === 'plain' || node.style === 'quoted' || node.style === 'flow';
  if (isInline && isReplaceable) {
    edit.splices.push({ start: node.start, end: node.end, text: printed.trimStart() });
    return true;
  }
  // A comment after the old value would become part of the new value.
  if (behind !== '' && !isInline) return false;
  const column = columnOf(text, start);
  const [first = '', ...lines] = printed.split('\n');
  const rest = lines.map((line) => lineBreak + (line === '' ? '' : ' '.repeat(column) + line));
  edit.splices.push({ start: valueFrom, end: node.end, text: first + rest.join('') });
  return true;
}

/** Removes a member or entry with its lines and the comment directly above it, starting at `from` or later. */
function removePart(edit: Edit, parts: readonly Part[], position: number, from: number): boolean {
  const { text } = edit;
  const part = parts[position];
  if (!part) return false;
  const next = parts[position + 1];
  if (!beginsLine(text, part.start)) {
    // It follows the dash of an entry: the next member takes its position.
    if (!next || position > 0) return false;
    edit.splices.push({ start: part.start, end: next.start, text: '' });
    return true;
  }
  const start = leadingStart(text, part.start, from);
  const end = nextLine(text, trailingEnd(text, part.node.end, columnOf(text, part.start)));
  const before = parts[position - 1];
  const gap = gapAround(text, { start, end }, next ? undefined : before);
  edit.splices.push({ ...gap, text: '' });
  return true;
}

/** Removes lines with superfluous blank lines: below, or above if nothing follows. */
function gapAround(
  text: string,
  { start, end }: { start: number; end: number },
  before: Part | undefined,
): { start: number; end: number } {
  const above = text.slice(lineStart(text, start - 1), start).trim();
  const isOpen = start === 0 || above === '' || /^[^#]*:(?:\s+#.*)?$/.test(above);
  const below = blankEnd(text, end);
  if (isOpen && below > end) return { start, end: below };
  return before
    ? { start: blankStart(text, start, nextLine(text, before.node.end)), end }
    : { start, end };
}

function insertMember(
  edit: Edit,
  node: YamlNode,
  { name, after }: { name: string; after: string | undefined },
  { to, source }: Pick<Change, 'to' | 'source'>,
): boolean {
  const members = node.members ?? [];
  const before = members.find((member) => member.name === after) ?? members.at(-1);
  if (!before) return false;
  const column = columnOf(edit.text, node.start);
  const value = (to as JsonObject)[name] ?? null;
  const lines = takenMember(edit, source, name, value) ?? {
    text: printMember(name, value),
    column: 0,
  };
  return insertLines(edit, before, column, lines);
}

type Lines = { text: string; column: number };

/** A member as written in another text, if it has the same meaning there. */
function takenMember(
  edit: Edit,
  source: Source | undefined,
  name: string,
  value: Json,
): Lines | undefined {
  if (source?.node.style !== 'block') return undefined;
  const member = source.node.members?.find((each) => each.name === name);
  if (!member || !isSameValue(name, member.node.value, value)) return undefined;
  return takenLines(edit, source.text, member);
}

/** The lines of a member or entry with the comment above, unless parts of it are defined elsewhere. */
function takenLines(edit: Edit, text: string, part: Part): Lines | undefined {
  if (part.node.entangled) edit.untaken += 1;
  if (part.node.entangled || part.node.style === 'empty') return undefined;
  const column = columnOf(text, part.start);
  const end = trailingEnd(text, part.node.end, column);
  const isOwnLine = beginsLine(text, part.start);
  if (isOwnLine) {
    const start = leadingStart(text, part.start, 0);
    return { text: text.slice(start, end).replace('\uFEFF', ''), column };
  }
  return { text: ' '.repeat(column) + text.slice(part.start, end), column };
}

function insertLines(
  edit: Edit,
  before: Part,
  column: number,
  { text: lines, column: from }: Lines,
): boolean {
  const { text, lineBreak } = edit;
  const shifted = reindent(lines, from, column, lineBreak);
  const end = trailingEnd(text, before.node.end, column);
  const at = nextLine(text, end);
  edit.splices.push({ start: at, end: at, text: shifted + lineBreak });
  return true;
}

/** Edits a block of entries, entry by entry; false when splicing is impossible. */
export function editBlockList(edit: Edit, node: YamlNode, change: ListChange): boolean {
  const items = node.items ?? [];
  const stays = new Set(change.correspondence);
  if (!items.some((_, position) => stays.has(position))) return false;
  if (!items.every(({ start }) => beginsLine(edit.text, start))) return false;
  const isDone = items.every(
    (_, position) => stays.has(position) || removePart(edit, items, position, 0),
  );
  if (!isDone) return false;
  let before = items.at(-1);
  return change.to.every((_, position) => {
    const old = change.correspondence[position];
    const item = old === undefined ? undefined : items[old];
    if (!item) return insertEntry(edit, node, before, entryLines(edit, change, position));
    before = item;
    return change.entry(item.node, position);
  });
}

/** Empties a block of entries but keeps surrounding comments; `at` is the start of its value. */
export function emptyBlockList(edit: Edit, node: YamlNode, at: number): boolean {
  const items = node.items ?? [];
  if (node.entangled || !items.every(({ start }) => beginsLine(edit.text, start))) return false;
  edit.splices.push({ start: at, end: at, text: ' []' });
  return items.every((_, position) => removePart(edit, items, position, at));
}

/** Inserts a new entry after its predecessor in the new list, or at the end if it has none. */
function insertEntry(edit: Edit, node: YamlNode, before: Part | undefined, lines: Lines): boolean {
  if (!before) return false;
  const gap = hasGaps(edit.text, node) ? edit.lineBreak : '';
  const column = columnOf(edit.text, before.start);
  return insertLines(edit, before, column, { ...lines, text: gap + lines.text });
}

function entryLines(edit: Edit, { to, sourceOf }: ListChange, position: number): Lines {
  const source = sourceOf(position);
  const taken =
    source?.dash === undefined
      ? undefined
      : takenLines(edit, source.text, { start: source.dash, node: source.node });
  return taken ?? { text: printItem(to[position] ?? null), column: 0 };
}

/** True if entries are separated by blank lines. */
function hasGaps(text: string, { items }: YamlNode): boolean {
  const [first, second] = [items?.at(-2), items?.at(-1)];
  return (
    Boolean(first && second) && /\n[ \t]*\r?\n/.test(text.slice(first?.node.end, second?.start))
  );
}
