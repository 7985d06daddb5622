import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { YamlNode } from '../../../lib/yaml/tree.ts';
import { newNames } from './edit-text.ts';
import type { Change, Edit, ListChange } from './edit-text.ts';
import { printInFlow } from './print-parts.ts';
import { isSameValue, ownMember } from '../model/same-value.ts';
import { columnOf } from './text-lines.ts';

/** Edits `{…}`, member by member; false when splicing is impossible. */
export function editFlowMap(edit: Edit, node: YamlNode, { to }: Change): boolean {
  const members = node.members ?? [];
  const target = to as JsonObject;
  const isJson = edit.text[members[0]?.start ?? 0] === '"';
  const stays = members.map(
    ({ name, node: value }) => ownMember(target, name) !== undefined || value.value === null,
  );
  if (!removeOthers(edit, members, stays)) return false;
  const isDone = members.every((member, position) => {
    const value = ownMember(target, member.name);
    if (!stays[position] || value === undefined) return true;
    if (isSameValue(member.name, member.node.value, value)) return true;
    const change = { name: member.name, to: value, source: undefined };
    return edit.value(edit, member.node, change) || replaceInFlow(edit, member.node, value, isJson);
  });
  const added = newNames(node, target).map(({ name }) => {
    return `${printInFlow(name, isJson)}: ${printed(edit, node, target[name] ?? null, isJson)}`;
  });
  return isDone && append(edit, node, stays, added);
}

/** Edits `[…]`, entry by entry; false when splicing is impossible. */
export function editFlowList(edit: Edit, node: YamlNode, change: ListChange): boolean {
  const items = node.items ?? [];
  const kept = new Set(change.correspondence);
  const stays = items.map((_, position) => kept.has(position));
  const isJson = /["[{]/.test(edit.text[items[0]?.node.start ?? 0] ?? '"');
  if (!removeOthers(edit, items, stays)) return false;
  const isDone = change.to.every((_, position) => {
    const old = change.correspondence[position];
    const item = old === undefined ? undefined : items[old];
    return !item || change.entry(item.node, position);
  });
  const added = change.to.filter((_, position) => change.correspondence[position] === undefined);
  const texts = added.map((value) => printed(edit, node, value, isJson));
  return isDone && append(edit, node, stays, texts);
}

type Part = { start: number; node: YamlNode };

/** Removes parts that do not stay, with one comma each; false when none would be left. */
function removeOthers(edit: Edit, parts: readonly Part[], stays: readonly boolean[]): boolean {
  const last = stays.lastIndexOf(true);
  const kept = parts[last];
  if (!kept) return false;
  for (const [position, { start }] of parts.slice(0, last).entries()) {
    const end = parts[position + 1]?.start ?? start;
    if (!stays[position]) edit.splices.push({ start, end, text: '' });
  }
  const end = parts.at(-1)?.node.end ?? kept.node.end;
  if (end > kept.node.end) edit.splices.push({ start: kept.node.end, end, text: '' });
  return true;
}

function replaceInFlow(edit: Edit, node: YamlNode, to: Json, isJson: boolean): boolean {
  if (node.entangled || node.style === 'empty') return false;
  edit.splices.push({ start: node.start, end: node.end, text: printInFlow(to, isJson) });
  return true;
}

/** Appends after the last part that stays, with the same separator. */
function append(
  edit: Edit,
  node: YamlNode,
  stays: readonly boolean[],
  texts: readonly string[],
): boolean {
  const last = partsOf(node)[stays.lastIndexOf(true)];
  if (texts.length === 0) return true;
  if (!last) return false;
  const gap = gapOf(edit.text, node);
  const text = texts.map((each) => `,${gap}${each}`).join('');
  edit.splices.push({ start: last.node.end, end: last.node.end, text });
  return true;
}

const partsOf = ({ members, items }: YamlNode): readonly Part[] => members ?? items ?? [];

function gapOf(text: string, node: YamlNode): string {
  const [first, second] = partsOf(node);
  if (!first) return ' ';
  const gap = second
    ? text.slice(first.node.end, second.start).replace(',', '')
    : text.slice(node.start + 1, first.start);
  return /^\s+$/.test(gap) ? gap : ' ';
}

/** A new value, on several lines if the others are on their own lines. */
function printed(edit: Edit, node: YamlNode, value: Json, isJson: boolean): string {
  const first = partsOf(node)[0];
  const isOnLines = first && gapOf(edit.text, node).includes('\n');
  if (!isOnLines || !isJson || typeof value !== 'object') return printInFlow(value, isJson);
  const indent = ' '.repeat(columnOf(edit.text, first.start));
  return JSON.stringify(value, undefined, 2).replaceAll('\n', edit.lineBreak + indent);
}
