import { timeoutError } from '../../../connectors/source-error.ts';
import { runConcurrently } from '../../../lib/waiting/run-concurrently.ts';
import { createFakeSource, runOn, wish } from './fake-source.ts';

const results = ({ checks }: { checks: { result: string }[] }): string[] =>
  checks.map(({ result }) => result);

describe('a run', () => {
  it('reads the catalogue once, and each table once for all that can be counted', async () => {
    const source = createFakeSource({ answer: () => [{ row_count: 3, value_0: 0, value_1: 0 }] });
    const wishes = [0, 1].flatMap((table) => [
      { table, expectation: wish.notMissing },
      { table, expectation: wish.minLength(2) },
      { table, expectation: wish.rowCount },
      // The same condition is not counted twice.
      { table, expectation: wish.notMissing },
    ]);
    const outcome = await runOn(source, wishes);
    expect(outcome.result).toBe('passed');
    expect(source.described).toBe(1);
    expect(source.statements).toHaveLength(2);
    expect(source.statements[0]?.match(/filter/g)).toHaveLength(2);
    expect(source.closed).toBe(1);
  });

  it.each([
    ['no row', []],
    ['two rows', [{}, {}]],
    ['another name', [{ row_count: undefined, value_0: undefined, duplicate_count: undefined }]],
    ['no number', [{ row_count: 'x', value_0: 'x', duplicate_count: 'x' }]],
  ])('takes an answer with %s for no answer', async (_what, rows) => {
    const source = createFakeSource({ answer: () => rows });
    const outcome = await runOn(source, [
      { expectation: wish.notMissing },
      { expectation: wish.rowCount },
      { expectation: wish.unique },
    ]);
    expect(results(outcome)).toEqual(['error', 'error', 'error']);
    // The same again would answer the same.
    expect(source.statements).toHaveLength(2);
  });

  it('does not choose between columns that differ in case', async () => {
    const columns = ['EMAIL', 'Email'].map((name) => ({ name, type: 'text' }));
    const source = createFakeSource({ tables: { t0: { columns } } });
    const column = { name: 'email', logicalType: undefined } as const;
    const outcome = await runOn(source, [
      { expectation: { kind: 'rows', column, rule: { kind: 'not-missing' } } },
      { expectation: { kind: 'present', column } },
    ]);
    expect(results(outcome)).toEqual(['error', 'error']);
    expect(outcome.checks[0]?.reason).toContain("'EMAIL' and 'Email'");
  });

  it('runs as many statements as the source allows, tables in their order, and no more', async () => {
    const source = createFakeSource({ concurrency: 3, answer: () => [{}] });
    const wishes = [0, 1, 2, 3, 4].flatMap((table) => [
      { table, expectation: wish.notMissing },
      { table, expectation: wish.unique },
    ]);
    await runOn(source, wishes);
    expect(source.most).toBe(3);
    const order = source.statements.map((sql) => Number(/from t(\d)/.exec(sql)?.[1]));
    expect(order).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it('makes batches only beyond what one answer can hold', async () => {
    const source = createFakeSource({ answer: () => [{ row_count: 1 }] });
    const wishes = Array.from({ length: 3_000 }, (_each, index) => ({
      expectation: wish.minLength(index),
    }));
    const outcome = await runOn(source, wishes);
    expect(source.statements.length).toBe(2);
    expect(outcome.checks.length).toBe(3_000);
  });

  it('makes no statement for what constraints prove', async () => {
    const columns = [
      { name: 'a', type: 'text', notNull: true },
      { name: 'b', type: 'text' },
    ];
    const source = createFakeSource({ tables: { t0: { columns, uniqueKeys: [['a']] } } });
    const both = [
      { name: 'B', logicalType: undefined },
      { name: 'A', logicalType: undefined },
    ];
    const outcome = await runOn(source, [
      { expectation: wish.notMissing },
      { expectation: wish.unique },
      { expectation: { kind: 'unique', columns: both } },
    ]);
    expect(source.statements).toEqual([]);
    for (const check of outcome.checks) {
      expect(check).toMatchObject({
        result: 'passed',
        details: 'proved by a constraint of the source, no scan',
        failedNumber: 0,
        diagnostics: { value: 0, threshold: '= 0', proved_by: 'constraint' },
      });
    }
  });

  it('takes no key for a proof that is more than the columns', async () => {
    const source = createFakeSource({
      tables: { t0: { uniqueKeys: [['a', 'b'], []] } },
      answer: () => [{ duplicate_count: 2 }],
    });
    const outcome = await runOn(source, [{ expectation: wish.unique }]);
    expect(source.statements[0]).toContain('group by');
    expect(outcome.result).toBe('failed');
  });

  it('says what is proved together with the number of rows, when these are counted anyway', async () => {
    const columns = [{ name: 'a', type: 'text', notNull: true }];
    const source = createFakeSource({
      tables: { t0: { columns } },
      answer: () => [{ row_count: '7', value_0: 0 }],
    });
    const outcome = await runOn(source, [
      { expectation: wish.notMissing },
      { expectation: wish.minLength(1) },
    ]);
    expect(outcome.checks[0]).toMatchObject({ totalNumber: 7, diagnostics: { row_count: 7 } });
    expect(source.statements[0]).not.toContain('is null');
  });

  it('says what needs no server even when there is none', async () => {
    const source = createFakeSource();
    const broken = { ...source, describe: () => Promise.reject(new Error('gone')) };
    const outcome = await runOn(broken, [
      { expectation: { kind: 'not-evaluated', reason: 'text' } },
      { expectation: { kind: 'impossible', reason: 'minimum > maximum' } },
      { expectation: wish.unique },
    ]);
    expect(outcome.checks.map(({ result, reason }) => `${result}: ${reason}`)).toEqual([
      'unknown: text',
      'error: minimum > maximum',
      'error: gone',
    ]);
  });
});

describe('an expression that fails', () => {
  const fails = (sql: string, text: string): void => {
    if (sql.includes(text)) throw new Error('bad expression\nSELECT secret');
  };

  it('is found by halving and breaks no neighbour', async () => {
    const source = createFakeSource({
      answer(sql) {
        fails(sql, "'bad'");
        return [{ row_count: 1 }];
      },
    });
    const wishes = Array.from({ length: 64 }, (_each, index) => ({
      expectation: index === 40 ? wish.pattern('bad') : wish.minLength(index),
    }));
    const outcome = await runOn(source, [...wishes, { expectation: wish.rowCount }]);
    expect(outcome.checks.filter(({ result }) => result !== 'passed')).toMatchObject([
      { key: 'check_40', result: 'error', reason: 'Error evaluating check: bad expression' },
    ]);
    expect(source.statements.length).toBeLessThan(20);
  });

  it('is one of many that are not looked for one by one', async () => {
    const source = createFakeSource({
      answer: (sql) => {
        if (sql.includes('length')) throw new Error('no such function');
        return [{ row_count: 1, value_0: 0 }];
      },
    });
    const wishes = Array.from({ length: 1_500 }, (_each, index) => ({
      expectation: wish.minLength(index),
    }));
    const outcome = await runOn(source, wishes);
    expect(source.statements.length).toBeLessThan(75);
    expect(outcome.checks).toHaveLength(1_500);
    expect(new Set(outcome.checks.map(({ result, reason }) => `${result} ${reason}`))).toEqual(
      new Set(['error Error evaluating check: no such function']),
    );
  });

  it('is not looked for when the table itself cannot be read', async () => {
    const source = createFakeSource({
      answer() {
        throw new Error('permission denied');
      },
    });
    const wishes = Array.from({ length: 64 }, (_each, index) => ({
      expectation: wish.minLength(index),
    }));
    const outcome = await runOn(source, [...wishes, { expectation: wish.rowCount }]);
    expect(new Set(results(outcome))).toEqual(new Set(['error']));
    expect(source.statements).toHaveLength(2);
  });

  it('that takes too long is not tried again, but a pattern is told from the others', async () => {
    const source = createFakeSource({
      answer(sql) {
        if (sql.includes("'slow")) throw timeoutError('too slow');
        return [{ row_count: 1 }];
      },
    });
    const patterns = ['ok', 'slow', 'slow2', 'slow3', 'slow4'].map(wish.pattern);
    const outcome = await runOn(
      source,
      [wish.notMissing, ...patterns, wish.rowCount].map((expectation) => ({ expectation })),
    );
    expect(results(outcome)).toEqual([
      'passed',
      'passed',
      'error',
      'error',
      'error',
      'error',
      'passed',
    ]);
    expect(outcome.checks[2]?.reason).toBe('Error evaluating check: too slow');
    expect(outcome.checks[5]?.reason).toContain('not tried, because 3 other patterns');
    // All at once, those that are no patterns, and four patterns alone.
    expect(source.statements).toHaveLength(6);

    const other = createFakeSource({
      answer() {
        throw timeoutError('too slow');
      },
    });
    expect(results(await runOn(other, [{ expectation: wish.notMissing }]))).toEqual(['error']);
    expect(other.statements).toHaveLength(1);
  });
});

describe('samples', () => {
  const failing = (sql: string): Record<string, unknown>[] => {
    if (sql.includes('row_count')) {
      return [
        Object.fromEntries([
          ['row_count', 9],
          ...Array.from({ length: 90 }, (_each, index) => [`value_${index}`, 2]),
        ]),
      ];
    }
    return [{ a: 'x' }];
  };

  it('are read after the counts, one statement for each failed check', async () => {
    const source = createFakeSource({ answer: failing });
    const outcome = await runOn(source, [
      { expectation: wish.notMissing },
      { expectation: wish.minLength(3), severity: 'info' },
      { table: 1, expectation: wish.rowCount },
    ]);
    expect(outcome.checks.map(({ failedSamples }) => failedSamples)).toEqual([
      [{ a: 'x' }],
      [{ a: 'x' }],
      undefined,
    ]);
    expect(source.statements.map((sql) => sql.endsWith('limit 5'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('are read for so many failures only, and missing ones change no verdict', async () => {
    const source = createFakeSource({
      answer(sql) {
        if (sql.includes('< 3\n')) throw new Error('no');
        return failing(sql);
      },
    });
    const wishes = Array.from({ length: 80 }, (_each, index) => ({
      expectation: wish.minLength(index),
    }));
    const outcome = await runOn(source, wishes);
    expect(source.statements).toHaveLength(51);
    expect(outcome.checks.filter(({ failedSamples }) => failedSamples !== undefined)).toHaveLength(
      49,
    );
    expect(new Set(results(outcome))).toEqual(new Set(['failed']));
    expect(outcome.logs.map(({ message }) => message)).toContain(
      '30 failed checks have no samples of their rows',
    );
  });
});

describe('an aborted run', () => {
  it('begins nothing more, closes its source and rejects with the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stop it');
    const source = createFakeSource({
      concurrency: 2,
      answer(sql) {
        if (sql.includes('t1')) controller.abort(reason);
        return [{ row_count: 1, value_0: 1 }];
      },
    });
    const wishes = [0, 1, 2, 3, 4, 5].map((table) => ({ table, expectation: wish.notMissing }));
    await expect(runOn(source, wishes, controller.signal)).rejects.toBe(reason);
    expect(source.statements.length).toBeLessThanOrEqual(3);
    expect(source.closed).toBe(1);
  });
});

describe('tasks that run concurrently', () => {
  const signal = new AbortController().signal;

  it('wait for what was begun before they say that something failed', async () => {
    const ended: string[] = [];
    const tasks = [
      async () => {
        throw new Error('first');
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended.push('second');
      },
      async () => void ended.push('third'),
    ];
    await expect(runConcurrently(tasks, { concurrency: 2, signal })).rejects.toThrow('first');
    expect(ended).toEqual(['second']);
  });

  it('are at least one, and need no tasks', async () => {
    const ended: number[] = [];
    await runConcurrently([async () => void ended.push(1)], { concurrency: 0, signal });
    await runConcurrently([], { concurrency: 3, signal });
    expect(ended).toEqual([1]);
  });
});
