import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { builtInConcepts, relationshipId } from '../ontology/ontology.ts';
import type { Relationship } from '../ontology/ontology.ts';
import { typeOf } from './concept-json.ts';
import type { NamedConcept } from './concept-json.ts';

/** A concept in a graph. */
export type GraphNode = {
  /** `<namespace>/<concept>`, or the name of a concept that is built in. */
  key: string;
  namespace: string | null;
  id: string;
  name: string;
  type: string;
  /** How many steps from the concept in the middle. */
  distance: number;
};

/** A relationship of a concept, or a concept that it extends. */
export type GraphEdge = {
  key: string;
  from: string;
  to: string;
  kind: 'relationship' | 'extends';
  name: string;
  type: string;
  multiplicity: string | null;
  description: string | null;
};

/** A stored concept with its parsed body. */
export type GraphConcept = NamedConcept & { fields: JsonObject; relationships: Relationship[] };

type Target = { key: string; namespace: string | null; id: string; name: string; type: string };

/** The relationships and parents of concepts, and the concepts that they lead to. */
export function edgesOf(
  namespace: string,
  concept: GraphConcept,
  named: readonly NamedConcept[],
): { edge: GraphEdge; target: Target }[] {
  const from = keyOf(namespace, concept.id);
  const parents = textsOf(concept.fields.extends).map((parent) => {
    const target = targetOf(namespace, parent, named);
    const key = `${from} extends ${target.key}`;
    const plain = { name: 'extends', type: 'extends', multiplicity: null, description: null };
    return { edge: { key, from, to: target.key, kind: 'extends' as const, ...plain }, target };
  });
  const related = concept.relationships.flatMap((relationship) => {
    const role = lastRole(relationship);
    if (!role) return [];
    const within = textOf(role.namespace) ?? namespace;
    const target = targetOf(within, textOf(role.concept) ?? '', within === namespace ? named : []);
    const { fields, name } = relationship;
    const edge = {
      key: `${from} ${relationshipId(concept.id, relationship)}`,
      from,
      to: target.key,
      kind: 'relationship' as const,
      name,
      type: typeOf(relationship, named),
      multiplicity: textOf(fields.multiplicity) ?? null,
      description: textOf(fields.description) ?? null,
    };
    return [{ edge, target }];
  });
  return [...parents, ...related];
}

/** Names and ids of all concepts that relationships and parents lead to. */
export function namesFrom(concepts: readonly GraphConcept[]): string[] {
  const names = concepts.flatMap(({ fields, relationships }) => [
    ...textsOf(fields.extends),
    ...relationships.flatMap((relationship) => textOf(lastRole(relationship)?.concept) ?? []),
  ]);
  return [...new Set(names)];
}

/** The key of a concept in a graph. */
export function keyOf(namespace: string, id: string): string {
  return `${namespace}/${id}`;
}

function targetOf(namespace: string, text: string, named: readonly NamedConcept[]): Target {
  const found = named.find(({ id }) => id === text) ?? named.find(({ name }) => name === text);
  if (found) return { key: keyOf(namespace, found.id), namespace, ...plain(found) };
  if (builtInConcepts.has(text)) {
    return { key: text, namespace: null, id: text, name: text, type: 'builtIn' };
  }
  return { key: keyOf(namespace, text), namespace, id: text, name: text, type: 'unknown' };
}

const plain = ({ id, name, type }: NamedConcept) => ({ id, name, type });

function lastRole({ fields: { roles } }: Relationship): JsonObject | undefined {
  const last = Array.isArray(roles) ? roles.at(-1) : undefined;
  return isObject(last) ? last : undefined;
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
