import type { Json } from '../../lib/json.ts';
import type { YamlMember, YamlNode } from '../../lib/yaml-tree.ts';
import { emptyBlockList } from './edit-block.ts';
import { attempt, reindentedValue } from './edit-text.ts';
import type { Edit, ListChange, Source } from './edit-text.ts';
import { applyListChange, editValue } from './edit-value.ts';
import { entryOf } from './entry-of.ts';
import type { Concept } from './ontology.ts';
import type { Order, Plan } from './plan-entries.ts';
import { printInFlow, printItem, printValue } from './print-parts.ts';
import { isSameConcept } from './same-value.ts';
import { columnOf, lineEnd } from './text-lines.ts';

/** Which entries are printed anew, and the concepts of those that were. */
export type Printed = { places: ReadonlySet<number>; reprinted: string[] };

/** Makes the list of entries say what the concepts are; false when that cannot be done by splicing. */
export function editEntries(
  edit: Edit,
  order: Order,
  plan: Plan,
  { places, reprinted }: Printed,
): boolean {
  const { ontology, from } = order;
  const { member, correspondence, changed } = plan;
  if (!member) return false;
  const list = member.node;
  const itemOf = (place: number): YamlNode | undefined =>
    list.items?.[correspondence[place] ?? -1]?.node;
  const to = ontology.concepts.map((concept, place): Json => {
    const isUntouched =
      correspondence[place] !== undefined && !changed.has(place) && !places.has(place);
    return isUntouched ? null : entryOf(concept, itemOf(place));
  });
  const written = (place: number): Source | undefined => {
    const found = plan.written.get(ontology.concepts[place]?.identity ?? '');
    return found && from && { text: from.text, node: found.item.node, dash: found.item.start };
  };
  const change: ListChange = {
    to,
    correspondence,
    sourceOf: (place) => (isWritten(plan, ontology.concepts[place]) ? written(place) : undefined),
    entry: (node, place) => {
      const value = to[place] ?? null;
      if (value === null) return true;
      const asked = { name: '', to: value, source: written(place) };
      const untaken = edit.untaken;
      const isEdited = !places.has(place) && editValue(edit, node, asked);
      const isKept = isEdited && edit.untaken === untaken;
      if (!isKept) reprinted.push(ontology.concepts[place]?.identity ?? '');
      return isEdited || reprint(edit, node, value, list.style === 'flow');
    },
  };
  reprinted.push(...untakenEntries(order, plan));
  if (to.length === 0 && list.items?.length === 0) return true;
  return applyListChange(edit, list, change) || refill(edit, member, change);
}

/** New concepts whose entries cannot be taken as they are written, because of anchors. */
function untakenEntries({ ontology }: Order, { correspondence, written }: Plan): string[] {
  return ontology.concepts.flatMap(({ identity }, place) => {
    const isNew = correspondence[place] === undefined;
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
  // What stands behind it in its last line would become part of a text over several lines.
  edit.splices.push({ start, end: lineEnd(edit.text, end), text });
  return true;
}

/** A list of which nothing stays, or in which nothing was. */
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
