import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { builtInConcepts, resolveConcept } from '../ontology.ts';
import type { Concept, ConceptIndex, RequiredConcepts } from '../ontology.ts';

/** A reference to another concept: in `extends`, or in the role of a relationship. */
export type Reference = {
  named: string;
  /** Set when the role names the namespace of its concept. */
  namespace: string | undefined;
  /** Index and identity of its relationship; absent for `extends`. */
  relationship: number | undefined;
  identity: string | undefined;
  /** Index in `extends` or in `roles`. */
  position: number;
};

const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

const inExtends = { namespace: undefined, relationship: undefined, identity: undefined };

/** All references of a concept to others. */
export function listReferences(concept: Concept): Reference[] {
  const references: Reference[] = [];
  for (const [position, named] of listOf(concept.fields.extends).entries()) {
    if (typeof named !== 'string') continue;
    references.push({ named, position, ...inExtends });
  }
  for (const [relationship, { identity, fields }] of concept.relationships.entries()) {
    for (const [position, role] of listOf(fields.roles).entries()) {
      const { concept: named, namespace } = objectOf(role);
      if (typeof named !== 'string') continue;
      const within = typeof namespace === 'string' ? namespace : undefined;
      references.push({ named, namespace: within, relationship, identity, position });
    }
  }
  return references;
}

/** The scope of references: this document, and the namespaces that it requires. */
export type Scope = {
  index: ConceptIndex;
  namespace: string;
  required: RequiredConcepts | undefined;
};

/** True if a reference names a concept of this document, of a required namespace, or a built-in one. */
export function isKnown(reference: Reference, scope: Scope): boolean {
  if (isLocal(reference, scope)) {
    const found = resolveConcept(scope.index, reference.named);
    if (found || builtInConcepts.has(reference.named)) return true;
  }
  return isRequired(reference, scope);
}

/** True if a reference can name a concept of this document. */
export function isLocal({ namespace }: Reference, scope: Scope): boolean {
  return namespace === undefined || namespace === scope.namespace;
}

function isRequired({ named, namespace }: Reference, { required }: Scope): boolean {
  if (!required) return false;
  if (namespace !== undefined) return required.get(namespace)?.has(named) ?? false;
  for (const concepts of required.values()) if (concepts.has(named)) return true;
  return false;
}
