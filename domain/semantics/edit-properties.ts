import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import {
  indexConcepts,
  nameToWrite,
  relationshipId,
  resolveConcept,
} from '../ontology/ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology/ontology.ts';
import { isSameOntology } from '../ontology/model/same-value.ts';
import { targetOf, typeOf } from './concept-json.ts';
import type { NamedConcept } from './concept-json.ts';
import { putConcept } from './edit-concepts.ts';
import type { EditProblem } from './edit-problem.ts';

/**
 * The ontology with these properties of a concept: an absent list keeps the current ones, an empty list removes
 * all. A property is `{ref}` to a value type, or written out, which creates a concept; properties of other
 * concepts do not change.
 */
export function putProperties(
  ontology: Ontology,
  id: string,
  properties: Json | undefined,
): Ontology | EditProblem {
  if (!Array.isArray(properties)) return ontology;
  let edited = ontology;
  const wanted: string[] = [];
  const written = new Set<string>();
  for (const property of properties.filter(isObject) as JsonObject[]) {
    const ref = typeof property.ref === 'string' ? property.ref : idOfInline(id, property);
    wanted.push(ref);
    if (typeof property.ref === 'string') continue;
    if (written.has(ref)) return refused(`Two properties have the id '${ref}'.`);
    written.add(ref);
    const next = putConcept(edited, ref, { kind: 'property', ...property });
    const problem = isSameOntology(edited, next) ? undefined : problemOf(ontology, id, ref);
    if (problem) return refused(problem);
    edited = next;
  }
  return relate(edited, id, wanted);
}

const refused = (message: string): EditProblem => ({ outcome: 'refused', message });

function idOfInline(id: string, property: JsonObject): string {
  if (typeof property.id === 'string' && property.id !== '') return property.id;
  return `${id}.${typeof property.name === 'string' ? property.name : 'property'}`;
}

/**
 * The reason why a concept cannot be written as a property of another one: other concepts use it differently.
 */
function problemOf({ concepts }: Ontology, id: string, ref: string): string | undefined {
  const stored = concepts.find(({ identity }) => identity === ref);
  if (!stored) return undefined;
  const advice = 'give the property another id';
  if (stored.fields.type === 'EntityType') return `The concept '${ref}' is an entity: ${advice}.`;
  const named = concepts.map(toNamed);
  const holders = concepts.filter(({ relationships }) =>
    relationships.some((one) => isProperty(one, named) && targetOf(one, named) === ref),
  );
  const [first] = holders;
  if (!first || holders.some(({ identity }) => identity === id)) return undefined;
  return `'${ref}' is a property of '${first.identity}', which says something else of it: name it as {ref: ${ref}}, or ${advice}.`;
}

const isProperty = (one: Relationship, named: readonly NamedConcept[]): boolean =>
  typeOf(one, named) === 'hasProperty';

function relate(ontology: Ontology, id: string, wanted: readonly string[]): Ontology {
  const named = ontology.concepts.map(toNamed);
  const index = indexConcepts(ontology.concepts);
  const targets = new Map(
    wanted.map((ref) => {
      const found = resolveConcept(index, ref);
      return [found?.identity ?? ref, found] as const;
    }),
  );
  const ids = new Set(
    ontology.concepts.flatMap(({ identity, relationships }) =>
      relationships.map((one) => relationshipId(identity, one)),
    ),
  );
  const concepts = ontology.concepts.map((concept) => {
    if (concept.identity !== id) return concept;
    const kept = concept.relationships.filter(
      (one) => !isProperty(one, named) || targets.has(targetOf(one, named)),
    );
    const properties = kept.filter((one) => isProperty(one, named));
    const held = new Set(properties.map((one) => targetOf(one, named)));
    const taken = new Set(kept.map(({ name }) => name));
    const isTaken = (name: string): boolean => taken.has(name) || ids.has(`${id}.${name}`);
    const added = [...targets]
      .filter(([target]) => !held.has(target))
      .map(([target, found]) => {
        const name = firstFree(found?.name ?? target, isTaken);
        taken.add(name);
        return newProperty(name, found ? nameToWrite(index, found) : target);
      });
    return { ...concept, relationships: [...kept, ...added] };
  });
  return { ...ontology, concepts };
}

function firstFree(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count++) name = `${wanted} ${count}`;
  return name;
}

function newProperty(name: string, target: string): Relationship {
  const fields: JsonObject = { name, type: 'hasProperty', roles: [{ concept: target }] };
  return { identity: name, name, fields };
}

function toNamed({ identity, name, fields }: Concept): NamedConcept {
  return { id: identity, name, type: typeof fields.type === 'string' ? fields.type : '' };
}
