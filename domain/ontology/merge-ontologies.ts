import { diffOntologies } from './diff-ontologies.ts';
import type { ConceptChange } from './diff-ontologies.ts';
import { describePlace, plainPath } from './field-path.ts';
import { mergeConcepts } from './merge-concepts.ts';
import { keyOf, liveConcepts, settleFor, startMerge } from './merge-draft.ts';
import type { Choice, Merge } from './merge-draft.ts';
import { mergeMembers } from './merge-values.ts';
import type { Conflict, Sides } from './merge-values.ts';
import type { Ontology, RequiredConcepts } from './ontology.ts';
import { noteRest, repair } from './repair-merge.ts';
import type { Adjustment } from './repair-merge.ts';
import { isSameOntology } from './same-value.ts';
import { settleNames } from './settle-names.ts';
import { settleReferences } from './settle-references.ts';

export type MergeAnswer =
  | { outcome: 'nothing_to_merge' }
  | { outcome: 'conflicted'; conflicts: Conflict[] }
  /** `changes` is what the merge does to the namespace. */
  | { outcome: 'merged'; ontology: Ontology; changes: ConceptChange[] };

export type ResolveAnswer =
  /** Choices are missing for these. */
  | { outcome: 'conflicted'; conflicts: Conflict[] }
  /** Choices that cannot be followed. */
  | { outcome: 'refused'; problems: string[] }
  /** `adjusted` is what else had to be taken from the namespace, because the choices left it without its concepts. */
  | { outcome: 'resolved'; ontology: Ontology; adjusted: Adjustment[] };

/**
 * Merges what a branch changed since it was cut into what the namespace is now: per concept, field, entry of a list and
 * relationship. The result is a valid document. The three must be valid themselves; order is no change.
 */
export function mergeOntologies(sides: Sides<Ontology>, required?: RequiredConcepts): MergeAnswer {
  if (isSameOntology(sides.base, sides.branch)) return { outcome: 'nothing_to_merge' };
  const { merge, ontology } = run(sides, [], required);
  // Nobody has decided anything: what would have to be repaired is a disagreement too.
  if (merge.conflicts.size === 0) noteRest(merge, repair(merge));
  if (merge.conflicts.size > 0) {
    return { outcome: 'conflicted', conflicts: [...merge.conflicts.values()] };
  }
  return { outcome: 'merged', ontology, changes: diffOntologies(sides.namespace, ontology) };
}

/**
 * The document that a branch should have, when its conflicts are decided like this: it merges cleanly once the
 * namespace's present revision is its base. Every conflict needs a choice.
 */
export function applyChoices(
  sides: Sides<Ontology>,
  asked: readonly Choice[],
  required?: RequiredConcepts,
): ResolveAnswer {
  const choices = asked.map((choice) => ({ ...choice, field: plainPath(choice.field) }));
  const answer = mergeOntologies(sides, required);
  const known = new Set(answer.outcome === 'conflicted' ? answer.conflicts.map(keyOf) : []);
  const unknown = choices.filter((choice) => !known.has(keyOf(choice)));
  const { merge, ontology } = run(sides, choices, required);
  const problems = [...unknown.map(unknownChoice), ...merge.problems];
  if (problems.length > 0) return { outcome: 'refused', problems };
  // What only the choices have brought about is not asked again, but repaired.
  const open = [...merge.conflicts].filter(([key]) => known.has(key));
  if (open.length > 0) {
    return { outcome: 'conflicted', conflicts: open.map(([, conflict]) => conflict) };
  }
  const adjusted = repair(merge);
  return {
    outcome: 'resolved',
    ontology: { ...ontology, concepts: liveConcepts(merge) },
    adjusted,
  };
}

function unknownChoice({ concept, field }: Choice): string {
  return `There is no conflict about ${describePlace({ concept, field })}.`;
}

function run(
  sides: Sides<Ontology>,
  choices: readonly Choice[],
  required: RequiredConcepts | undefined,
): { merge: Merge; ontology: Ontology } {
  const merge = startMerge(sides, choices, required);
  const members = mergeMembers(settleFor(merge, undefined), '', {
    base: sides.base.members,
    namespace: sides.namespace.members,
    branch: sides.branch.members,
  });
  mergeConcepts(merge);
  settleNames(merge);
  settleReferences(merge);
  return { merge, ontology: { members, concepts: liveConcepts(merge) } };
}
