import * as fc from 'fast-check';
import { checkOntology } from '../../../domain/ontology/read/check-ontology.ts';
import { diffMembers, diffOntologies } from '../../../domain/ontology/merge/diff-ontologies.ts';
import { applyChoices, mergeOntologies } from '../../../domain/ontology/merge/merge-ontologies.ts';
import type { MergeAnswer } from '../../../domain/ontology/merge/merge-ontologies.ts';
import { conceptOf, relationshipOf } from '../../../domain/ontology/ontology.ts';
import { matchSides } from '../../../domain/ontology/merge/match-sides.ts';
import type { Sides } from '../../../domain/ontology/merge/merge-values.ts';
import type { Ontology } from '../../../domain/ontology/ontology.ts';
import { isSameOntology, isSameValue } from '../../../domain/ontology/model/same-value.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { applyChanges } from './apply-changes.ts';
import { ontology, sides } from './arbitrary.ts';
import { valueAt } from './value-at.ts';

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

function merged(answer: MergeAnswer): Ontology | undefined {
  return answer.outcome === 'merged' ? answer.ontology : undefined;
}

const shuffled = (document: Ontology): Ontology => ({
  ...document,
  concepts: document.concepts
    .map((concept) => ({ ...concept, relationships: concept.relationships.toReversed() }))
    .toReversed(),
});

/** Changes every second concept, and adds one, with what another document says of no concept. */
function touch(
  { members, concepts }: Ontology,
  which: 0 | 1,
  { concepts: others }: Ontology,
): Ontology {
  const changed = concepts.map((concept, place) => {
    const other = others[place];
    if (place % 2 !== which || !other) return concept;
    const { description, tags, custom_properties: custom } = other.fields;
    const values = Object.entries({ description, tags, custom_properties: custom });
    const added = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    const relationship = { name: `added${which}`, roles: [{ concept: 'String' }] };
    const relationships = [...concept.relationships, relationshipOf(relationship)];
    return conceptOf({ ...concept.fields, ...(added as JsonObject) }, relationships);
  });
  const own = conceptOf({ concept: `Own ${which}`, extends: ['Any'] }, []);
  return { members, concepts: [...changed, own] };
}

/** Whether a name belongs to different ids on different sides. */
function hasExchangedIds({ base, namespace, branch }: Sides<Ontology>): boolean {
  const identities = new Map<string, string>();
  return [base, namespace, branch].some(({ concepts }) =>
    concepts.some(({ name, identity }) => {
      const known = identities.get(name) ?? identity;
      identities.set(name, known);
      return known !== identity;
    }),
  );
}

describe('differences', () => {
  it('are none between a document and itself in another order', () => {
    fc.assert(
      fc.property(ontology, (document) => {
        expect(diffOntologies(document, shuffled(document))).toEqual([]);
      }),
      runs,
    );
  });

  it('make the second document of the first', () => {
    fc.assert(
      fc.property(sides, ({ namespace, branch }) => {
        const result = applyChanges(namespace, {
          concepts: diffOntologies(namespace, branch),
          members: diffMembers(namespace, branch),
        });
        expect(isSameOntology(result, branch)).toBe(true);
      }),
      runs,
    );
  });
});

describe('a merge', () => {
  it('with an unchanged side is the other side', () => {
    fc.assert(
      fc.property(sides, ({ base, namespace, branch }) => {
        const forward = mergeOntologies({ base, namespace: shuffled(base), branch });
        if (isSameOntology(base, branch)) expect(forward.outcome).toBe('nothing_to_merge');
        else expect(isSameOntology(merged(forward) ?? base, branch)).toBe(true);
        const nothing = mergeOntologies({ base, namespace, branch: shuffled(base) });
        expect(nothing.outcome).toBe('nothing_to_merge');
      }),
      runs,
    );
  });

  it('of the same changes is those changes', () => {
    fc.assert(
      fc.property(sides, ({ base, branch }) => {
        fc.pre(!isSameOntology(base, branch));
        const same = mergeOntologies({ base, namespace: shuffled(branch), branch });
        expect(isSameOntology(merged(same) ?? base, branch)).toBe(true);
        expect(same).toMatchObject({ changes: [] });
      }),
      runs,
    );
  });

  it('is the same whichever side is called the branch', () => {
    fc.assert(
      fc.property(sides, ({ base, namespace, branch }) => {
        fc.pre(!isSameOntology(base, branch) && !isSameOntology(base, namespace));
        const one = mergeOntologies({ base, namespace, branch });
        const other = mergeOntologies({ base, namespace: branch, branch: namespace });
        expect(one.outcome).toBe(other.outcome);
        const [left, right] = [merged(one), merged(other)];
        if (left && right) expect(isSameOntology(left, right)).toBe(true);
      }),
      runs,
    );
  });

  it('of changes to different entries never conflicts, and has them all', () => {
    fc.assert(
      fc.property(ontology, ontology, ontology, (base, ours, theirs) => {
        const [namespace, branch] = [touch(base, 0, ours), touch(base, 1, theirs)];
        fc.pre(!isSameOntology(base, branch));
        const result = merged(mergeOntologies({ base, namespace, branch }));
        const all = [namespace.concepts, branch.concepts];
        const touched = base.concepts.flatMap((_, place) => all[place % 2]?.[place] ?? []);
        const own = all.flatMap((concepts) => concepts.at(-1) ?? []);
        const both = { ...base, concepts: [...touched, ...own] };
        expect(result && isSameOntology(result, both)).toBe(true);
      }),
      runs,
    );
  });

  it('is a valid document', () => {
    fc.assert(
      fc.property(sides, (all) => {
        const result = merged(mergeOntologies(all));
        if (result) expect(checkOntology(result)).toEqual([]);
      }),
      runs,
    );
  });
});

const clash = /^The choices leave ".*" and ".*" with the same (name|id) /;

describe('conflicts', () => {
  const taking = (
    all: Parameters<typeof applyChoices>[0],
    take: readonly ('namespace' | 'branch')[],
  ) => {
    const answer = mergeOntologies(all);
    const conflicts = answer.outcome === 'conflicted' ? answer.conflicts : [];
    const choices = conflicts.map(({ concept, field }, place) => ({
      concept,
      field,
      take: take[place % take.length] ?? 'namespace',
    }));
    return applyChoices(all, choices);
  };
  const sideNames = fc.array(fc.constantFrom('namespace' as const, 'branch' as const), {
    minLength: 1,
  });

  it('show what the entry itself was when the branch was cut', () => {
    fc.assert(
      fc.property(sides, (all) => {
        const answer = mergeOntologies(all);
        for (const conflict of answer.outcome === 'conflicted' ? answer.conflicts : []) {
          if (conflict.concept === undefined) continue;
          const own = all.base.concepts.find(({ identity }) => identity === conflict.concept);
          expect([conflict, isSameValue('', conflict.base, valueAt(own, conflict.field))]).toEqual([
            conflict,
            true,
          ]);
        }
      }),
      runs,
    );
  });

  it('end, when all are decided, in a valid document that merges', () => {
    fc.assert(
      fc.property(sides, sideNames, (all, take) => {
        const answer = taking(all, take);
        if (answer.outcome === 'refused' && new Set(take).size > 1) {
          // One name cannot be given to two concepts; whoever takes one side throughout does not.
          for (const problem of answer.problems) expect(problem).toMatch(clash);
          return;
        }
        expect(answer.outcome).toBe('resolved');
        if (answer.outcome !== 'resolved') return;
        expect(checkOntology(answer.ontology)).toEqual([]);
        const { namespace } = all;
        const again = mergeOntologies({ base: namespace, namespace, branch: answer.ontology });
        expect(['merged', 'nothing_to_merge']).toContain(again.outcome);
        if (again.outcome !== 'merged') return;
        expect(isSameOntology(again.ontology, answer.ontology)).toBe(true);
      }),
      runs,
    );
  });

  it('end without losing a concept that no side removed, unless that was chosen or told', () => {
    fc.assert(
      fc.property(sides, sideNames, (all, take) => {
        const answer = taking(all, take);
        if (answer.outcome !== 'resolved') return;
        const answered = mergeOntologies(all);
        const named = new Set(
          [
            ...(answered.outcome === 'conflicted' ? answered.conflicts : []),
            ...answer.adjusted,
          ].map(({ concept }) => concept),
        );
        const { base, namespace, branch } = all;
        const matches = matchSides({
          base: base.concepts,
          namespace: namespace.concepts,
          branch: branch.concepts,
        });
        for (const match of matches) {
          const own = [match.namespace, match.branch].filter((each) => each !== undefined);
          const isRemoved = own.length === 0 || (match.base && own.length === 1);
          if (isRemoved || named.has(match.key)) continue;
          const called = own.flatMap(({ identity, name }) => [identity, name]);
          const isThere = answer.ontology.concepts.some((each) => called.includes(each.identity));
          if (!isThere) throw new Error(`${match.key} is missing`);
        }
      }),
      runs,
    );
  });

  it('are real: with some choices for all others, each side makes another document', () => {
    type Choose = (place: number) => 'namespace' | 'branch';
    const ways: readonly Choose[] = [0, 1, 2, 3, 5, 7, 11, 13].flatMap((step) => [
      (place) => (step > 0 && ((place * step) >> 1) % 2 === 0 ? 'branch' : 'namespace'),
      (place) => (step > 0 && ((place * step) >> 1) % 2 === 0 ? 'namespace' : 'branch'),
    ]);
    fc.assert(
      fc.property(sides, (all) => {
        // Ids that change places make one decision look like two.
        fc.pre(!hasExchangedIds(all));
        const answer = mergeOntologies(all);
        const conflicts = answer.outcome === 'conflicted' ? answer.conflicts : [];
        for (const conflict of conflicts) {
          const taking = (own: 'namespace' | 'branch', others: Choose) => {
            const choices = conflicts.map((each, place) => ({
              concept: each.concept,
              field: each.field,
              take: each === conflict ? own : others(place),
            }));
            const result = applyChoices(all, choices);
            if (result.outcome === 'conflicted') throw new Error(JSON.stringify(result));
            return result;
          };
          const isReal = ways.some((others) => {
            const [one, other] = [taking('namespace', others), taking('branch', others)];
            // That a side cannot be taken beside what was chosen for others is a difference.
            if (one.outcome === 'refused' || other.outcome === 'refused')
              return one.outcome !== other.outcome;
            // What a side names may be gone by the other choices: then that has been said.
            if (one.adjusted.length + other.adjusted.length > 0) return true;
            return !isSameOntology(one.ontology, other.ontology);
          });
          if (!isReal) throw new Error(JSON.stringify(conflict));
        }
      }),
      runs,
    );
  });
});
