import { canonicalJson } from '../../../lib/json/json.ts';
import { diffOntologies } from './diff-ontologies.ts';
import type { ConceptChange } from './diff-ontologies.ts';
import { describeConflict, isConceptOfRole, plainPath } from '../model/field-path.ts';
import { mergeConcepts } from './merge-concepts.ts';
import { keyOf, markOf, liveConcepts, settleFor, startMerge } from './merge-draft.ts';
import type { Choice, Merge } from './merge-draft.ts';
import { mergeMembers } from './merge-values.ts';
import type { Conflict, Sides } from './merge-values.ts';
import type { Ontology, RequiredConcepts } from '../ontology.ts';
import { noteRest, repair } from './repair-merge.ts';
import type { Adjustment } from './repair-merge.ts';
import { isSameOntology } from '../model/same-value.ts';
import { describeClashes, settleNames } from './settle-names.ts';
import { settleReferences } from './settle-references.ts';

export type MergeAnswer =
  | { outcome: 'nothing_to_merge' }
  | { outcome: 'conflicted'; conflicts: Conflict[] }
  /** `changes` lists the effect of the merge on the namespace. */
  | { outcome: 'merged'; ontology: Ontology; changes: ConceptChange[] };

export type ResolveAnswer =
  /** Conflicts without a choice. */
  | { outcome: 'conflicted'; conflicts: Conflict[] }
  /** Choices that cannot be applied. */
  | { outcome: 'refused'; problems: string[] }
  /**
   * `adjusted` lists further parts taken from the namespace, because the choices removed concepts that they
   * reference.
   */
  | { outcome: 'resolved'; ontology: Ontology; adjusted: Adjustment[] };

/**
 * Merges the changes of a branch since its creation into the current namespace: per concept, field, list entry
 * and relationship. The result is a valid document. The three inputs must be valid; order is no change.
 */
export function mergeOntologies(sides: Sides<Ontology>, required?: RequiredConcepts): MergeAnswer {
  if (isSameOntology(sides.base, sides.branch)) return { outcome: 'nothing_to_merge' };
  const { merge, ontology } = run(sides, [], required);
  // Without choices, every necessary repair is a conflict too.
  if (merge.conflicts.size === 0) noteRest(merge, repair(merge));
  if (merge.conflicts.size > 0) {
    return { outcome: 'conflicted', conflicts: [...merge.conflicts.values()] };
  }
  return { outcome: 'merged', ontology, changes: diffOntologies(sides.namespace, ontology) };
}

/**
 * The document of a branch after its conflicts are decided: it merges cleanly once the namespace's current
 * revision is its base. Every conflict needs a choice; one that was made for other values than the conflict has now is none.
 */
export function applyChoices(
  sides: Sides<Ontology>,
  asked: readonly Choice[],
  required?: RequiredConcepts,
): ResolveAnswer {
  const answer = mergeOntologies(sides, required);
  const conflicts = answer.outcome === 'conflicted' ? answer.conflicts : [];
  const known = new Map(conflicts.map((conflict) => [keyOf(conflict), conflict]));
  const choices = asked
    .map((choice) => ({ ...choice, field: plainPath(choice.field) }))
    .filter((choice) => isCurrent(choice, known.get(keyOf(choice))));
  const unknown = choices.filter((choice) => !known.has(keyOf(choice)));
  const { merge, ontology } = run(sides, choices, required);
  const problems = [
    ...unknown.map(unknownChoice),
    ...contradictory(choices).map(contradiction),
    ...merge.problems,
  ];
  if (problems.length > 0) return { outcome: 'refused', problems: [...new Set(problems)] };
  // Conflicts caused only by the choices are not asked about, but repaired.
  const open = [...merge.conflicts].filter(([key]) => known.has(key));
  if (open.length > 0) {
    return { outcome: 'conflicted', conflicts: open.map(([, conflict]) => conflict) };
  }
  const clashes = describeClashes(merge);
  if (clashes.length > 0) return { outcome: 'refused', problems: clashes };
  const repaired = repair(merge);
  const concepts = liveConcepts(merge);
  const adjusted = [...repaired, ...misled(merge, repaired, known)];
  return { outcome: 'resolved', ontology: { ...ontology, concepts }, adjusted };
}

const isCurrent = ({ seen }: Choice, conflict: Conflict | undefined): boolean =>
  seen === undefined || conflict === undefined || seen === markOf(conflict);

function unknownChoice({ concept, field }: Choice): string {
  return `There is no conflict about ${describeConflict({ concept, field })}.`;
}

/** References that named a removed concept and now name another concept that has taken its name. */
function misled(
  merge: Merge,
  repaired: readonly Adjustment[],
  known: ReadonlyMap<string, Conflict>,
): Adjustment[] {
  const repairedConcepts = new Set(repaired.map(({ concept }) => concept));
  const there = new Set(merge.drafts.flatMap(({ concept, match }) => (concept ? match.key : [])));
  return [...merge.conflicts].flatMap(([key, { concept = '', field }]) => {
    const isReference = field === 'extends' || isConceptOfRole(field);
    if (!isReference || known.has(key) || repairedConcepts.has(concept) || !there.has(concept))
      return [];
    return [{ concept, field }];
  });
}

/** Choices that contradict another choice. */
function contradictory(choices: readonly Choice[]): Choice[] {
  const first = new Map<string, string>();
  return choices.filter((choice) => {
    const decision = canonicalJson([choice.take, choice.take === 'value' ? choice.value : null]);
    const known = first.get(keyOf(choice)) ?? decision;
    first.set(keyOf(choice), known);
    return known !== decision;
  });
}

function contradiction({ concept, field }: Choice): string {
  return `There are different choices for ${describeConflict({ concept, field })}: send one.`;
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
