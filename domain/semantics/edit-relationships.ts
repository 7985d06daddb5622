import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import {
  identityOf,
  indexConcepts,
  nameToWrite,
  relationshipId,
  resolveConcept,
} from '../ontology/ontology.ts';
import type { Concept, ConceptIndex, Ontology, Relationship } from '../ontology/ontology.ts';
import type { EditProblem } from './edit-problem.ts';

/** The ontology with a relationship from its deprecated form; it belongs to the concept of its first role. */
export function putRelationship(
  ontology: Ontology,
  id: string,
  json: JsonObject,
): Ontology | EditProblem {
  const roles = Array.isArray(json.roles) ? (json.roles.filter(isObject) as JsonObject[]) : [];
  const [first, second] = roles;
  if (!first || !second || roles.length > 2) {
    return { outcome: 'refused', message: 'A relationship has exactly two roles.' };
  }
  const index = indexConcepts(ontology.concepts);
  const holder = resolveConcept(index, textOf(first.concept));
  if (!holder) {
    const message = `The first role names the concept '${textOf(first.concept)}', which does not exist.`;
    return { outcome: 'refused', message };
  }
  const stored = storedAt(ontology, id, holder);
  if (stored === 'unclear') return unclear(id);
  const written = rolesFrom(index, first, second);
  const relationship = relationshipFrom(holder, id, json, written);
  const concepts = ontology.concepts.map((concept) => {
    const isHolder = concept.identity === holder.identity;
    if (concept !== stored) {
      return isHolder
        ? { ...concept, relationships: [...concept.relationships, relationship] }
        : concept;
    }
    const relationships = concept.relationships.flatMap((each) => {
      if (relationshipId(concept.identity, each) !== id) return [each];
      return isHolder ? [relationship] : [];
    });
    return { ...concept, relationships };
  });
  return { ...ontology, concepts };
}

function rolesFrom(index: ConceptIndex, first: JsonObject, second: JsonObject): JsonObject[] {
  const toRole = ({ concept, role_name: roleName, ...others }: JsonObject): JsonObject => {
    const found = resolveConcept(index, textOf(concept));
    return {
      concept: found ? nameToWrite(index, found) : (concept ?? null),
      ...((roleName ?? null) !== null && { name: roleName ?? null }),
      ...others,
    };
  };
  const [own, other] = [toRole(first), toRole(second)];
  // A first role with only its concept is omitted, as in the standard.
  return Object.keys(own).length === 1 ? [other] : [own, other];
}

/** The concept with a relationship of this id: the preferred one when several have it. */
function storedAt(
  { concepts }: Ontology,
  id: string,
  preferred?: Concept,
): Concept | 'unclear' | undefined {
  const holders = concepts.filter((concept) => find(concept, id) !== undefined);
  if (preferred && holders.includes(preferred)) return preferred;
  return holders.length > 1 ? 'unclear' : holders[0];
}

function unclear(id: string): EditProblem {
  const message = `Several concepts have a relationship with the id '${id}': change them in the ontology itself.`;
  return { outcome: 'refused', message };
}

/** The ontology without a relationship, if it exists. */
export function withoutRelationship(ontology: Ontology, id: string): Ontology | EditProblem {
  const stored = storedAt(ontology, id);
  if (stored === 'unclear') return unclear(id);
  if (!stored) return ontology;
  const relationships = stored.relationships.filter(
    (each) => relationshipId(stored.identity, each) !== id,
  );
  const concepts = ontology.concepts.map((concept) =>
    concept === stored ? { ...concept, relationships } : concept,
  );
  return { ...ontology, concepts };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function find({ identity, relationships }: Concept, id: string): Relationship | undefined {
  return relationships.find((each) => relationshipId(identity, each) === id);
}

function relationshipFrom(
  holder: Concept,
  id: string,
  json: JsonObject,
  roles: JsonObject[],
): Relationship {
  const prefix = `${holder.identity}.`;
  const { id: _, name: given, roles: _roles, ...others } = json;
  const called = typeof given === 'string' && given !== '' ? given : undefined;
  const name = called ?? (id.startsWith(prefix) ? id.slice(prefix.length) : id);
  const before = find(holder, id)?.fields ?? {};
  const needsId = id !== `${prefix}${name}` || before.id !== undefined;
  const members = Object.entries({ ...others, roles }).filter(([, value]) => value !== null);
  const fields: JsonObject = { ...(needsId && { id }), name, ...Object.fromEntries(members) };
  return { identity: identityOf(fields, name), name, fields };
}
