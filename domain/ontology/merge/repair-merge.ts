import { relationshipPath } from '../model/field-path.ts';
import { decide, keyOf, wholeConcept } from './merge-draft.ts';
import type { Draft, Merge } from './merge-draft.ts';
import { resolveConcept } from '../ontology.ts';
import { isKnown, listReferences } from '../model/references.ts';
import type { Reference } from '../model/references.ts';
import { collisions } from './settle-names.ts';
import { scopeOf, takePart } from './settle-references.ts';

/** A part taken from the namespace without a decision. */
export type Adjustment = { concept: string; field: string };

/**
 * Makes the merged concepts a valid document by taking more and more from the namespace, which is valid as a
 * whole: first parts that name a removed concept, then entries.
 */
export function repair(merge: Merge): Adjustment[] {
  const adjusted: Adjustment[] = [];
  const partly = new Set<string>();
  // Terminates because every round takes at least one more part or entry from the namespace.
  for (;;) {
    const faults = [...collidingDrafts(merge), ...danglingDrafts(merge)];
    const before = adjusted.length;
    for (const { draft, reference } of faults) {
      const field = reference ? partName(reference) : '*';
      const part = keyOf({ concept: draft.match.key, field });
      if (reference && !partly.has(part)) {
        partly.add(part);
        takePart(merge, draft, reference, 'namespace');
        adjusted.push({ concept: draft.match.key, field });
      } else {
        adjusted.push(...takeWhole(merge, draft, reference));
      }
    }
    // No faults are left, or only faults of the namespace itself.
    if (adjusted.length === before) return adjusted;
  }
}

type Fault = { draft: Draft; reference?: Reference };

function collidingDrafts(merge: Merge): Fault[] {
  return collisions(merge).map(({ settled, newcomer }) => ({
    draft: isAsInNamespace(newcomer) ? settled : newcomer,
  }));
}

function danglingDrafts(merge: Merge): Fault[] {
  const scope = scopeOf(merge);
  return merge.drafts.flatMap((draft) =>
    (draft.concept ? listReferences(draft.concept) : [])
      .filter((reference) => !isKnown(reference, scope))
      .map((reference) => ({ draft, reference })),
  );
}

const isAsInNamespace = ({ concept, match }: Draft): boolean => concept === match.namespace;

const partName = ({ identity }: Reference): string =>
  identity === undefined ? 'extends' : relationshipPath(identity);

/** If an entry from the namespace lacks a concept, the concept is taken from the namespace too. */
function takeWhole(merge: Merge, draft: Draft, reference: Reference | undefined): Adjustment[] {
  const target = reference && resolveConcept(merge.indexes.namespace, reference.named);
  const missing = target && merge.draftOf.get(target);
  return [draft, missing].flatMap((each) => {
    if (!each || isAsInNamespace(each)) return [];
    each.concept = each.match.namespace;
    return [{ concept: each.match.key, field: '*' }];
  });
}

/** Records repairs as conflicts about whole entries. */
export function noteRest(merge: Merge, adjusted: readonly Adjustment[]): void {
  const keys = new Set(adjusted.map(({ concept }) => concept));
  for (const { match } of merge.drafts) {
    if (!keys.has(match.key)) continue;
    const { base, namespace, branch } = match;
    decide(merge, match.key, '*', {
      base: wholeConcept(base),
      namespace: wholeConcept(namespace),
      branch: wholeConcept(branch),
    });
  }
}
