import { canonicalJson } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { withMember } from '../../lib/json/text.ts';
import { readYamlTree } from '../../lib/yaml/tree.ts';
import type { YamlNode } from '../../lib/yaml/tree.ts';
import { writeYaml } from '../../lib/yaml/yaml.ts';
import { spliced } from '../ontology/write/edit-text.ts';
import type { Change, Edit } from '../ontology/write/edit-text.ts';
import { applyListChange, editValue } from '../ontology/write/edit-value.ts';
import { lineBreakOf } from '../ontology/write/text-lines.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';

/** The JSON text of an object with the members of `to`; the bytes of equal members stay. */
export function spliceJson(text: string, from: JsonObject, to: JsonObject): string {
  const changed = Object.entries(to).filter(([name, value]) => !isEqual(from[name], value));
  return changed.reduce(
    (before, [name, value]) => withMember(before, name, JSON.stringify(value)),
    text,
  );
}

/**
 * The YAML text of an object with the members of `to`; comments and layout stay. Text that cannot be spliced, because anchors or
 * aliases are part of what changes, is printed again.
 */
export function spliceYaml(text: string, to: JsonObject): string {
  const edited = editedYaml(text, to);
  const answer = edited === undefined ? undefined : parseYaml(edited);
  const isExact = answer?.json !== undefined && isEqual(JSON.parse(answer.json) as Json, to);
  return isExact && edited !== undefined ? edited : writeYaml(to);
}

function editedYaml(text: string, to: JsonObject): string | undefined {
  const tree = readYamlTree(text);
  if (tree.problem) return undefined;
  const lineBreak = lineBreakOf(text);
  const ended = text.endsWith('\n') ? text : text + lineBreak;
  const edit: Edit = { text: ended, lineBreak, splices: [], untaken: 0, value: editOrAppend };
  // An anchor elsewhere in the document does not prevent the change of one member.
  const root = { ...tree.root, entangled: false };
  return editValue(edit, root, { name: '', to, source: undefined }) ? spliced(edit) : undefined;
}

/** Appends to a list that only grows, also if its entries have no keys; edits other values like an ontology. */
function editOrAppend(edit: Edit, node: YamlNode, change: Change): boolean {
  const { to } = change;
  const from = node.value;
  const grows =
    node.items !== undefined &&
    Array.isArray(from) &&
    Array.isArray(to) &&
    from.length > 0 &&
    isEqual(from, to.slice(0, from.length));
  if (!grows) return editValue(edit, node, change);
  return applyListChange(edit, node, {
    to,
    correspondence: to.map((_, position) => (position < from.length ? position : undefined)),
    sourceOf: () => undefined,
    entry: () => true,
  });
}

const isEqual = (one: Json | undefined, other: Json): boolean =>
  one !== undefined && canonicalJson(one) === canonicalJson(other);
