import type { Json } from '../../../lib/json/json.ts';
import { describeConflict, entryPath, memberPath, relationshipPath } from '../model/field-path.ts';
import { decideWhole } from './merge-concepts.ts';
import { decide, keyOf, liveConcepts } from './merge-draft.ts';
import type { Choice, Draft, Merge, Side } from './merge-draft.ts';
import type { Sides, Value } from './merge-values.ts';
import {
  conceptOf,
  indexConcepts,
  metadataOf,
  relationshipOf,
  resolveConcept,
} from '../ontology.ts';
import type { Concept, Relationship } from '../ontology.ts';
import { isKnown, isLocal, listReferences } from '../model/references.ts';
import type { Reference, Scope } from '../model/references.ts';

const bothSides: readonly Side[] = ['namespace', 'branch'];

/**
 * Makes every role and `extends` of the merged concepts name the same concept as on its side: a reference to a
 * renamed concept follows the rename, and a reference to a concept that the other side removed is a conflict.
 */
export function settleReferences(merge: Merge): void {
  const scope = scopeOf(merge);
  const broken: { draft: Draft; reference: Reference }[] = [];
  for (const draft of merge.drafts) {
    for (const reference of draft.concept ? listReferences(draft.concept) : []) {
      if (!isIntact(merge, scope, draft, reference)) broken.push({ draft, reference });
    }
  }
  const left = broken.filter(({ draft, reference }) => !follow(merge, scope, draft, reference));
  const seen = new Set<string>();
  const several = new Set(left.map(partKey).filter((key) => seen.has(key) || !seen.add(key)));
  for (const each of left) {
    if (each.reference.identity !== undefined && several.has(partKey(each))) {
      settleRelationship(merge, each.draft, each.reference);
    } else settleReference(merge, each.draft, each.reference);
  }
}

const partKey = ({ draft, reference }: { draft: Draft; reference: Reference }): string =>
  JSON.stringify([draft.match.key, reference.identity]);

/** The scope in which references of the merged concepts are resolved. */
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

/** The concepts that a name refers to on the sides that use it in this concept. */
function targetsOf(merge: Merge, { match, concept }: Draft, name: string): Draft[] {
  return bothSides.flatMap((side) => {
    const from = match[side];
    if (!from || (from !== concept && !uses(from, name))) return [];
    const target = resolveConcept(merge.indexes[side], name);
    return (target && merge.draftOf.get(target)) ?? [];
  });
}

// Cached because a concept may have thousands of references, and concepts never change.
const namesUsed = new WeakMap<Concept, ReadonlySet<string>>();

function uses(concept: Concept, name: string): boolean {
  const names =
    namesUsed.get(concept) ?? new Set(listReferences(concept).map(({ named }) => named));
  namesUsed.set(concept, names);
  return names.has(name);
}

/**
 * Writes the new name of a renamed concept; false when the concept is removed, or its name belongs to another
 * one.
 */
function follow(merge: Merge, scope: Scope, draft: Draft, reference: Reference): boolean {
  if (!draft.concept || !isLocal(reference, scope)) return false;
  const [target, ...others] = new Set(
    targetsOf(merge, draft, reference.named).flatMap(({ concept }) => concept ?? []),
  );
  if (!target || others.length > 0) return false;
  const name = [target.name, target.identity].find(
    // The index has the concepts before their own references were updated.
    (text) => resolveConcept(scope.index, text)?.identity === target.identity,
  );
  if (name === undefined) return false;
  draft.concept = withName(draft.concept, reference, name);
  return true;
}

/** The concept with another name in a reference. */
function withName(concept: Concept, { identity, position, named }: Reference, name: Json): Concept {
  if (identity === undefined) {
    const names = listOf(concept.fields.extends).map((each) => (each === named ? name : each));
    return conceptOf({ ...concept.fields, extends: [...new Set(names)] }, concept.relationships);
  }
  const relationships = concept.relationships.map((each) => {
    if (each.identity !== identity) return each;
    const roles = listOf(each.fields.roles).map((role, at) =>
      at === position ? { ...(role as object), concept: name } : role,
    );
    return relationshipOf({ ...each.fields, roles });
  });
  return conceptOf(concept.fields, relationships);
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function settleReference(merge: Merge, draft: Draft, reference: Reference): void {
  if (!draft.concept) return;
  const whole = wholeAround(merge, draft, reference);
  if (whole === 'asked') return;
  const { field, sides } = referenceOn(draft, reference);
  const choice = whole ?? decide(merge, draft.match.key, field, sides);
  if (!choice) return;
  if (choice.take === 'value') draft.concept = withChosen(merge, draft.concept, reference, choice);
  else takePart(merge, draft, reference, choice.take);
}

/** Both roles of a relationship name removed concepts: it can only be kept or dropped. */
function settleRelationship(merge: Merge, draft: Draft, reference: Reference): void {
  const whole = wholeAround(merge, draft, reference);
  if (whole === 'asked') return;
  const fieldsOn = (side: Concept | undefined): Value => relationshipOn(side, reference)?.fields;
  const { base, namespace, branch } = draft.match;
  const sides = { base: fieldsOn(base), namespace: fieldsOn(namespace), branch: fieldsOn(branch) };
  const field = relationshipPath(reference.identity ?? '');
  const side = whole?.take ?? decideWhole(merge, draft.match.key, field, sides);
  if (side === 'namespace' || side === 'branch') takePart(merge, draft, reference, side);
}

/**
 * The choice for the entry or relationship that contains a reference; `asked` when there is a conflict about
 * it: a choice for the whole includes its references, so they are no separate conflicts.
 */
function wholeAround(
  merge: Merge,
  { match }: Draft,
  { identity }: Reference,
): Choice | 'asked' | undefined {
  const relationship = relationshipPath(identity ?? '');
  const fields =
    identity === undefined ? ['*'] : ['*', relationship, memberPath(relationship, 'roles')];
  const keys = fields.map((field) => keyOf({ concept: match.key, field }));
  if (keys.some((key) => merge.conflicts.has(key))) return 'asked';
  return keys.flatMap((key) => merge.choices.get(key) ?? [])[0];
}

function withChosen(merge: Merge, concept: Concept, reference: Reference, choice: Choice): Concept {
  const value = choice.value ?? null;
  const names = reference.identity === undefined ? listOf(value) : [value];
  const scope = scopeOf(merge);
  const isUnknown = (named: Json): boolean =>
    typeof named !== 'string' || !isKnown({ ...reference, named }, scope);
  const unknown = names.filter(isUnknown);
  if (unknown.length > 0) {
    const what = JSON.stringify(unknown[0]);
    merge.problems.push(
      `The value for ${describeConflict(choice)} names the unknown concept ${what}.`,
    );
  }
  if (reference.identity !== undefined) return withName(concept, reference, value);
  if (Array.isArray(value)) {
    return conceptOf({ ...concept.fields, extends: value }, concept.relationships);
  }
  merge.problems.push(`The value for ${describeConflict(choice)} must be a list of concepts.`);
  return concept;
}

/** The name of a reference in conflicts, and its values on all sides. */
function referenceOn(
  { match }: Draft,
  reference: Reference,
): { field: string; sides: Sides<Value> } {
  const { identity, position } = reference;
  const { base, namespace, branch } = match;
  const read = (side: Concept | undefined): Value => {
    if (identity === undefined) return side?.fields.extends;
    const roles = listOf(relationshipOn(side, reference)?.fields.roles);
    return (roles[position] as { concept?: Json } | undefined)?.concept;
  };
  const sides = { base: read(base), namespace: read(namespace), branch: read(branch) };
  if (identity === undefined) return { field: 'extends', sides };
  const roles = memberPath(relationshipPath(identity), 'roles');
  return { field: memberPath(entryPath(roles, position), 'concept'), sides };
}

function relationshipOn(
  side: Concept | undefined,
  { identity }: Reference,
): Relationship | undefined {
  return side?.relationships.find((each) => each.identity === identity);
}

/** Takes the relationship or the `extends` of one side, and restores the concepts that it names there. */
export function takePart(merge: Merge, draft: Draft, reference: Reference, side: Side): void {
  if (!draft.concept) return;
  const from = draft.match[side];
  draft.concept = withPart(draft.concept, reference, from);
  if (!from) return;
  for (const { named } of listReferences(draft.concept)) bringBack(merge, named, side);
}

function withPart(concept: Concept, reference: Reference, from: Concept | undefined): Concept {
  if (reference.identity === undefined) {
    const { extends: _, ...fields } = concept.fields;
    const taken = from?.fields.extends;
    const withTaken = { ...fields, ...(taken !== undefined && { extends: taken }) };
    return conceptOf(withTaken, concept.relationships);
  }
  const taken = relationshipOn(from, reference)?.fields.roles;
  const relationships = concept.relationships.flatMap((each) => {
    if (each.identity !== reference.identity) return [each];
    return taken === undefined ? [] : [relationshipOf({ ...each.fields, roles: taken })];
  });
  return conceptOf(concept.fields, relationships);
}

/** Restores a removed concept from a side, with everything that it references there. */
function bringBack(merge: Merge, named: string, side: Side): void {
  const waiting = [named];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const target = resolveConcept(merge.indexes[side], next);
    const draft = target && merge.draftOf.get(target);
    if (!draft || draft.concept) continue;
    draft.concept = target;
    for (const reference of listReferences(target)) waiting.push(reference.named);
  }
}
