import { toConflictList } from '../../../domain/semantics/conflict-list.ts';

const conflict = (place: number, branch: string) => ({
  concept: `C${place}`,
  field: 'description',
  branch,
});
const conflicts = (count: number, branch: string) =>
  Array.from({ length: count }, (_, place) => conflict(place, branch));

test('few short conflicts are all told', () => {
  const all = conflicts(1_000, 'x');
  expect(toConflictList(all)).toEqual({ conflicts: all, conflictCount: 1_000 });
});

test('of many conflicts the first 1,000 are told', () => {
  const all = conflicts(1_001, 'x');
  const told = toConflictList(all);
  expect(told.conflictCount).toBe(1_001);
  expect(told.conflicts).toEqual(all.slice(0, 1_000));
});

test('the next ones begin where the first ones end', () => {
  const all = conflicts(1_001, 'x');
  expect(toConflictList(all, 1_000)).toEqual({
    conflicts: all.slice(1_000),
    conflictCount: 1_001,
  });
  expect(toConflictList(all, 2_000)).toEqual({ conflicts: [], conflictCount: 1_001 });
});

test('of long conflicts so many are told as are 1 MB together', () => {
  const told = toConflictList(conflicts(500, 'x'.repeat(10_000)));
  expect(told.conflictCount).toBe(500);
  expect(told.conflicts).toHaveLength(99);
});

test('a conflict whose values are too long is told without them', () => {
  const told = toConflictList(conflicts(2, 'x'.repeat(2_000_000)));
  expect(told).toEqual({
    conflicts: [
      { concept: 'C0', field: 'description', truncated: true },
      { concept: 'C1', field: 'description', truncated: true },
    ],
    conflictCount: 2,
  });
});
