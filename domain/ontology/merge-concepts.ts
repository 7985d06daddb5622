import { matchSides } from './match-sides.ts';
import type { Matched } from './match-sides.ts';
import { conceptOf, decide, relationshipOf, settleFor, wholeConcept } from './merge-draft.ts';
import type { Draft, Merge, Side } from './merge-draft.ts';
import { mergeMembers } from './merge-values.ts';
import type { Sides, Value } from './merge-values.ts';
import type { Concept, Relationship } from './ontology.ts';
import { isSameConcept, isSameRelationship } from './same-value.ts';

/** Merges every concept on its own; what they mean to each other comes later. */
export function mergeConcepts(merge: Merge): void {
  const { base, namespace, branch } = merge.sides;
  const matches = matchSides({
    base: base.concepts,
    namespace: namespace.concepts,
    branch: branch.concepts,
  });
  merge.drafts = matches.map((match) => {
    const draft: Draft = { match, concept: mergeConcept(merge, match) };
    if (match.namespace) merge.draftOf.set(match.namespace, draft);
    if (match.branch) merge.draftOf.set(match.branch, draft);
    return draft;
  });
}

/** How to treat one sort of entries. */
type Entries<Of> = {
  isSame: (one: Of, other: Of) => boolean;
  /** Merges an entry that both sides have. */
  both: (sides: { base: Of | undefined; namespace: Of; branch: Of }) => Of;
  /** Decides whether a side's removal or the other one's change counts. */
  whole: (sides: Sides<Of | undefined>) => Side | undefined;
};

/** An entry both of whose sides are compared with the base: present, changed, or gone. */
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

function mapSides<Of>(sides: Sides<Of>, read: (side: Of) => Value): Sides<Value> {
  return {
    base: read(sides.base),
    namespace: read(sides.namespace),
    branch: read(sides.branch),
  };
}

/** The side that was chosen for a whole entry; there is no value of one's own for those. */
export function decideWhole(
  merge: Merge,
  concept: string,
  field: string,
  sides: Sides<Value>,
): Side | undefined {
  const choice = decide(merge, concept, field, sides);
  if (choice?.take !== 'value') return choice?.take;
  const what = `${field} of "${concept}"`;
  merge.problems.push(
    `The conflict about ${what} can only be decided for the namespace or the branch.`,
  );
  return undefined;
}

function mergeBoth(
  merge: Merge,
  key: string,
  { base, namespace, branch }: { base: Concept | undefined; namespace: Concept; branch: Concept },
): Concept {
  // Most entries are as they were: nothing is made anew for those.
  if (base && isSameConcept(base, branch)) return namespace;
  if (base && isSameConcept(base, namespace)) return branch;
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
  return conceptOf(fields, relationships);
}

function mergeRelationship(
  merge: Merge,
  concept: string,
  match: Matched<Relationship>,
): Relationship | undefined {
  const field = `relationships[${match.key}]`;
  return mergeEntry(match, {
    isSame: isSameRelationship,
    both: ({ base, namespace, branch }) =>
      relationshipOf(
        mergeMembers(settleFor(merge, concept), `${field}.`, {
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
