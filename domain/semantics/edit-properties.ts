import { isObject } from '../../lib/json.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { indexConcepts, resolveConcept } from '../ontology/ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology/ontology.ts';
import { targetOf, typeOf } from './concept-json.ts';
import type { NamedConcept } from './concept-json.ts';
import { putConcept } from './edit-concepts.ts';

/**
 * The ontology in which a concept has these properties: nothing keeps what it has, an empty list removes all. A property is
 * `{ref}` to a value type, or one written out, which then becomes a concept of its own.
 */
export function putProperties(
  ontology: Ontology,
  id: string,
  properties: Json | undefined,
): Ontology {
  if (!Array.isArray(properties)) return ontology;
  let edited = ontology;
  const wanted: string[] = [];
  for (const property of properties.filter(isObject) as JsonObject[]) {
    const ref = typeof property.ref === 'string' ? property.ref : idOfInline(id, property);
    wanted.push(ref);
    if (typeof property.ref !== 'string') {
      edited = putConcept(edited, ref, { kind: 'property', ...property });
    }
  }
  return relate(edited, id, wanted);
}

function idOfInline(id: string, property: JsonObject): string {
  if (typeof property.id === 'string' && property.id !== '') return property.id;
  return `${id}.${typeof property.name === 'string' ? property.name : 'property'}`;
}

function relate(ontology: Ontology, id: string, wanted: readonly string[]): Ontology {
  const named = ontology.concepts.map(toNamed);
  const targets = new Set(wanted.map((ref) => resolveNamed(ontology, ref)?.identity ?? ref));
  const concepts = ontology.concepts.map((concept) => {
    if (concept.identity !== id) return concept;
    const kept = concept.relationships.filter(
      (one) => typeOf(one, named) !== 'hasProperty' || targets.has(targetOf(one, named)),
    );
    const held = new Set(
      kept.filter((one) => typeOf(one, named) === 'hasProperty').map((one) => targetOf(one, named)),
    );
    const added = [...targets]
      .filter((target) => !held.has(target))
      .map((target) => newProperty(resolveNamed(ontology, target)?.name ?? target, kept));
    return { ...concept, relationships: [...kept, ...added] };
  });
  return { ...ontology, concepts };
}

function resolveNamed({ concepts }: Ontology, named: string): Concept | undefined {
  return resolveConcept(indexConcepts(concepts), named);
}

function newProperty(target: string, others: readonly Relationship[]): Relationship {
  const taken = new Set(others.map(({ name }) => name));
  let name = target;
  for (let count = 2; taken.has(name); count++) name = `${target} ${count}`;
  const fields: JsonObject = { name, type: 'hasProperty', roles: [{ concept: target }] };
  return { identity: name, name, fields };
}

function toNamed({ identity, name, fields }: Concept): NamedConcept {
  return { id: identity, name, type: typeof fields.type === 'string' ? fields.type : '' };
}
