import { hash } from 'node:crypto';
import { canonicalJson } from '../../../lib/json/json.ts';
import type { Json } from '../../../lib/json/json.ts';
import { isConceptOfRole } from '../model/field-path.ts';
import { indexConcepts, resolveConcept } from '../ontology.ts';
import type { Concept, ConceptIndex, Ontology, RequiredConcepts } from '../ontology.ts';
import type { Matched } from './match-sides.ts';
import type { Conflict, Settle, Sides, Value } from './merge-values.ts';

export type Side = 'namespace' | 'branch';

/** A person's decision about a conflict: one of the sides, or a custom value. */
export type Choice = {
  concept?: string | undefined;
  field: string;
  take: Side | 'value';
  value?: Json | undefined;
  /** Mark of the conflict that was decided (`markOf`); a choice without one is for whatever values there are. */
  seen?: string | undefined;
};

/** The merged state of one concept; without `concept` it is not in the merged document. */
export type Draft = { match: Matched<Concept>; concept: Concept | undefined };

/** A merge in progress. Concepts themselves are never changed, only replaced in their drafts. */
export type Merge = {
  sides: Sides<Ontology>;
  indexes: Sides<ConceptIndex>;
  /** The draft of a concept of any side. */
  draftOf: Map<Concept, Draft>;
  drafts: Draft[];
  choices: Map<string, Choice>;
  conflicts: Map<string, Conflict>;
  problems: string[];
  required: RequiredConcepts | undefined;
};

/** Starts a merge without any decisions. */
export function startMerge(
  sides: Sides<Ontology>,
  choices: readonly Choice[],
  required: RequiredConcepts | undefined,
): Merge {
  return {
    sides,
    indexes: {
      base: indexConcepts(sides.base.concepts),
      namespace: indexConcepts(sides.namespace.concepts),
      branch: indexConcepts(sides.branch.concepts),
    },
    draftOf: new Map(),
    drafts: [],
    choices: new Map(choices.map((choice) => [keyOf(choice), choice])),
    conflicts: new Map(),
    problems: [],
    required,
  };
}

/** A unique key of a conflict. */
export function keyOf({ concept, field }: { concept?: string | undefined; field: string }): string {
  return JSON.stringify([concept ?? null, field]);
}

/** Tells the values of a conflict from all others. */
export function markOf({ base, namespace, branch }: Conflict): string {
  const sides = [base, namespace, branch].map((side) => (side === undefined ? [] : [side]));
  return hash('sha256', canonicalJson(sides), 'hex').slice(0, 16);
}

/** The choice for a conflict; without a choice the conflict is recorded. */
export function decide(
  merge: Merge,
  concept: string | undefined,
  field: string,
  sides: Sides<Value>,
): Choice | undefined {
  const key = keyOf({ concept, field });
  const choice = merge.choices.get(key);
  if (choice) return choice;
  if (!merge.conflicts.has(key)) {
    merge.conflicts.set(key, {
      ...(concept !== undefined && { concept }),
      field,
      ...present(sides),
    });
  }
  return undefined;
}

function present(sides: Sides<Value>): Partial<Sides<Json>> {
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined));
}

/** Settles conflicts about values of a concept; undecided conflicts keep the namespace's value. */
export function settleFor(merge: Merge, concept: string | undefined): Settle {
  return (field, sides) => {
    const same = isConceptOfRole(field) ? sameTarget(merge, sides) : undefined;
    if (same) return sides[same];
    const choice = decide(merge, concept, field, sides);
    return choice?.take === 'value' ? choice.value : sides[choice?.take ?? 'namespace'];
  };
}

/**
 * The side to take for the concept of a role when the sides only name it differently: it was renamed, and the
 * rename is decided elsewhere.
 */
function sameTarget(merge: Merge, sides: Sides<Value>): Side | undefined {
  const on = (side: keyof Sides<Value>): Draft | undefined => {
    const named = sides[side];
    const target = typeof named === 'string' && resolveConcept(merge.indexes[side], named);
    return target ? merge.draftOf.get(target) : undefined;
  };
  const [base, namespace, branch] = [on('base'), on('namespace'), on('branch')];
  if (namespace && (namespace === branch || branch === base)) return 'namespace';
  if (namespace && namespace === base) return 'branch';
  // If one side names no concept of this document, only that side can have changed it.
  return branch && branch === base ? 'namespace' : undefined;
}

/** An entry as one JSON value, for conflicts about the whole entry. */
export function wholeConcept(concept: Concept | undefined): Value {
  if (!concept) return undefined;
  const relationships = concept.relationships.map(({ fields }) => fields);
  return { ...concept.fields, ...(relationships.length > 0 && { relationships }) };
}

/** The concepts that are in the merged document so far. */
export function liveConcepts(merge: Merge): Concept[] {
  return merge.drafts.flatMap(({ concept }) => concept ?? []);
}
