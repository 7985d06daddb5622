import { markOf } from '../../../domain/ontology/merge/merge-draft.ts';
import { toConflictList } from '../../../domain/semantics/conflict-list.ts';

const conflict = (place: number, branch: string) => ({
  concept: `C${place}`,
  field: 'description',
  branch,
});
const conflicts = (count: number, branch: string) =>
  Array.from({ length: count }, (_, place) => conflict(place, branch));
/** As clients read them. */
const told = (all: readonly ReturnType<typeof conflict>[]) =>
  all.map((each) => ({ ...each, mark: markOf(each) }));

test('few short conflicts are all told', () => {
  const all = conflicts(1_000, 'x');
  expect(toConflictList(all)).toEqual({ conflicts: told(all), conflictCount: 1_000 });
});

test('of many conflicts the first 1,000 are told', () => {
  const all = conflicts(1_001, 'x');
  const list = toConflictList(all);
  expect(list.conflictCount).toBe(1_001);
  expect(list.conflicts).toEqual(told(all.slice(0, 1_000)));
});

test('the next ones begin where the first ones end', () => {
  const all = conflicts(1_001, 'x');
  expect(toConflictList(all, 1_000)).toEqual({
    conflicts: told(all.slice(1_000)),
    conflictCount: 1_001,
  });
  expect(toConflictList(all, 2_000)).toEqual({ conflicts: [], conflictCount: 1_001 });
});

test('of long conflicts so many are told as are 1 MB together', () => {
  const list = toConflictList(conflicts(500, 'x'.repeat(10_000)));
  expect(list.conflictCount).toBe(500);
  expect(list.conflicts).toHaveLength(99);
});

test('a conflict whose values are too long is told without them', () => {
  const [one, other] = [
    conflict(0, `x${'x'.repeat(2_000_000)}`),
    conflict(0, 'y'.repeat(2_000_000)),
  ];
  const { conflicts: list } = toConflictList([one, other]);
  const short = { concept: 'C0', field: 'description', truncated: true };
  expect(list).toEqual([
    { ...short, mark: markOf(one) },
    { ...short, mark: markOf(other) },
  ]);
});

test('the mark of a conflict changes with each of its sides, and with nothing else', () => {
  const sides = { base: 'a', namespace: 'b', branch: 'c' };
  const others = [
    { ...sides, base: 'x' },
    { ...sides, namespace: null },
    { base: 'a', branch: 'c' },
  ];
  const marks = [sides, ...others].map((each) => markOf({ field: 'f', ...each }));
  expect(new Set(marks).size).toBe(4);
  expect(markOf({ concept: 'C', field: 'g', ...sides })).toBe(marks[0]);
});
