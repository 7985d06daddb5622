import {
  mergeDocuments,
  resolveDocuments,
} from '../../../domain/ontology/merge/merge-documents.ts';
import type { Choice } from '../../../domain/ontology/merge/merge-draft.ts';
import { parsed } from './parsed.ts';

const shop = (...entries: string[]) =>
  parsed(`name: n\nontology:\n${entries.map((each) => `  - {${each}}\n`).join('')}`);

type Texts = readonly [base: string[], namespace: string[], branch: string[]];

const sidesOf = ([base, namespace, branch]: Texts) => ({
  base: shop(...base),
  namespace: shop(...namespace),
  branch: shop(...branch),
});

function conflicts(texts: Texts): unknown {
  const answer = mergeDocuments(sidesOf(texts));
  return answer.outcome === 'conflicted' ? answer.conflicts : answer.outcome;
}

/** Names of the concepts after these choices, or why they cannot be followed. */
function resolved(texts: Texts, ...choices: Choice[]): unknown {
  const answer = resolveDocuments(sidesOf(texts), choices);
  if (answer.outcome === 'refused') return answer.problems.join();
  if (answer.outcome !== 'resolved') return answer;
  return {
    names: answer.parsed.ontology.concepts.map(({ name }) => name),
    adjusted: answer.adjusted,
  };
}

const a = 'concept: A, id: a';
const b = 'concept: B, id: b';
const c = 'concept: C, id: c, extends: [Position]';
const renamed = 'concept: Position, id: b';
const names = { base: 'B', namespace: 'B', branch: 'Position' };

describe.each<[what: string, entry: string, key: string, whole: object]>([
  ['a new concept', 'concept: Position, id: position', 'position', { id: 'position' }],
  ['a new concept without an id', 'concept: Position', 'Position', {}],
])('the name of %s, given to another one by the branch', (_, added, key, id) => {
  const texts: Texts = [
    [a, b],
    [a, b, added],
    [a, renamed],
  ];
  const ofName = { concept: 'b', field: 'concept' };
  const ofNew = { concept: key, field: '*' };

  it('is a conflict of both', () => {
    expect(conflicts(texts)).toEqual([
      { ...ofName, ...names },
      { ...ofNew, namespace: { concept: 'Position', ...id } },
    ]);
  });

  it('needs a choice for each, and drops none that was not dropped by one', () => {
    expect(resolved(texts, { ...ofName, take: 'branch' })).toMatchObject({
      outcome: 'conflicted',
      conflicts: [ofNew],
    });
    const keep: Choice = { ...ofNew, take: 'namespace' };
    expect(resolved(texts, { ...ofName, take: 'branch' }, keep)).toMatch(
      /^The choices leave "b" and "[pP]osition" with the same name "Position": choose another name for "b"/,
    );
    expect(resolved(texts, { ...ofName, take: 'namespace' }, keep)).toEqual({
      names: ['A', 'B', 'Position'],
      adjusted: [],
    });
    expect(resolved(texts, { ...ofName, take: 'value', value: 'Place' }, keep)).toEqual({
      names: ['A', 'Place', 'Position'],
      adjusted: [],
    });
    const drop: Choice = { ...ofNew, take: 'branch' };
    const both = { names: ['A', 'Position'], adjusted: [] };
    expect(resolved(texts, { ...ofName, take: 'branch' }, drop)).toEqual(both);
    expect(resolved(texts, { ...ofName, take: 'namespace' }, drop)).toEqual({
      names: ['A', 'B'],
      adjusted: [],
    });
  });

  it('tells what named the concept that was dropped', () => {
    const used: Texts = [
      [a, b],
      [a, b, added, c],
      [a, renamed],
    ];
    const choices = [
      { ...ofName, take: 'branch' as const },
      { ...ofNew, take: 'branch' as const },
    ];
    expect(resolved(used, ...choices)).toMatchObject({
      adjusted: [{ concept: 'c', field: 'extends' }],
    });
  });
});

it('a name that the namespace gives an old concept without an id is a conflict of both', () => {
  const texts: Texts = [
    [a, b, 'concept: Old'],
    [a, b, 'concept: Position'],
    [a, renamed, 'concept: Old'],
  ];
  expect(conflicts(texts)).toEqual([
    { concept: 'b', field: 'concept', ...names },
    { concept: 'Position', field: '*', namespace: { concept: 'Position' } },
  ]);
});

it('a name that the namespace gives an old concept, and the branch a new one, is a conflict of both', () => {
  const line = 'concept: Line, id: line';
  const texts: Texts = [
    [a, line],
    [a, 'concept: Position, id: line'],
    [a, line, 'concept: Position, id: position'],
  ];
  const [ofNew, ofName] = [
    { concept: 'position', field: '*' },
    { concept: 'line', field: 'concept' },
  ];
  expect(conflicts(texts)).toEqual([
    { ...ofNew, branch: { concept: 'Position', id: 'position' } },
    { ...ofName, base: 'Line', namespace: 'Position', branch: 'Line' },
  ]);
  const take: Choice = { ...ofNew, take: 'branch' };
  expect(resolved(texts, take, { ...ofName, take: 'namespace' })).toContain(
    'choose another name for "line"',
  );
  expect(resolved(texts, take, { ...ofName, take: 'branch' })).toEqual({
    names: ['A', 'Line', 'Position'],
    adjusted: [],
  });
});

it('two new concepts with one name are one, which differs in its id', () => {
  const [one, two] = ['concept: P, id: one, description: x', 'concept: P, id: two, description: y'];
  expect(conflicts([[a], [a, one], [a, two]])).toEqual([
    { concept: 'one', field: 'id', namespace: 'one', branch: 'two' },
    { concept: 'one', field: 'description', namespace: 'x', branch: 'y' },
  ]);
});

it('an id that both sides give is a conflict of both concepts', () => {
  const texts: Texts = [
    [a, 'concept: B'],
    [a, 'concept: B', 'concept: X, id: x'],
    [a, 'concept: B, id: x'],
  ];
  expect(conflicts(texts)).toMatchObject([
    { concept: 'B', field: '*' },
    { concept: 'x', field: '*' },
  ]);
});

it('a name that only one of the choices would give is asked about too', () => {
  const texts: Texts = [[a], [a, 'concept: X, id: x', 'concept: P'], [a, 'concept: P, id: x']];
  const ofX = { concept: 'x', field: 'concept' };
  const ofP = { concept: 'P', field: '*' };
  expect(conflicts(texts)).toMatchObject([ofX, ofP]);
  expect(resolved(texts, { ...ofX, take: 'namespace' })).toMatchObject({ names: ['A', 'X', 'P'] });
  const branch: Choice = { ...ofX, take: 'branch' };
  expect(resolved(texts, branch)).toMatchObject({ outcome: 'conflicted', conflicts: [ofP] });
  expect(resolved(texts, branch, { ...ofP, take: 'branch' })).toMatchObject({ names: ['A', 'P'] });
});

it('a name chosen for one concept that another one has is refused', () => {
  const texts: Texts = [
    [a, b],
    ['concept: A1, id: a', b],
    ['concept: A2, id: a', b],
  ];
  const choice: Choice = { concept: 'a', field: 'concept', take: 'value', value: 'B' };
  expect(resolved(texts, choice)).toContain(
    '"a" and "b" with the same name "B": choose another name for "a"',
  );
});

it('different choices for one conflict are refused, equal ones are one', () => {
  const texts: Texts = [[a], [`${a}, status: one`], [`${a}, status: two`]];
  const choice = { concept: 'a', field: 'status' };
  expect(resolved(texts, { ...choice, take: 'branch' }, { ...choice, take: 'namespace' })).toBe(
    'There are different choices for status of "a": send one.',
  );
  const value: Choice = { ...choice, take: 'value', value: 'x' };
  expect(resolved(texts, value, { ...value, value: 'y' })).toContain('status of "a"');
  expect(resolved(texts, value, { ...value })).toMatchObject({ adjusted: [] });
});
