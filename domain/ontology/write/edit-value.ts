import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { YamlNode } from '../../../lib/yaml/tree.ts';
import { editBlockList, editBlockMap } from './edit-block.ts';
import { editFlowList, editFlowMap } from './edit-flow.ts';
import { attempt } from './edit-text.ts';
import type { Change, Correspondence, Edit, ListChange, Source } from './edit-text.ts';
import { relationshipOf } from '../ontology.ts';
import type { Relationship } from '../ontology.ts';
import { isSameValue, keyFunction, pairEntries, shapeOf } from '../model/same-value.ts';

/**
 * Edits a value with as few splices as possible; false when splicing is impossible, and then nothing is
 * changed.
 */
export function editValue(edit: Edit, node: YamlNode, change: Change): boolean {
  if (node.entangled) return false;
  return attempt(edit, () => {
    const { to } = change;
    if (Array.isArray(to) && node.items) return editList(edit, node, change, to);
    if (!isObject(to) || !node.members) return false;
    return node.style === 'flow'
      ? editFlowMap(edit, node, change)
      : editBlockMap(edit, node, change);
  });
}

/** Edits a list by corresponding entries. */
export function applyListChange(edit: Edit, node: YamlNode, change: ListChange): boolean {
  return node.style === 'flow'
    ? editFlowList(edit, node, change)
    : editBlockList(edit, node, change);
}

function editList(edit: Edit, node: YamlNode, { name, to, source }: Change, list: Json[]): boolean {
  const from = node.value as Json[];
  const isRelationships = name === 'relationships' && [...from, ...list].every(isObject);
  const correspondence = isRelationships
    ? pairedRelationships(from, list)
    : correspondingEntries(name, from, list);
  if (!correspondence) return false;
  return applyListChange(edit, node, {
    to: list,
    correspondence,
    sourceOf: isRelationships ? relationshipSource(source, to) : () => undefined,
    entry: (entry, position) => editEntry(edit, entry, list[position] ?? null),
  });
}

function editEntry(edit: Edit, node: YamlNode, to: Json): boolean {
  if (isSameValue('', node.value, to)) return true;
  return editValue(edit, node, { name: '', to, source: undefined });
}

/** Returns undefined when the order of the list is significant and entries were added or removed. */
function correspondingEntries(
  name: string,
  from: readonly Json[],
  to: readonly Json[],
): Correspondence | undefined {
  const shape = shapeOf(name, [from, to]);
  if (shape.kind === 'ordered') {
    return from.length === to.length ? to.map((_, position) => position) : undefined;
  }
  const keyOf = keyFunction(shape);
  const positions = new Map(from.map((entry, position) => [keyOf(entry), position]));
  return to.map((entry) => positions.get(keyOf(entry)));
}

/** Relationships in the form of the model, from the written values. */
function relationshipsOf(list: readonly Json[]): Relationship[] {
  return list.map((fields) => {
    const members = Object.entries(fields as JsonObject).filter(([, value]) => value !== null);
    return relationshipOf(Object.fromEntries(members));
  });
}

function pairedRelationships(from: readonly Json[], to: readonly Json[]): Correspondence {
  const [before, after] = [relationshipsOf(from), relationshipsOf(to)];
  const partners = new Map(pairEntries(before, after).pairs.map((pair) => [pair.to, pair.from]));
  const positions = new Map(before.map((entry, position) => [entry, position]));
  return after.map((entry) => {
    const partner = partners.get(entry);
    return partner && positions.get(partner);
  });
}

/** Finds the existing text of relationships in the new list. */
function relationshipSource(
  source: Source | undefined,
  to: Json,
): (position: number) => Source | undefined {
  const items = source?.node.items;
  if (
    !source ||
    !items ||
    source.node.style !== 'block' ||
    !items.every(({ node }) => node.members)
  )
    return () => undefined;
  const written = relationshipsOf(source.node.value as Json[]);
  const wanted = relationshipsOf(to as Json[]);
  const positions = new Map(written.map(({ identity }, position) => [identity, position]));
  return (position) => {
    const at = positions.get(wanted[position]?.identity ?? '') ?? -1;
    const item = items[at];
    if (!item || !isSameValue('', written[at]?.fields, wanted[position]?.fields)) return undefined;
    return { text: source.text, node: item.node, dash: item.start };
  };
}
