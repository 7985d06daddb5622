import type { Json } from '../../lib/json.ts';
import { conceptOf, decide, keyOf, liveConcepts, relationshipOf } from './merge-draft.ts';
import type { Choice, Draft, Merge, Side } from './merge-draft.ts';
import type { Sides, Value } from './merge-values.ts';
import { indexConcepts, metadataOf, resolveConcept } from './ontology.ts';
import type { Concept, Relationship } from './ontology.ts';
import { isKnown, isLocal, listReferences } from './references.ts';
import type { Reference, Scope } from './references.ts';

const bothSides: readonly Side[] = ['namespace', 'branch'];

/**
 * Makes every role and `extends` of the merged concepts name what it named on its side: one that names a renamed concept
 * follows it, and one whose concept the other side removed is a conflict.
 */
export function settleReferences(merge: Merge): void {
  const scope = scopeOf(merge);
  const broken: { draft: Draft; reference: Reference }[] = [];
  for (const draft of merge.drafts) {
    for (const reference of draft.concept ? listReferences(draft.concept) : []) {
      if (!isIntact(merge, scope, draft, reference)) broken.push({ draft, reference });
    }
  }
  for (const { draft, reference } of broken) {
    if (!follow(merge, scope, draft, reference)) settleReference(merge, draft, reference);
  }
}

/** Where references of the merged concepts are looked for. */
export function scopeOf(merge: Merge): Scope {
  const { namespace } = merge.sides;
  return {
    index: indexConcepts(liveConcepts(merge)),
    namespace: metadataOf(namespace).name,
    required: merge.required,
  };
}

function isIntact(merge: Merge, scope: Scope, draft: Draft, reference: Reference): boolean {
  if (!isLocal(reference, scope)) return isKnown(reference, scope);
  const found = resolveConcept(scope.index, reference.named);
  const expected = targetsOf(merge, draft, reference.named);
  if (expected.length === 0) return isKnown(reference, scope);
  return expected.some(({ concept }) => concept !== undefined && concept === found);
}

/** What the reference means on the sides that have its concept. */
function targetsOf(merge: Merge, { match }: Draft, name: string): Draft[] {
  return bothSides.flatMap((side) => {
    if (!match[side]) return [];
    const target = resolveConcept(merge.indexes[side], name);
    return (target && merge.draftOf.get(target)) ?? [];
  });
}

/** Writes the new name of a renamed concept; false when it is gone, or its name belongs to another one. */
function follow(merge: Merge, scope: Scope, draft: Draft, reference: Reference): boolean {
  if (!draft.concept || !isLocal(reference, scope)) return false;
  const [target, ...others] = new Set(
    targetsOf(merge, draft, reference.named).flatMap(({ concept }) => concept ?? []),
  );
  if (!target || others.length > 0) return false;
  const name = [target.name, target.identity].find(
    (text) => resolveConcept(scope.index, text) === target,
  );
  if (name === undefined) return false;
  draft.concept = withName(draft.concept, reference, name);
  return true;
}

/** The concept with another name at the place of a reference. */
function withName(
  concept: Concept,
  { relationship, place, named }: Reference,
  name: Json,
): Concept {
  if (relationship === undefined) {
    const names = listOf(concept.fields.extends).map((each) => (each === named ? name : each));
    return conceptOf({ ...concept.fields, extends: [...new Set(names)] }, concept.relationships);
  }
  const relationships = concept.relationships.map((each, index) => {
    if (index !== relationship) return each;
    const roles = listOf(each.fields.roles).map((role, at) =>
      at === place ? { ...(role as object), concept: name } : role,
    );
    return relationshipOf({ ...each.fields, roles });
  });
  return conceptOf(concept.fields, relationships);
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function settleReference(merge: Merge, draft: Draft, reference: Reference): void {
  if (!draft.concept) return;
  const { field, sides } = referenceOn(draft, draft.concept, reference);
  const choice = decide(merge, draft.match.key, field, sides);
  if (!choice) return;
  if (choice.take === 'value') draft.concept = withChosen(merge, draft.concept, reference, choice);
  else takePart(merge, draft, reference, choice.take);
}

function withChosen(merge: Merge, concept: Concept, reference: Reference, choice: Choice): Concept {
  const value = choice.value ?? null;
  const names = reference.relationship === undefined ? listOf(value) : [value];
  const scope = scopeOf(merge);
  const unknown = names.find((named) => !isKnown({ ...reference, named: String(named) }, scope));
  if (unknown !== undefined) {
    merge.problems.push(
      `The choice for ${choice.field} names the unknown concept "${String(unknown)}".`,
    );
  }
  if (reference.relationship !== undefined) return withName(concept, reference, value);
  if (Array.isArray(value)) {
    return conceptOf({ ...concept.fields, extends: value }, concept.relationships);
  }
  merge.problems.push(`The choice for ${keyOf(choice)} must be a list of concepts.`);
  return concept;
}

/** What conflicts call a reference, and what the sides have there. */
function referenceOn(
  { match }: Draft,
  concept: Concept,
  { relationship, place }: Reference,
): { field: string; sides: Sides<Value> } {
  const { base, namespace, branch } = match;
  const read = (side: Concept | undefined): Value => {
    if (!side || relationship === undefined) return side?.fields.extends;
    const roles = listOf(sameRelationship(concept.relationships[relationship], side)?.fields.roles);
    return (roles[place] as { concept?: Json } | undefined)?.concept;
  };
  const sides = { base: read(base), namespace: read(namespace), branch: read(branch) };
  const identity = concept.relationships[relationship ?? -1]?.identity;
  const field =
    identity === undefined ? 'extends' : `relationships[${identity}].roles[${place}].concept`;
  return { field, sides };
}

function sameRelationship(
  relationship: Relationship | undefined,
  side: Concept,
): Relationship | undefined {
  return side.relationships.find(({ identity }) => identity === relationship?.identity);
}

/** Takes the relationship or the `extends` of one side, and brings back the concepts that it names there. */
export function takePart(merge: Merge, draft: Draft, reference: Reference, side: Side): void {
  if (!draft.concept) return;
  const from = draft.match[side];
  draft.concept = withPart(draft.concept, reference, from);
  if (!from) return;
  for (const { named } of listReferences(draft.concept)) bringBack(merge, named, side);
}

function withPart(
  concept: Concept,
  { relationship }: Reference,
  from: Concept | undefined,
): Concept {
  if (relationship === undefined) {
    const { extends: _, ...fields } = concept.fields;
    const taken = from?.fields.extends;
    return conceptOf(
      { ...fields, ...(taken !== undefined && { extends: taken }) },
      concept.relationships,
    );
  }
  const relationships = concept.relationships.flatMap((each, index) => {
    if (index !== relationship) return [each];
    return (from && sameRelationship(each, from)) ?? [];
  });
  return conceptOf(concept.fields, relationships);
}

/** Puts a concept that is gone back as a side has it, with everything that it needs there. */
function bringBack(merge: Merge, named: string, side: Side): void {
  const waiting = [named];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const target = resolveConcept(merge.indexes[side], next);
    const draft = target && merge.draftOf.get(target);
    if (!draft || draft.concept) continue;
    draft.concept = target;
    waiting.push(...listReferences(target).map((reference) => reference.named));
  }
}
