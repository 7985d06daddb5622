import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { SourceAccess } from '../../../../connectors/connector.ts';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { checkOf, runContract, troubles } from '../run-contract.ts';

let root: string;
let data: string;
let access: SourceAccess;

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-files-')));
  data = path.join(root, 'data');
  fs.mkdirSync(data);
  access = {
    allowedHosts: [],
    allowedDataDirs: [data],
    credentials: {},
    statementTimeoutMs: 10_000,
  };
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

function write(name: string, ...lines: string[]): void {
  const file = path.join(data, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

type Options = Partial<Parameters<typeof runContract>[0]>;

function run(file: string, schema: unknown[], options: Options = {}): Promise<ContractTestOutcome> {
  return runContract({ schema, server: { type: 'local', path: file }, access, ...options });
}

const presence = [{ name: 't', properties: [{ name: 'a' }] }];

describe('a CSV file', () => {
  it('fails only the type check of a column with a cell that cannot be read', async () => {
    write(
      'orders.csv',
      'id,total,at,flag,note',
      '1,10.5,2024-01-01T10:00:00Z,true,a',
      'x2,20,yesterday,no,',
      '3,-1,,maybe,c',
    );
    const properties = [
      {
        name: 'id',
        logicalType: 'integer',
        required: true,
        unique: true,
        logicalTypeOptions: { minimum: 1 },
      },
      { name: 'total', logicalType: 'number', logicalTypeOptions: { minimum: 0, maximum: 20 } },
      { name: 'at', logicalType: 'timestamp', logicalTypeOptions: { minimum: '2023-01-01' } },
      { name: 'flag', logicalType: 'boolean' },
      { name: 'note', logicalType: 'string', required: true },
    ];
    const outcome = await run('orders.csv', [{ name: 'orders', properties }]);
    expect(troubles(outcome)).toEqual({
      orders__id__field_type: "failed: column: 1 value of 3 rows cannot be read as 'integer'",
      orders__total__field_minimum: 'failed: Actual invalid_count(total) was 1, expected = 0',
      orders__at__field_type: "failed: column: 1 value of 3 rows cannot be read as 'timestamp'",
      orders__flag__field_type: "failed: column: 1 value of 3 rows cannot be read as 'boolean'",
      orders__note__field_required: 'failed: Actual missing_count(note) was 1, expected = 0',
    });
    expect(checkOf(outcome, 'orders__id__field_type')).toMatchObject({
      details: '1 of 3 rows',
      diagnostics: {
        metric: 'field_type',
        field: 'id',
        expected: 'integer',
        value: 1,
        row_count: 3,
        failed_fraction: 0.333333,
      },
    });
  });

  it('tells integers from fractions, and equal values however they are written', async () => {
    write('n.csv', 'i,d,big', '1.5,1.0,9007199254740993', '2,1,9007199254740992', '3.0,2,');
    const properties = [
      { name: 'i', logicalType: 'integer' },
      { name: 'd', logicalType: 'number', unique: true, enum: [1, 2] },
      { name: 'big', logicalType: 'integer', unique: true },
    ];
    expect(troubles(await run('n.csv', [{ name: 't', properties }]))).toEqual({
      t__i__field_type: "failed: column: 1 value of 3 rows cannot be read as 'integer'",
      t__d__field_unique: 'failed: Actual duplicate_count(d) was 1, expected = 0',
    });
  });

  it('may be delimited otherwise, have odd names, only a header, or nothing', async () => {
    write('semicolon.csv', 'a;"b ""q"" ä"', '1;x', '2;y');
    const odd = [{ name: 't', properties: [{ name: 'A' }, { name: 'b "q" ä', enum: ['x', 'y'] }] }];
    expect(troubles(await run('semicolon.csv', odd))).toEqual({});
    write('header.csv', 'a,b');
    const rules = [
      {
        name: 't',
        properties: [{ name: 'a', primaryKey: true, logicalType: 'date' }],
        quality: [{ metric: 'rowCount', mustBe: 0 }],
      },
    ];
    expect(troubles(await run('header.csv', rules))).toEqual({});
    write('empty.csv');
    expect(troubles(await run('empty.csv', rules))).toEqual({
      t__a__field_is_present: "failed: Required column 'a' is missing",
      t__a__field_type: "failed: Column 'a' not found",
      t__a__field_primary_key_required: "failed: Column 'a' not found",
      t__a__field_primary_key_unique: "failed: Column 'a' not found",
    });
  });

  it('keeps a pattern that DuckDB refuses to itself', async () => {
    write('p.csv', 'a', 'x');
    const properties = [
      { name: 'a', required: true, logicalTypeOptions: { pattern: '(?<=x)y', maxLength: 1 } },
    ];
    expect(troubles(await run('p.csv', [{ name: 't', properties }]))).toEqual({
      t__a__field_regex: expect.stringMatching(
        /^error: Error evaluating check: Invalid Input Error/,
      ),
    });
  });
});

describe('a JSON file', () => {
  it.each([
    [
      'lines.json',
      undefined,
      [
        '{"a": 1, "s": "x"}',
        '{"a": "2", "s": 5, "o": {"x": 1}}',
        '{"a": 2.5, "s": null, "o": [1]}',
      ],
    ],
    [
      'list.json',
      'array',
      [
        '[{"a": 1, "s": "x"}, {"a": "2", "s": 5, "o": {"x": 1}},',
        '{"a": 2.5, "s": null, "o": [1]}]',
      ],
    ],
    [
      'lines.ndjson',
      'new_line',
      [
        '{"a": 1, "s": "x"}',
        '{"a": "2", "s": 5, "o": {"x": 1}}',
        '{"a": 2.5, "s": null, "o": [1]}',
      ],
    ],
  ])('%s says of each value what it is', async (name, delimiter, lines) => {
    write(name, ...lines);
    const properties = [
      { name: 'a', logicalType: 'integer', logicalTypeOptions: { maximum: 2 } },
      { name: 's', logicalType: 'string', required: true, logicalTypeOptions: { pattern: 'x|5' } },
      { name: 'o', logicalType: 'object' },
    ];
    const outcome = await run(name, [{ name: 't', properties }], {
      server: { type: 'local', path: name, delimiter },
    });
    expect(troubles(outcome)).toEqual({
      t__a__field_type: "failed: column: 2 values of 3 rows cannot be read as 'integer'",
      t__a__field_maximum: 'failed: Actual invalid_count(a) was 1, expected = 0',
      t__s__field_type: "failed: column: 1 value of 3 rows cannot be read as 'string'",
      t__s__field_required: 'failed: Actual missing_count(s) was 1, expected = 0',
      t__o__field_type: "failed: column: 1 value of 3 rows cannot be read as 'object'",
      t__schema: expect.stringMatching(
        /^failed: a: column: 2 values of 3 rows cannot .* and 2 more$/,
      ),
    });
  });

  it('may lack a member in all records, which then is missing in each', async () => {
    write('lacks.json', '{"a": 1}', '{"a": 2}');
    const properties = [
      { name: 'a', logicalType: 'integer' },
      { name: 'optional', logicalType: 'string', logicalTypeOptions: { maxLength: 3 } },
      { name: 'needed', logicalType: 'string', required: true, unique: true },
    ];
    const outcome = await run('lacks.json', [{ name: 't', properties }]);
    expect(troubles(outcome)).toEqual({
      t__optional__field_is_present: "failed: Required column 'optional' is missing",
      t__needed__field_is_present: "failed: Required column 'needed' is missing",
      t__needed__field_required: 'failed: Actual missing_count(needed) was 2, expected = 0',
      t__needed__field_unique: 'failed: Actual duplicate_count(needed) was 1, expected = 0',
      t__schema: 'failed: needed: Actual missing_count(needed) was 2, expected = 0',
    });
  });

  it.each(['[]', '', '\n', '[ ]\n'])(
    'without a record keeps all rules but counts: %j',
    async (text) => {
      fs.writeFileSync(path.join(data, 'none.json'), text);
      const properties = [
        { name: 'a', logicalType: 'integer', required: true, unique: true },
        { name: 'json', logicalType: 'string', logicalTypeOptions: { maxLength: 3 } },
        { name: 'o', logicalType: 'object', properties: [{ name: 'x', required: true }] },
      ];
      const quality = [
        { metric: 'rowCount', mustBeGreaterThan: 0 },
        {
          type: 'sql',
          query: 'select count(*) from {object} where a > 1 and o.x is null',
          mustBe: 0,
        },
      ];
      const outcome = await run('none.json', [{ name: 't', properties, quality }]);
      expect(Object.keys(troubles(outcome))).toEqual(['t__row_count']);
      const bare = await run('none.json', [{ name: 't', quality: quality.slice(0, 1) }]);
      expect(Object.keys(troubles(bare))).toEqual(['t__row_count']);
    },
  );

  it('that is malformed is an error of its own table, without the path of the file', async () => {
    write('m/bad.json', '{"a": 1', 'nonsense');
    write('m/good.json', '{"a": 1}');
    const schema = [
      { name: 'bad', properties: [{ name: 'a' }] },
      { name: 'good', properties: [{ name: 'a' }] },
    ];
    const outcome = await run('m/{model}.json', schema);
    expect(outcome.checks.map((check) => `${check.model}: ${check.result}`)).toEqual([
      'bad: error',
      'bad: error',
      'good: passed',
      'good: passed',
    ]);
    expect(outcome.checks[0]?.reason).toMatch(/^Could not read model 'bad': /);
    expect(JSON.stringify(outcome)).not.toContain(root);
  });
});

describe('Parquet files', () => {
  it('are read together by a pattern, with the types of their columns', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    fs.mkdirSync(path.join(data, 'parts/deep'), { recursive: true });
    for (const name of ['parts/1.parquet', 'parts/deep/2.parquet']) {
      await connection.run(
        `copy (select 1::bigint as id, 'x' as s, date '2024-01-01' as d, 1.5::decimal(5,2) as n, [1] as l, {'k': 1} as o) to '${path.join(data, name)}' (format parquet)`,
      );
    }
    connection.closeSync();
    const properties = [
      { name: 'id', logicalType: 'integer', unique: true },
      { name: 's', logicalType: 'number' },
      { name: 'd', logicalType: 'date', logicalTypeOptions: { maximum: '2023-12-31' } },
      { name: 'n', logicalType: 'number', physicalType: 'whatever' },
      { name: 'l', logicalType: 'array' },
      { name: 'o', logicalType: 'object' },
    ];
    const outcome = await run('parts/**/*.parquet', [
      { name: 't', properties, quality: [{ metric: 'rowCount', mustBe: 2 }] },
    ]);
    expect(troubles(outcome)).toEqual({
      t__id__field_unique: 'failed: Actual duplicate_count(id) was 1, expected = 0',
      t__s__field_type: "failed: column: expected type 'number' but got 'string'",
      t__d__field_maximum: 'failed: Actual invalid_count(d) was 2, expected = 0',
    });
  });
});

describe('a path', () => {
  const refused =
    'is outside the folders that may be read: the setting ALLOWED_DATA_DIRS of the server names them, separated by commas';

  async function reasonOf(file: string, schema: unknown[] = presence): Promise<string> {
    const server = { type: 'local', path: file, format: 'csv' };
    const outcome = await run(file, schema, { server });
    return `${outcome.result}: ${outcome.checks[0]?.reason}`;
  }

  beforeAll(() => {
    fs.writeFileSync(path.join(root, 'secret.csv'), 'a\n1\n');
    fs.mkdirSync(path.join(root, 'data-other'));
    fs.writeFileSync(path.join(root, 'data-other/x.csv'), 'a\n1\n');
    fs.symlinkSync(path.join(root, 'secret.csv'), path.join(data, 'link.csv'));
    fs.symlinkSync(root, path.join(data, 'up'));
    fs.mkdirSync(path.join(data, 'globbed'));
    fs.symlinkSync(path.join(root, 'secret.csv'), path.join(data, 'globbed/link.csv'));
    write('inside.csv', 'a', '1');
    fs.symlinkSync(path.join(data, 'inside.csv'), path.join(data, 'alias.csv'));
  });

  it.each([
    '/etc/passwd',
    '../secret.csv',
    'x/../../secret.csv',
    '../data-other/x.csv',
    'link.csv',
    'up/secret.csv',
    'up/*.csv',
    'up/nothing.csv',
    'globbed/*.csv',
    '/etc/*',
    '../*',
    '../missing.csv',
    'file:///etc/passwd',
  ])('%s is refused when it leaves the allowed folders', async (file) => {
    expect(await reasonOf(file)).toMatch(/^error: /);
    expect(await reasonOf(file)).toContain(refused);
  });

  it('inside may be relative, absolute, a link within, or a file URL', async () => {
    for (const file of [
      'inside.csv',
      './x/../inside.csv',
      path.join(data, 'inside.csv'),
      'alias.csv',
      `file://${data}/inside.csv`,
      'ins?de.c[rs]v',
    ]) {
      expect([file, await reasonOf(file)]).toEqual([file, 'passed: undefined']);
    }
  });

  it('is looked up in each allowed folder, and refused when there is none', async () => {
    const second = path.join(root, 'data-other');
    const both = { ...access, allowedDataDirs: [data, second] };
    expect((await run('x.csv', presence, { access: both })).result).toBe('passed');
    const none = await run('x.csv', presence, { access: { ...access, allowedDataDirs: [] } });
    expect(none.checks[0]?.reason).toContain(refused);
  });

  it('may name its table, which cannot lead elsewhere', async () => {
    write('by-model/t.csv', 'a', '1');
    expect(await reasonOf('by-model/{model}.csv')).toBe('passed: undefined');
    const sneaky = [{ name: 't', physicalName: '../../secret', properties: [{ name: 'a' }] }];
    expect(await reasonOf('by-model/{model}.csv', sneaky)).toMatch(/^failed: Could not read model/);
  });

  it('that is a link to the outside concerns the table whose file it is', async () => {
    fs.mkdirSync(path.join(data, 'linked'));
    write('linked/good.csv', 'a', '1');
    fs.symlinkSync(path.join(root, 'secret.csv'), path.join(data, 'linked/bad.csv'));
    fs.symlinkSync(path.join(root, 'secret.csv'), path.join(data, 'linked/nobody.csv'));
    const schema = ['good', 'bad'].map((name) => ({ name, properties: [{ name: 'a' }] }));
    const outcome = await run('linked/{model}.csv', schema);
    expect(outcome.checks.map(({ model, result }) => `${model}: ${result}`)).toEqual([
      'good: passed',
      'bad: error',
    ]);
    expect(outcome.checks[1]?.reason).toBe(
      `Could not read model 'bad': Path linked/bad.csv ${refused}`,
    );
  });

  it('without a file is a missing table; without a format that is known, an error', async () => {
    expect(await reasonOf('nothing.csv')).toMatch(/^failed: Could not read model 't'/);
    expect(await reasonOf('globbed')).toMatch(/^failed: Could not read model 't'/);
    for (const scheme of ['http', 'https', 's3']) {
      const reason = await reasonOf(`${scheme}://key:secret@host/x.csv`);
      expect(reason).toBe(`error: Path ${scheme}://… is not a local file`);
    }
    const orc = await run('x', presence, { server: { type: 'local', path: 'x', format: 'orc' } });
    expect(orc.checks[0]?.reason).toContain(
      "Format 'orc' of files is not supported; supported: csv",
    );
  });
});

describe('a statement on files', () => {
  const heavy = [{ name: 't', properties: [{ name: 'a', required: true, unique: true }] }];

  beforeAll(() => {
    const line = `${'x'.repeat(200)}\n`;
    fs.writeFileSync(path.join(data, 'heavy.csv'), `a\n${line.repeat(200_000)}`);
  });

  it('is stopped after the time that it may take', async () => {
    const outcome = await run('heavy.csv', heavy, { access: { ...access, statementTimeoutMs: 1 } });
    expect(outcome.result).toBe('error');
    expect(outcome.checks.at(-1)?.reason).toContain('the statement took longer than 1 ms');
  });

  it('is interrupted when the run is aborted, which rejects with the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stop it');
    // The first progress comes from the catalogue, so that the scan is what runs when the timer fires.
    const onProgress = (): unknown => setTimeout(() => controller.abort(reason), 5);
    const aborted = run('heavy.csv', heavy, { signal: controller.signal, onProgress });
    await expect(aborted).rejects.toBe(reason);
  });
});
