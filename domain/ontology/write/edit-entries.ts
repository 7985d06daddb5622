import type { Json } from '../../../lib/json/json.ts';
import type { YamlMember, YamlNode } from '../../../lib/yaml/tree.ts';
import { emptyBlockList } from './edit-block.ts';
import { attempt, reindentedValue } from './edit-text.ts';
import type { Edit, ListChange, Source } from './edit-text.ts';
import { applyListChange, editValue } from './edit-value.ts';
import { entryOf } from '../read/entry-of.ts';
import type { Concept } from '../ontology.ts';
import type { Order, Plan } from './plan-entries.ts';
import { printInFlow, printItem, printValue } from './print-parts.ts';
import { isSameConcept } from '../model/same-value.ts';
import { columnOf, lineEnd } from './text-lines.ts';

/** Indexes of reprinted entries, and the concepts that had one before. */
export type Printed = { positions: ReadonlySet<number>; reprinted: string[] };

/** Edits the list of entries to match the concepts; false when splicing is impossible. */
export function editEntries(
  edit: Edit,
  order: Order,
  plan: Plan,
  { positions, reprinted }: Printed,
): boolean {
  const { ontology, from } = order;
  const { member, correspondence, changed } = plan;
  if (!member) return false;
  const list = member.node;
  const itemOf = (position: number): YamlNode | undefined =>
    list.items?.[correspondence[position] ?? -1]?.node;
  const to = ontology.concepts.map((concept, position): Json => {
    const isUntouched =
      correspondence[position] !== undefined && !changed.has(position) && !positions.has(position);
    return isUntouched ? null : entryOf(concept, itemOf(position));
  });
  const written = (position: number): Source | undefined => {
    const found = plan.written.get(ontology.concepts[position]?.identity ?? '');
    return found && from && { text: from.text, node: found.item.node, dash: found.item.start };
  };
  const change: ListChange = {
    to,
    correspondence,
    sourceOf: (position) =>
      isWritten(plan, ontology.concepts[position]) ? written(position) : undefined,
    entry: (node, position) => {
      const value = to[position] ?? null;
      if (value === null) return true;
      const asked = { name: '', to: value, source: written(position) };
      const untaken = edit.untaken;
      const isEdited = !positions.has(position) && editValue(edit, node, asked);
      const isKept = isEdited && edit.untaken === untaken;
      if (!isKept) reprinted.push(ontology.concepts[position]?.identity ?? '');
      return isEdited || reprint(edit, node, value, list.style === 'flow');
    },
  };
  reprinted.push(...untakenEntries(order, plan));
  if (to.length === 0 && list.items?.length === 0) return true;
  return applyListChange(edit, list, change) || refill(edit, member, change);
}

/** New concepts whose entries cannot be copied as written, because of anchors. */
function untakenEntries({ ontology }: Order, { correspondence, written }: Plan): string[] {
  return ontology.concepts.flatMap(({ identity }, position) => {
    const isNew = correspondence[position] === undefined;
    return isNew && written.get(identity)?.item.node.entangled ? [identity] : [];
  });
}

function isWritten({ written }: Plan, wanted: Concept | undefined): boolean {
  if (!wanted) return false;
  const found = written.get(wanted.identity);
  return found !== undefined && isSameConcept(found.concept, wanted);
}

function reprint(edit: Edit, { start, end }: YamlNode, value: Json, isInFlow: boolean): boolean {
  if (isInFlow) {
    edit.splices.push({ start, end, text: printInFlow(value, true) });
    return true;
  }
  const text = reindentedValue(printValue(value), columnOf(edit.text, start), edit.lineBreak);
  // Text after it on its last line would become part of a multi-line text.
  edit.splices.push({ start, end: lineEnd(edit.text, end), text });
  return true;
}

/** Replaces a list whose entries are all removed, or that was empty. */
function refill(
  edit: Edit,
  { node, valueFrom }: YamlMember,
  { to, correspondence }: ListChange,
): boolean {
  if (correspondence.some((old) => old !== undefined)) return false;
  const isEmptied = to.length === 0 && node.style === 'block';
  if (isEmptied && attempt(edit, () => emptyBlockList(edit, node, valueFrom))) return true;
  const isJson =
    node.style === 'flow' && edit.text.replace('\uFEFF', '').trimStart().startsWith('{');
  if (isJson || to.length === 0) {
    edit.splices.push({ start: valueFrom, end: node.end, text: ` ${JSON.stringify(to)}` });
    return true;
  }
  const column = node.style === 'flow' ? 2 : columnOf(edit.text, node.start);
  const indent = ' '.repeat(column);
  const lines = to.map((value) =>
    reindentedValue(indent + printItem(value), column, edit.lineBreak),
  );
  const text = edit.lineBreak + lines.join(edit.lineBreak);
  edit.splices.push({ start: valueFrom, end: node.end, text });
  return true;
}
