import { canonicalJson } from '../../lib/json.ts';
import { diffOntologies } from './diff-ontologies.ts';
import type { ConceptChange } from './diff-ontologies.ts';
import { describePlace, isConceptOfRole, plainPath } from './field-path.ts';
import { mergeConcepts } from './merge-concepts.ts';
import { keyOf, liveConcepts, settleFor, startMerge } from './merge-draft.ts';
import type { Choice, Merge } from './merge-draft.ts';
import { mergeMembers } from './merge-values.ts';
import type { Conflict, Sides } from './merge-values.ts';
import type { Ontology, RequiredConcepts } from './ontology.ts';
import { noteRest, repair } from './repair-merge.ts';
import type { Adjustment } from './repair-merge.ts';
import { isSameOntology } from './same-value.ts';
import { describeClashes, settleNames } from './settle-names.ts';
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
  const problems = [
    ...unknown.map(unknownChoice),
    ...contradictory(choices).map(contradiction),
    ...merge.problems,
  ];
  if (problems.length > 0) return { outcome: 'refused', problems: [...new Set(problems)] };
  // What only the choices have brought about is not asked again, but repaired.
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

function unknownChoice({ concept, field }: Choice): string {
  return `There is no conflict about ${describePlace({ concept, field })}.`;
}

/** What still names a concept that the choices have removed, because another one has its name now. */
function misled(
  merge: Merge,
  repaired: readonly Adjustment[],
  known: ReadonlySet<string>,
): Adjustment[] {
  const told = new Set(repaired.map(({ concept }) => concept));
  const there = new Set(merge.drafts.flatMap(({ concept, match }) => (concept ? match.key : [])));
  return [...merge.conflicts].flatMap(([key, { concept = '', field }]) => {
    const isReference = field === 'extends' || isConceptOfRole(field);
    if (!isReference || known.has(key) || told.has(concept) || !there.has(concept)) return [];
    return [{ concept, field }];
  });
}

/** Choices for what another choice has decided in another way already. */
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
  return `There are different choices for ${describePlace({ concept, field })}: send one.`;
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
