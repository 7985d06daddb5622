import {
  compareWithExceptions,
  sqlExceptions,
} from '../../../integration/code-generation/sql-exceptions.ts';

const exception = (contract: string) => ({
  dialect: 'postgres' as const,
  contract,
  reason: 'made up',
});

it('finds failures that are not listed', () => {
  const failures = new Map([
    ['a', 'refused'],
    ['b', 'refused'],
  ]);
  expect(compareWithExceptions('postgres', failures, [exception('a')])).toEqual({
    unlisted: [['b', 'refused']],
    needless: [],
  });
  expect(compareWithExceptions('mysql', failures, [exception('a')]).unlisted.length).toBe(2);
});

it('finds listed ones that run', () => {
  expect(compareWithExceptions('postgres', new Map(), [exception('a')])).toEqual({
    unlisted: [],
    needless: [exception('a')],
  });
  expect(compareWithExceptions('mysql', new Map(), [exception('a')]).needless).toEqual([]);
});

it('has a reason for each', () => {
  expect(sqlExceptions.filter(({ reason }) => reason.trim() === '')).toEqual([]);
});
