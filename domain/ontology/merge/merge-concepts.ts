import { describeConflict, relationshipPath } from '../model/field-path.ts';
import { matchSides } from './match-sides.ts';
import type { Matched } from './match-sides.ts';
import { decide, keyOf, settleFor, wholeConcept } from './merge-draft.ts';
import type { Merge, Side } from './merge-draft.ts';
import { mergeMembers } from './merge-values.ts';
import type { Sides, Value } from './merge-values.ts';
import { conceptOf, relationshipOf } from '../ontology.ts';
import type { Concept, Relationship } from '../ontology.ts';
import { isSameConcept, isSameRelationship } from '../model/same-value.ts';

/** Merges every concept separately; references between concepts are settled later. */
export function mergeConcepts(merge: Merge): void {
  const { base, namespace, branch } = merge.sides;
  const matches = matchSides({
    base: base.concepts,
    namespace: namespace.concepts,
    branch: branch.concepts,
  });
  merge.drafts = matches.map((match) => ({ match, concept: undefined }));
  for (const draft of merge.drafts) {
    for (const side of ['base', 'namespace', 'branch'] as const) {
      const concept = draft.match[side];
      if (concept) merge.draftOf.set(concept, draft);
    }
  }
  for (const draft of merge.drafts) draft.concept = mergeConcept(merge, draft.match);
}

/** How to merge one sort of entries. */
type Entries<Of> = {
  isSame: (one: Of, other: Of) => boolean;
  /** Merges an entry that both sides have. */
  both: (sides: { base: Of | undefined; namespace: Of; branch: Of }) => Of;
  /** Decides between a side's removal and the other side's change. */
  whole: (sides: Sides<Of | undefined>) => Side | undefined;
};

/** Merges an entry by comparing both sides with the base: present, changed, or removed. */
function mergeEntry<Of>(match: Matched<Of>, entries: Entries<Of>): Of | undefined {
  const { base, namespace, branch } = match;
  if (namespace && branch) return entries.both({ base, namespace, branch });
  const left = namespace ?? branch;
  if (!base || !left) return left;
  if (entries.isSame(base, left)) return undefined;
  const side = entries.whole({ base, namespace, branch });
  return side ? match[side] : left;
}

function mergeConcept(merge: Merge, match: Matched<Concept>): Concept | undefined {
  return mergeEntry(match, {
    isSame: isSameConcept,
    both: (sides) => mergeBoth(merge, match.key, sides),
    whole: (sides) => decideWhole(merge, match.key, '*', mapSides(sides, wholeConcept)),
  });
}

function mapSides<Of>(
  sides: Sides<Of | undefined>,
  read: (side: Of | undefined) => Value,
): Sides<Value> {
  return {
    base: read(sides.base),
    namespace: read(sides.namespace),
    branch: read(sides.branch),
  };
}

/** The side chosen for a whole entry; whole entries have no custom value. */
export function decideWhole(
  merge: Merge,
  concept: string,
  field: string,
  sides: Sides<Value>,
): Side | undefined {
  const choice = decide(merge, concept, field, sides);
  if (choice?.take !== 'value') return choice?.take;
  const what = describeConflict({ concept, field });
  merge.problems.push(`For ${what}, take the namespace or the branch; a value is not possible.`);
  return undefined;
}

type Both = { base: Concept | undefined; namespace: Concept; branch: Concept };

function mergeBoth(merge: Merge, key: string, sides: Both): Concept {
  const { base, namespace, branch } = sides;
  // Fast path: most entries are unchanged.
  if (base && isSameConcept(base, branch)) return namespace;
  if (base && isSameConcept(base, namespace)) return branch;
  const whole = merge.choices.get(keyOf({ concept: key, field: '*' }))?.take;
  if (whole === 'namespace' || whole === 'branch') return sides[whole];
  return mergeParts(merge, key, sides);
}

function mergeParts(merge: Merge, key: string, { base, namespace, branch }: Both): Concept {
  const fields = mergeMembers(settleFor(merge, key), '', {
    base: base?.fields ?? {},
    namespace: namespace.fields,
    branch: branch.fields,
  });
  const relationships = matchSides({
    base: base?.relationships ?? [],
    namespace: namespace.relationships,
    branch: branch.relationships,
  }).flatMap((match) => mergeRelationship(merge, key, match) ?? []);
  return conceptOf(fields, withoutRepeated(merge, key, relationships, { base, namespace, branch }));
}

/** Relationships of both sides may now have the same identity: only one of them can keep it. */
function withoutRepeated(
  merge: Merge,
  concept: string,
  relationships: readonly Relationship[],
  sides: Sides<Concept | undefined>,
): Relationship[] {
  const byIdentity = new Map<string, Relationship>();
  for (const relationship of relationships) {
    const { identity } = relationship;
    const first = byIdentity.get(identity);
    if (!first) {
      byIdentity.set(identity, relationship);
      continue;
    }
    const on = (side: Concept | undefined): Relationship | undefined =>
      side?.relationships.find((each) => each.identity === identity);
    const values = mapSides(sides, (side) => on(side)?.fields);
    const side = decideWhole(merge, concept, relationshipPath(identity), values);
    byIdentity.set(identity, (side && on(sides[side])) ?? first);
  }
  return [...byIdentity.values()];
}

function mergeRelationship(
  merge: Merge,
  concept: string,
  match: Matched<Relationship>,
): Relationship | undefined {
  const field = relationshipPath(match.key);
  return mergeEntry(match, {
    isSame: isSameRelationship,
    both: ({ base, namespace, branch }) =>
      relationshipOf(
        mergeMembers(settleFor(merge, concept), field, {
          base: base?.fields ?? {},
          namespace: namespace.fields,
          branch: branch.fields,
        }),
      ),
    whole: (sides) =>
      decideWhole(
        merge,
        concept,
        field,
        mapSides(sides, (side) => side?.fields),
      ),
  });
}
