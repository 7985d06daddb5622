import { inspectJson, isStorable } from '../../lib/json.ts';
import { positionOf } from '../../lib/yaml-positions.mjs';
import type { YamlNode } from '../../lib/yaml-tree.ts';
import type { OntologyViolation, ParsedOntology } from '../ontology/parse-ontology.ts';

/** More than a text may be nested. */
const deepest = 70;

/** Says where a text stands that Postgres cannot store. */
export function findUnstorable({
  text,
  root,
  ontology: { members, concepts },
}: ParsedOntology): OntologyViolation | undefined {
  const { unstorableAt } = inspectJson({ members, concepts }, deepest);
  if (unstorableAt === undefined) return undefined;
  const message =
    'holds a NUL character or half of a surrogate pair, which cannot be stored: remove it';
  const { field, offset } = unstorableIn(root, '', 0) ?? { field: unstorableAt, offset: 0 };
  return { field, message, ...positionOf(text, offset) };
}

type Place = { field: string; offset: number };

/** Looked for only when there is one; an alias has no text of its own. */
function unstorableIn({ value, ...node }: YamlNode, field: string, at: number): Place | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { field, offset: at };
  const within = field === '' ? '' : `${field}.`;
  for (const { name, start, node: member } of node.members ?? []) {
    if (!isStorable(name)) return { field, offset: start };
    const found = unstorableIn(member, within + name, start);
    if (found) return found;
  }
  return unstorableAmong(node.items ?? [], field);
}

function unstorableAmong(items: readonly { node: YamlNode }[], field: string): Place | undefined {
  for (const [place, { node }] of items.entries()) {
    const found = unstorableIn(node, `${field}[${place}]`, node.start);
    if (found) return found;
  }
  return undefined;
}
