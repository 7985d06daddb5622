import { inspectJson, isStorable } from '../../lib/json/json.ts';
import { positionOf } from '../../lib/yaml/positions.mjs';
import type { YamlNode } from '../../lib/yaml/tree.ts';
import type { OntologyViolation, ParsedOntology } from '../ontology/read/parse-ontology.ts';

/** Maximum depth of the search, greater than the allowed nesting of a text. */
const maxDepth = 70;

/** Finds the location of a text that Postgres cannot store. */
export function findUnstorable({
  text,
  root,
  ontology: { members, concepts },
}: ParsedOntology): OntologyViolation | undefined {
  const { unstorableAt } = inspectJson({ members, concepts }, maxDepth);
  if (unstorableAt === undefined) return undefined;
  const message =
    'holds a NUL character or half of a surrogate pair, which cannot be stored: remove it';
  const { field, offset } = unstorableIn(root, '', 0) ?? { field: unstorableAt, offset: 0 };
  return { field, message, ...positionOf(text, offset) };
}

type Location = { field: string; offset: number };

/** Runs only if there is unstorable text; aliases are skipped, because their text is at the anchor. */
function unstorableIn(
  { value, ...node }: YamlNode,
  field: string,
  at: number,
): Location | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { field, offset: at };
  const within = field === '' ? '' : `${field}.`;
  for (const { name, start, node: member } of node.members ?? []) {
    if (!isStorable(name)) return { field, offset: start };
    const found = unstorableIn(member, within + name, start);
    if (found) return found;
  }
  return unstorableAmong(node.items ?? [], field);
}

function unstorableAmong(
  items: readonly { node: YamlNode }[],
  field: string,
): Location | undefined {
  for (const [index, { node }] of items.entries()) {
    const found = unstorableIn(node, `${field}[${index}]`, node.start);
    if (found) return found;
  }
  return undefined;
}
