import * as fc from 'fast-check';
import { entryPath, memberPath, plainPath } from '../../../domain/ontology/model/field-path.ts';
import { applyChoices, mergeOntologies } from '../../../domain/ontology/merge/merge-ontologies.ts';
import type { Choice } from '../../../domain/ontology/merge/merge-draft.ts';
import { parsed } from './parsed.ts';

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

/** One concept with these members, in YAML flow style. */
const entry = (members: string) =>
  parsed(`name: s\nontology:\n  - {concept: A, ${members}}\n`).ontology;
const sides = (write: (value: number) => string) => ({
  base: entry(write(1)),
  namespace: entry(write(2)),
  branch: entry(write(3)),
});

const fieldsOf = (all: Parameters<typeof mergeOntologies>[0]) => {
  const answer = mergeOntologies(all);
  return answer.outcome === 'conflicted' ? answer.conflicts.map(({ field }) => field) : answer;
};

it('a name with a dot is not taken for a member of a member, nor the other way round', () => {
  const all = sides((value) => `custom_properties: {x.y: ${value}, x: {y: ${value}}}`);
  expect(fieldsOf(all)).toEqual(['custom_properties."x.y"', 'custom_properties.x.y']);
  const take = (field: string, side: Choice['take']): Choice => ({
    concept: 'A',
    field,
    take: side,
  });
  const one = take('custom_properties."x.y"', 'branch');
  expect(applyChoices(all, [one])).toMatchObject({
    outcome: 'conflicted',
    conflicts: [{ field: 'custom_properties.x.y' }],
  });
  // Quotes that are not needed do no harm.
  expect(applyChoices(all, [one, take('custom_properties."x"."y"', 'namespace')])).toMatchObject({
    outcome: 'resolved',
    ontology: { concepts: [{ fields: { custom_properties: { 'x.y': 3, x: { y: 2 } } } }] },
  });
});

it.each([
  ['the whole of a concept', (value: number) => `"*": ${value}`, '"*"'],
  ['an entry of a list', (value: number) => `"a[b]": ${value}`, '"a[b]"'],
  ['nothing', (value: number) => `"": ${value}`, '""'],
  [
    'the path of an entry, as an id',
    (value: number) =>
      `relationships: [{id: 'r].x[s', name: r, roles: [{concept: A}], note: ${value}}]`,
    'relationships["r].x[s"].note',
  ],
  [
    'a relationship',
    (value: number) => `concept: {name: A, relationships: [{id: r, x: ${value}}]}`,
    '"relationships"[r].x',
  ],
])('a name that reads like %s is quoted', (_, write, field) => {
  const of = (value: number) => {
    const text = write(value);
    return text.startsWith('concept:')
      ? parsed(`name: s\nontology:\n  - {${text}}\n`).ontology
      : entry(text);
  };
  const all = { base: of(1), namespace: of(2), branch: of(3) };
  expect(fieldsOf(all)).toEqual([field]);
  const answer = applyChoices(all, [{ concept: 'A', field, take: 'branch' }]);
  expect(answer).toMatchObject({ outcome: 'resolved', ontology: of(3) });
});

it('leaves paths of relationships and plain names as they are', () => {
  const paths = ['relationships[order.placed by].roles[0].concept', 'custom_properties.unit', '*'];
  expect(paths.map(plainPath)).toEqual(paths);
});

type Step = { member: string } | { entry: string };
const name = fc.string({ unit: fc.constantFrom(...Array.from('ab.[]"*\\\n')), maxLength: 4 });
const steps = fc.array(
  fc.oneof(
    name.map((member): Step => ({ member })),
    name.map((each): Step => ({ entry: each })),
  ),
  { maxLength: 3 },
);
const pathOf = (all: readonly Step[]) =>
  all.reduce(
    (path, step) =>
      'member' in step ? memberPath(path, step.member) : entryPath(path, step.entry),
    memberPath('', 'first'),
  );

it('different places never have the same path', () => {
  fc.assert(
    fc.property(steps, steps, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(pathOf(one) === pathOf(other)).toBe(isSame);
      expect(plainPath(pathOf(one))).toBe(pathOf(one));
    }),
    { numRuns: runs.numRuns * 10 },
  );
});
