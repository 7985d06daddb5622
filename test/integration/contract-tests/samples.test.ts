import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { until } from '../../support/until.ts';
import { createPrivateDatabase } from './postgres/private-database.ts';
import type { PrivateDatabase } from './postgres/private-database.ts';
import { checkOf, runContract, troubles } from './run-contract.ts';

let database: PrivateDatabase;

beforeAll(async () => {
  database = await createPrivateDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.reset());

type Options = Partial<Parameters<typeof runContract>[0]>;

const run = (schema: unknown[], options: Options = {}): Promise<ContractTestOutcome> =>
  runContract({ schema, server: database.server, access: database.access, ...options });

describe('samples of failing rows', () => {
  it('show keys and the column under test as JSON can hold them', async () => {
    await database.run(`create table t (id bigint primary key, day date, n numeric, f float8, b bytea, j jsonb, long text);
      insert into t select 9007199254740993 + i, '1999-12-31', 1.50, 'NaN', '\\xff00', '{"a": [1]}', repeat('ä', 300)
        from generate_series(0, 7) i`);
    const properties = [
      { name: 'id', logicalType: 'integer', primaryKey: true },
      { name: 'day', logicalType: 'date', logicalTypeOptions: { minimum: '2000-01-01' } },
      { name: 'n', logicalType: 'number', logicalTypeOptions: { minimum: 2 } },
      { name: 'f', logicalType: 'number', logicalTypeOptions: { maximum: 2 } },
      { name: 'b', logicalTypeOptions: { minLength: 100 } },
      { name: 'j', logicalType: 'object', logicalTypeOptions: { minProperties: 2 } },
      { name: 'long', logicalType: 'string', logicalTypeOptions: { maxLength: 2 } },
    ];
    const outcome = await run([{ name: 't', properties }]);
    const first = (type: string): unknown =>
      outcome.checks.find((check) => check.type === type)?.failedSamples?.[0];
    const id = '9007199254740993';
    expect(checkOf(outcome, 't__day__field_minimum').failedSamples).toHaveLength(5);
    expect(first('field_minimum')).toEqual({ id, day: '1999-12-31' });
    expect(checkOf(outcome, 't__n__field_minimum').failedSamples?.[0]).toEqual({ id, n: '1.50' });
    expect(first('field_maximum')).toEqual({ id, f: 'NaN' });
    expect(first('field_min_length')).toEqual({ id, b: '\\xff00' });
    expect(first('field_max_length')).toEqual({ id, long: `${'ä'.repeat(200)}…` });
    expect(first('field_min_properties')).toEqual({ id, j: '{"a": [1]}' });
    expect(() => JSON.stringify(outcome)).not.toThrow();
    expect(outcome.checks.filter((check) => check.result === 'passed')).not.toContainEqual(
      expect.objectContaining({ failedSamples: expect.anything() }),
    );
  });

  it('mask what is classified or personal, keys too', async () => {
    await database.run(`create table t (ssn text, email text, city text, note text);
      insert into t values ('123-45', 'me@example.org', 'Oslo', null), ('123-45', null, 'Bergen', null)`);
    const required = { logicalTypeOptions: { maxLength: 1 }, required: true };
    const properties = [
      { name: 'ssn', unique: true, classification: 'restricted', ...required },
      { name: 'email', customProperties: [{ property: 'isPII', value: 'yes' }], ...required },
      { name: 'city', classification: 'public', ...required },
      { name: 'note', tags: ['PII'], ...required },
    ];
    const outcome = await run([{ name: 't', properties }]);
    const shown = (key: string): unknown => checkOf(outcome, key).failedSamples;
    expect(shown('t__ssn__field_unique')).toEqual([{ ssn: '***', duplicate_count: 2 }]);
    expect(shown('t__email__field_max_length')).toEqual([{ ssn: '***', email: '***' }]);
    expect(shown('t__email__field_required')).toEqual([{ ssn: '***', email: null }]);
    expect(shown('t__city__field_max_length')).toEqual([
      { ssn: '***', city: 'Oslo' },
      { ssn: '***', city: 'Bergen' },
    ]);
    expect(shown('t__note__field_required')).toHaveLength(2);
    const text = JSON.stringify(outcome);
    for (const secret of ['123-45', 'me@example.org']) expect(text).not.toContain(secret);
  });

  it('mask what a query on such a field answers', async () => {
    await database.run(
      `create table t (email text, n int); insert into t values ('me@example.org', 7)`,
    );
    const rule = (query: string): object => ({ type: 'sql', query, mustBe: 'nobody' });
    const properties = [
      {
        name: 'email',
        classification: 'restricted',
        quality: [rule('select max({column}) from {table}'), rule('select max(n) from {table}')],
      },
      { name: 'n', quality: [rule('select max(n) from {table}')] },
    ];
    const outcome = await run([{ name: 't', properties }]);
    expect(Object.values(troubles(outcome))).toEqual([
      'failed: Actual custom_sql(email) was ***, expected = nobody',
      'failed: Actual custom_sql(email) was 7, expected = nobody',
      'failed: Actual custom_sql(n) was 7, expected = nobody',
    ]);
    expect(JSON.stringify(outcome)).not.toContain('me@example.org');
  });

  it('show moments of files as they are written, and group what is the same moment', async () => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-samples-')));
    const moments = [
      '2024-01-01T00:00:00Z',
      '2024-01-01 01:00:00+01',
      'infinity',
      '2024-02-02',
      '',
    ];
    const rows = [...moments, 'infinity', 't1704067200000000', 'x', 'x'];
    fs.writeFileSync(
      path.join(folder, 't.csv'),
      `id,at\n${rows.map((at, id) => `${id},${at}\n`).join('')}`,
    );
    const properties = [{ name: 'id' }, { name: 'at', logicalType: 'timestamp', unique: true }];
    const outcome = await run([{ name: 't', properties }], {
      server: { type: 'local', path: '{model}.csv' },
      access: { ...database.access, allowedDataDirs: [folder] },
    });
    fs.rmSync(folder, { recursive: true });
    const samples = checkOf(outcome, 't__at__field_unique').failedSamples ?? [];
    expect(samples).toHaveLength(3);
    for (const at of ['2024-01-01 01:00:00+01', 'infinity', 'x'])
      expect(samples).toContainEqual({ at, duplicate_count: 2 });
  });

  it('may come from columns and files with any name', async () => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-samples-')));
    fs.writeFileSync(path.join(folder, 't.csv'), `"Sel""ect",duplicate_count\n1,a\n1,b\n,c\n`);
    const name = 'Sel"ect';
    const properties = [
      { name, logicalType: 'integer', unique: true, required: true },
      { name: 'duplicate_count', logicalTypeOptions: { pattern: 'a' } },
    ];
    const outcome = await run([{ name: 't', properties }], {
      server: { type: 'local', path: '{model}.csv' },
      access: { ...database.access, allowedDataDirs: [folder] },
    });
    fs.rmSync(folder, { recursive: true });
    expect(checkOf(outcome, `t__${name}__field_required`).failedSamples).toEqual([
      { [name]: null },
    ]);
    expect(checkOf(outcome, `t__${name}__field_unique`).failedSamples).toEqual([
      { [name]: '1', duplicate_count: 2 },
    ]);
    expect(checkOf(outcome, 't__duplicate_count__field_regex').failedSamples).toContainEqual({
      [name]: '1',
      duplicate_count: 'b',
    });
  });
});

describe('a large contract', () => {
  it('reads a table of 100 columns once', async () => {
    const names = Array.from({ length: 100 }, (_each, index) => `Column ${index}`);
    await database.run(`create table wide (${names.map((name) => `"${name}" int`).join(', ')});
      create function reads() returns bigint language sql stable as $$select count(*) from wide$$;
      insert into wide ("Column 0") values (1), (2)`);
    const properties = names.map((name, index) => ({
      name,
      required: index > 0,
      logicalTypeOptions: { minimum: 0, maximum: 1, multipleOf: 1 },
    }));
    const outcome = await run([{ name: 'wide', properties }]);
    expect(Object.keys(troubles(outcome))).toHaveLength(100);
    const durations = new Set(
      outcome.checks.map(({ durationMs }) => durationMs).filter((each) => each !== undefined),
    );
    // The duration of the one pass is that of all its checks.
    expect(durations.size).toBe(1);
  });

  it('is cancelled in the middle of its tables', async () => {
    await database.run(`create table a (id int); create view slow as select 1 as id from pg_sleep(60);
      create view slow2 as select 1 as id from pg_sleep(60); create table z (id int)`);
    const controller = new AbortController();
    const reason = new Error('stop it');
    const seen: (string | undefined)[] = [];
    const rules = [{ name: 'id', required: true, unique: true }];
    const outcome = run(
      ['a', 'slow', 'slow2', 'z'].map((name) => ({ name, properties: rules })),
      { signal: controller.signal, onProgress: ({ table }) => void seen.push(table) },
    );
    const settled = outcome.then(
      () => 'resolved',
      (error: unknown) => error,
    );
    await until('a view is read', async () => (await database.running('"slow')) > 0);
    controller.abort(reason);
    expect(await settled).toBe(reason);
    await until('the server stopped', async () => (await database.running('"slow')) === 0);
    expect(seen[0]).toBe('a');
  });

  it('says how far it is, table by table', async () => {
    await database.run('create table a (id int); create table b (id int)');
    const seen: string[] = [];
    const rules = [{ name: 'id', required: true }];
    await run(
      ['a', 'b'].map((name) => ({ name, properties: rules })),
      { onProgress: ({ done, total, table }) => void seen.push(`${done}/${total} ${table}`) },
    );
    expect(seen.at(-1)).toBe('4/4 b');
    expect(seen.map((text) => Number(text.split('/')[0]))).toEqual([1, 2, 3, 4]);
  });
});

describe('a pattern that explodes', () => {
  it('is stopped by the time limit and named, and spoils nothing else', async () => {
    await database.run(`create table t (a text, b text);
      insert into t select string_agg(md5(i::text), ''), 'x' from generate_series(1, 60) i`);
    const pattern = String.raw`(.+)(.+)(.+)\3\2\1\3`;
    const properties = [
      { name: 'a', required: true, logicalTypeOptions: { pattern, maxLength: 5 } },
      { name: 'b', logicalTypeOptions: { pattern: '^y$' } },
    ];
    const access = { ...database.access, statementTimeoutMs: 2_000 };
    const outcome = await run([{ name: 't', properties }], { access });
    expect(troubles(outcome)).toEqual({
      t__a__field_max_length: 'failed: Actual invalid_count(a) was 1, expected = 0',
      t__a__field_regex: 'error: Error evaluating check: the statement took longer than 2000 ms',
      t__b__field_regex: 'failed: Actual invalid_count(b) was 1, expected = 0',
    });
  });
});
