import {
  mergeDocuments,
  resolveDocuments,
} from '../../../domain/ontology/merge/merge-documents.ts';
import type { Choice } from '../../../domain/ontology/merge/merge-draft.ts';
import type { Concept } from '../../../domain/ontology/ontology.ts';
import { parsed } from './parsed.ts';

/** An ontology of these entries, each in YAML flow style without its braces. */
const shop = (...entries: string[]) =>
  parsed(`name: shop\nontology:\n${entries.map((each) => `  - {${each}}\n`).join('')}`);

type Texts = readonly [base: string[], namespace: string[], branch: string[]];

const sidesOf = ([base, namespace, branch]: Texts) => ({
  base: shop(...base),
  namespace: shop(...namespace),
  branch: shop(...branch),
});

const merge = (...texts: Texts) => mergeDocuments(sidesOf(texts));

/** What the merged text says, or its conflicts. */
function result(...texts: Texts): unknown {
  const answer = merge(...texts);
  if (answer.outcome === 'conflicted') return answer.conflicts;
  return answer.outcome === 'merged' ? answer.parsed.ontology.concepts : answer.outcome;
}

const entries = (...written: string[]): Concept[] => shop(...written).ontology.concepts;

/** What the text says after these choices. */
function resolved(choices: Choice[], ...texts: Texts): unknown {
  const answer = resolveDocuments(sidesOf(texts), choices);
  if (answer.outcome !== 'resolved') return answer;
  expect(answer.adjusted).toEqual([]);
  return answer.parsed.ontology.concepts;
}

const a = 'concept: A, id: a, description: one';
const b = 'concept: B, id: b';

describe('a merge', () => {
  it('has nothing to do when only the order or the layout of the branch changed', () => {
    expect(result([a, b], [a], [b, a])).toBe('nothing_to_merge');
  });

  it('takes an empty list of parents for none', () => {
    expect(result([a], [a, b], [`${a}, extends: []`])).toBe('nothing_to_merge');
    const parents = (...names: string[]) => [`${a}, extends: [${names.join(', ')}]`];
    expect(result(parents(), [a], parents('Any'))).toEqual(entries(...parents('Any')));
  });

  it('takes fields of one concept from both sides', () => {
    const [ours, theirs] = ['concept: A, id: a, description: two', `${a}, status: draft`];
    expect(result([a], [ours], [theirs])).toEqual(entries(`${ours}, status: draft`));
  });

  it('is in conflict about a field that both changed, and about nothing else', () => {
    const conflicts = result(
      [a, b],
      ['concept: A, id: a, description: two', b],
      ['concept: A, id: a, description: three', `${b}, status: draft`],
    );
    const values = { base: 'one', namespace: 'two', branch: 'three' };
    expect(conflicts).toEqual([{ concept: 'a', field: 'description', ...values }]);
  });

  it('adds to lists and takes from them on both sides', () => {
    const tags = (...names: string[]) => [`${b}, tags: [${names.join(', ')}]`];
    expect(result(tags('x', 'y'), tags('x', 'y', 'ours'), tags('theirs', 'y'))).toEqual(
      entries(...tags('y', 'ours', 'theirs')),
    );
  });

  it('looks into objects of members', () => {
    const custom = (text: string) => [`${b}, custom_properties: {${text}}`];
    expect(result(custom('x: 1, y: 1'), custom('x: 2, y: 1'), custom('x: 1, y: 3'))).toEqual(
      entries(...custom('x: 2, y: 3')),
    );
    expect(result(custom('x: 1'), custom('x: 2'), custom('x: 3'))).toEqual([
      { concept: 'b', field: 'custom_properties.x', base: 1, namespace: 2, branch: 3 },
    ]);
  });

  it('merges relationships by their identity, field by field', () => {
    const by = (text: string) => [`${b}, relationships: [{id: r, name: by, ${text}}]`];
    const base = by('roles: [{concept: B}], multiplicity: ManyToOne');
    expect(
      result(
        base,
        by('roles: [{concept: B}], multiplicity: OneToOne'),
        by('roles: [{concept: Any}], multiplicity: ManyToOne'),
      ),
    ).toEqual(entries(...by('roles: [{concept: Any}], multiplicity: OneToOne')));
    expect(
      result(
        base,
        by('roles: [{concept: B}], multiplicity: OneToOne'),
        by('roles: [{concept: B}], multiplicity: ManyToMany'),
      ),
    ).toMatchObject([{ concept: 'b', field: 'relationships[r].multiplicity' }]);
  });

  it('knows that roles which both added name one concept, by its id and by its name', () => {
    const to = (role: string) => `${a}, relationships: [{name: to, roles: [{concept: ${role}}]}]`;
    const base = ['concept: A, id: a', b];
    expect(result(base, [to('B'), b], [to('b'), b])).toEqual(entries(to('B'), b));
    const c = 'concept: C, id: c';
    expect(result([...base, c], [to('B'), b, c], [to('c'), b, c])).toEqual([
      { concept: 'a', field: 'relationships[to].roles[0].concept', namespace: 'B', branch: 'c' },
    ]);
  });

  it('does not tell the same change on both sides from one', () => {
    const two = 'concept: A, id: a, description: two';
    expect(result([a, b], [two], [two])).toEqual(entries(two));
  });

  it('is in conflict when one side removes what the other changes', () => {
    const changed = 'concept: A, id: a, description: two';
    const whole = (description: string) => ({ concept: 'A', id: 'a', description });
    expect(result([a, b], [b], [changed, b])).toEqual([
      { concept: 'a', field: '*', base: whole('one'), branch: whole('two') },
    ]);
    expect(result([a, b], [changed, b], [b])).toEqual([
      { concept: 'a', field: '*', base: whole('one'), namespace: whole('two') },
    ]);
    expect(
      resolved([{ concept: 'a', field: '*', take: 'branch' }], [a, b], [changed, b], [b]),
    ).toEqual(entries(b));
  });

  it('is in conflict field by field when both add the same id', () => {
    expect(result([b], [b, a], [b, 'concept: A, id: a, description: two, status: draft'])).toEqual([
      { concept: 'a', field: 'description', namespace: 'one', branch: 'two' },
    ]);
  });

  it('merges the members of the document key by key', () => {
    const text = (owner: string, extra = '') =>
      parsed(`name: s\ncustom_properties:\n  owner: ${owner}\n${extra}ontology: []\n`);
    const sides = {
      base: text('a'),
      namespace: text('a', '  display_name: S\n'),
      branch: text('b'),
    };
    expect(mergeDocuments(sides)).toMatchObject({
      outcome: 'merged',
      changes: [],
      parsed: { text: text('b', '  display_name: S\n').text },
    });
    expect(mergeDocuments({ ...sides, namespace: text('c') })).toEqual({
      outcome: 'conflicted',
      conflicts: [{ field: 'custom_properties.owner', base: 'a', namespace: 'c', branch: 'b' }],
    });
  });
});

describe('a rename', () => {
  const to = (name: string) =>
    `concept: C, relationships: [{name: r, roles: [{concept: ${name}}]}]`;
  const renamed = 'concept: A2, id: a, description: one';

  it('with a stable id is a change of the name', () => {
    const answer = merge([a, b], [a, `${b}, status: draft`], [renamed, b]);
    expect(answer).toMatchObject({
      changes: [
        { external_id: 'a', op: 'update', fields: [{ field: 'concept', from: 'A', to: 'A2' }] },
      ],
    });
  });

  it('is followed by what names the concept on the other side', () => {
    expect(result([a], [renamed], [a, to('A')])).toEqual(entries(renamed, to('A2')));
    expect(result([a], [a, to('A')], [renamed])).toEqual(entries(renamed, to('A2')));
    expect(result([a], [renamed], [a, to('a')])).toEqual(entries(renamed, to('a')));
    expect(result([a], [renamed], [a, `${b}, extends: [A]`])).toEqual(
      entries(renamed, `${b}, extends: [A2]`),
    );
  });

  it('without an id removes what the other side names: a conflict', () => {
    const conflicts = [{ concept: 'C', field: 'relationships[r].roles[0].concept', branch: 'B' }];
    const texts: Texts = [['concept: B'], ['concept: B2'], ['concept: B', to('B')]];
    expect(result(...texts)).toEqual(conflicts);
    const choice = { concept: 'C', field: 'relationships[r].roles[0].concept' };
    expect(resolved([{ ...choice, take: 'namespace' }], ...texts)).toEqual(
      entries('concept: B2', 'concept: C'),
    );
    expect(resolved([{ ...choice, take: 'branch' }], ...texts)).toEqual(
      entries('concept: B2', 'concept: B', to('B')),
    );
    expect(resolved([{ ...choice, take: 'value', value: 'B2' }], ...texts)).toEqual(
      entries('concept: B2', to('B2')),
    );
    expect(resolved([{ ...choice, take: 'value', value: 'Nothing' }], ...texts)).toEqual({
      outcome: 'refused',
      problems: [
        'The value for relationships[r].roles[0].concept of "C" names the unknown concept "Nothing".',
      ],
    });
  });

  it('to the name that the other side gave to another concept is a conflict', () => {
    const texts: Texts = [
      [a, b],
      ['concept: N, id: a, description: one', b],
      [a, 'concept: N, id: b'],
    ];
    expect(result(...texts)).toEqual([
      { concept: 'b', field: 'concept', base: 'B', namespace: 'B', branch: 'N' },
      { concept: 'a', field: 'concept', base: 'A', namespace: 'N', branch: 'A' },
    ]);
    const [ofB, ofA] = [
      { concept: 'b', field: 'concept' },
      { concept: 'a', field: 'concept' },
    ];
    expect(
      resolved(
        [
          { ...ofB, take: 'branch' },
          { ...ofA, take: 'branch' },
        ],
        ...texts,
      ),
    ).toEqual(entries(a, 'concept: N, id: b'));
    const kept = { ...ofA, take: 'namespace' } as const;
    expect(resolved([{ ...ofB, take: 'value', value: 'M' }, kept], ...texts)).toEqual(
      entries('concept: N, id: a, description: one', 'concept: M, id: b'),
    );
    expect(resolved([{ ...ofB, take: 'branch' }, kept], ...texts)).toEqual({
      outcome: 'refused',
      problems: [
        'The choices leave "b" and "a" with the same name "N": choose another name for "b" (field: concept, take: value), or the other side for one of them.',
      ],
    });
  });

  it('an id that is given to a concept is a change of it', () => {
    expect(result(['concept: B'], ['concept: B, status: draft'], ['concept: B, id: b'])).toEqual(
      entries('concept: B, status: draft, id: b'),
    );
  });
});

describe('a resolution', () => {
  const texts: Texts = [
    [a],
    ['concept: A, id: a, description: two, status: x'],
    ['concept: A, id: a, description: three, status: y'],
  ];
  const description = { concept: 'a', field: 'description' };

  it('takes a side or a value for each conflict', () => {
    const choices: Choice[] = [
      { ...description, take: 'value', value: 'four' },
      { concept: 'a', field: 'status', take: 'branch' },
    ];
    expect(resolved(choices, ...texts)).toEqual(
      entries('concept: A, id: a, description: four, status: y'),
    );
  });

  it('needs a choice for every conflict, and takes none for others', () => {
    expect(resolved([{ ...description, take: 'branch' }], ...texts)).toMatchObject({
      outcome: 'conflicted',
      conflicts: [{ field: 'status' }],
    });
    expect(resolved([{ concept: 'a', field: 'type', take: 'branch' }], ...texts)).toEqual({
      outcome: 'refused',
      problems: ['There is no conflict about type of "a".'],
    });
  });

  it('with a value of the wrong kind is refused with its place', () => {
    const choices: Choice[] = [
      { ...description, take: 'value', value: 5 },
      { concept: 'a', field: 'status', take: 'branch' },
    ];
    expect(resolved(choices, ...texts)).toMatchObject({
      outcome: 'invalid',
      violations: [{ field: 'description of the concept "A" (id "a")', message: 'must be a text' }],
    });
  });
});
