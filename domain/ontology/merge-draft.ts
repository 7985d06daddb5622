import type { Json, JsonObject } from '../../lib/json.ts';
import { isConceptOfRole } from './field-path.ts';
import { identityOf, indexConcepts, resolveConcept } from './ontology.ts';
import type {
  Concept,
  ConceptIndex,
  Ontology,
  Relationship,
  RequiredConcepts,
} from './ontology.ts';
import type { Matched } from './match-sides.ts';
import type { Conflict, Settle, Sides, Value } from './merge-values.ts';

export type Side = 'namespace' | 'branch';

/** How somebody decides a conflict: for one of the sides, or for a value of their own. */
export type Choice = {
  concept?: string | undefined;
  field: string;
  take: Side | 'value';
  value?: Json | undefined;
};

/** What becomes of one concept; without `concept` it is not in the merged document. */
export type Draft = { match: Matched<Concept>; concept: Concept | undefined };

/** A merge under way. Concepts themselves are never changed, only replaced in their drafts. */
export type Merge = {
  sides: Sides<Ontology>;
  indexes: Sides<ConceptIndex>;
  /** Which draft a concept of a side belongs to. */
  draftOf: Map<Concept, Draft>;
  drafts: Draft[];
  choices: Map<string, Choice>;
  conflicts: Map<string, Conflict>;
  problems: string[];
  required: RequiredConcepts | undefined;
};

/** A merge in which nothing has been decided yet. */
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

/** What tells a conflict from others. */
export function keyOf({ concept, field }: { concept?: string | undefined; field: string }): string {
  return JSON.stringify([concept ?? null, field]);
}

/** What was chosen for a conflict; without a choice the conflict is noted. */
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

/** Settles conflicts about values of a concept; undecided ones go on with what the namespace has. */
export function settleFor(merge: Merge, concept: string | undefined): Settle {
  return (field, sides) => {
    const same = isConceptOfRole(field) ? sameTarget(merge, sides) : undefined;
    if (same) return sides[same];
    const choice = decide(merge, concept, field, sides);
    return choice?.take === 'value' ? choice.value : sides[choice?.take ?? 'namespace'];
  };
}

/**
 * The side to take for the concept of a role, when the sides only call it by different names: it was renamed, and that
 * is decided there.
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
  // Without a concept of this document on one side, only that one may have changed it.
  return branch && branch === base ? 'namespace' : undefined;
}

/** An entry as one JSON value, for conflicts about the whole of it. */
export function wholeConcept(concept: Concept | undefined): Value {
  if (!concept) return undefined;
  const relationships = concept.relationships.map(({ fields }) => fields);
  return { ...concept.fields, ...(relationships.length > 0 && { relationships }) };
}

/** The concept that these fields describe. */
export function conceptOf(fields: JsonObject, relationships: Relationship[]): Concept {
  const name = typeof fields.concept === 'string' ? fields.concept : '';
  return { identity: identityOf(fields, name), name, fields, relationships };
}

/** The relationship that these fields describe. */
export function relationshipOf(fields: JsonObject): Relationship {
  const name = [fields.name, fields.id].find((text) => typeof text === 'string') ?? '';
  return { identity: identityOf(fields, name), name, fields };
}

/** The concepts that are in the merged document as far as it goes. */
export function liveConcepts(merge: Merge): Concept[] {
  return merge.drafts.flatMap(({ concept }) => concept ?? []);
}
