import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { SourceAccess } from '../../../../connectors/connector.ts';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { startS3rver } from '../../../support/servers/s3rver.ts';
import { runContract, troubles } from '../run-contract.ts';

let root: string;
let data: string;
let access: SourceAccess;
let duckdb: DuckDBConnection;
let tables = 0;

beforeAll(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'delta-')));
  data = path.join(root, 'data');
  fs.mkdirSync(data);
  access = {
    allowedHosts: [],
    allowedDataDirs: [data],
    credentials: {},
    statementTimeoutMs: 20_000,
  };
  duckdb = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => {
  duckdb.closeSync();
  fs.rmSync(root, { recursive: true, force: true });
});

type Field = { name: string; type: unknown };

const fields: Field[] = [
  { name: 'id', type: 'long' },
  { name: 'note', type: 'string' },
];

const protocol = { protocol: { minReaderVersion: 1, minWriterVersion: 2 } };

const metaData = (
  columns: readonly Field[] = fields,
  partitionColumns: readonly string[] = [],
  configuration: Record<string, string> = {},
): object => {
  const schemaString = JSON.stringify({ type: 'struct', fields: columns });
  return { metaData: { id: 'x', schemaString, partitionColumns, configuration } };
};

const add = (file: string, partitionValues: Record<string, string | null> = {}): object => ({
  add: { path: file, partitionValues, size: 100_000, modificationTime: 1, dataChange: true },
});
const remove = (file: string): object => ({ remove: { path: file, dataChange: true } });

/** Makes a table of these Parquet files and commits, and gives its folder. */
async function table(files: Record<string, string>, commits: readonly object[][]): Promise<string> {
  const folder = path.join(data, `table ${tables++}`);
  fs.mkdirSync(path.join(folder, '_delta_log'), { recursive: true });
  for (const [name, sql] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await duckdb.run(`copy (${sql}) to '${file}' (format parquet)`);
  }
  for (const [version, actions] of commits.entries()) writeCommit(folder, version, actions);
  return folder;
}

function writeCommit(folder: string, version: number, actions: readonly object[]): void {
  const name = `${String(version).padStart(20, '0')}.json`;
  const lines = actions.map((action) => `${JSON.stringify(action)}\n`);
  fs.writeFileSync(path.join(folder, '_delta_log', name), lines.join(''));
}

type Rule = { properties: unknown[]; rows: number; quality?: unknown[] };

function run(
  folder: string,
  { properties, rows, quality = [] }: Rule,
): Promise<ContractTestOutcome> {
  const counted = [{ metric: 'rowCount', mustBe: rows }, ...quality];
  return runContract({
    schema: [{ name: 'orders', properties, quality: counted }],
    server: { type: 'local', path: folder, format: 'delta' },
    access,
  });
}

const id = { name: 'id', logicalType: 'integer', required: true, unique: true };
const note = { name: 'note', logicalType: 'string' };

async function reasonOf(folder: string): Promise<string> {
  const outcome = await run(folder, { properties: [id], rows: 2 });
  return `${outcome.result}: ${outcome.checks[0]?.reason}`;
}

describe('a Delta table', () => {
  it('has the rows of the files that were added and not removed', async () => {
    const folder = await table(
      {
        'a.parquet': "select 1::bigint as id, 'x' as note",
        'b%20c.parquet': "select 2::bigint as id, 'y' as note",
        'old.parquet': "select 1::bigint as id, 'z' as note",
        'never.parquet': 'select 7::bigint as id, null as note',
      },
      [
        [protocol, metaData(), add('a.parquet'), add('old.parquet')],
        [add('b%2520c.parquet'), remove('old.parquet'), { commitInfo: { operation: 'MERGE' } }],
        // What a commit removes was there before it, in whatever order it is written.
        [add('a.parquet'), remove('a.parquet')],
      ],
    );
    expect(troubles(await run(folder, { properties: [id, note], rows: 2 }))).toEqual({});
  });

  it('has columns of its schema only, with nulls where a file is older, and the types of the log', async () => {
    const columns = [
      ...fields,
      { name: 'late', type: 'timestamp' },
      { name: 'price', type: 'decimal(10,2)' },
      { name: 'tags', type: { type: 'array', elementType: 'string', containsNull: true } },
    ];
    const folder = await table(
      {
        'old.parquet': 'select 1::int as id, 5 as gone',
        'new.parquet': "select 2::bigint as id, 'n' as NOTE, now() as late, ['a'] as tags",
      },
      [[protocol, metaData(columns), add('old.parquet'), add('new.parquet')]],
    );
    const outcome = await run(folder, {
      properties: [
        id,
        note,
        { name: 'late', logicalType: 'timestamp', required: true },
        { name: 'price', logicalType: 'number' },
        { name: 'tags', logicalType: 'array' },
        { name: 'gone' },
      ],
      rows: 2,
    });
    expect(troubles(outcome)).toEqual({
      orders__late__field_required: 'failed: Actual missing_count(late) was 1, expected = 0',
      orders__gone__field_is_present: "failed: Required column 'gone' is missing",
    });
  });

  it('has the values of its partitions, which are in no file', async () => {
    const columns = [
      { name: 'id', type: 'long' },
      { name: 'day', type: 'date' },
      { name: 'Sho"p', type: 'string' },
    ];
    const folder = await table(
      {
        'day=2026-01-01/1.parquet': 'select 1::bigint as id',
        'day=2026-01-02/2.parquet': 'select 2::bigint as id',
        'day=__HIVE_DEFAULT_PARTITION__/3.parquet': 'select 3::bigint as id',
      },
      [
        [
          protocol,
          metaData(columns, ['day', 'Sho"p']),
          add('day=2026-01-01/1.parquet', { day: '2026-01-01', 'Sho"p': "it's" }),
          add('day=2026-01-02/2.parquet', { day: '2026-01-02', 'Sho"p': 'b' }),
          add('day=__HIVE_DEFAULT_PARTITION__/3.parquet', { day: null, 'Sho"p': '' }),
        ],
      ],
    );
    const outcome = await run(folder, {
      properties: [
        id,
        { name: 'day', logicalType: 'date', logicalTypeOptions: { maximum: '2026-01-01' } },
        { name: 'Sho"p', required: true, enum: ["it's", 'b'] },
      ],
      rows: 3,
    });
    expect(troubles(outcome)).toEqual({
      orders__day__field_maximum: 'failed: Actual invalid_count(day) was 1, expected = 0',
      'orders__Sho"p__field_required': 'failed: Actual missing_count(Sho"p) was 1, expected = 0',
    });
  });

  it('may begin with a checkpoint, in one file or several', async () => {
    const folder = await table(
      {
        'a.parquet': "select 1::bigint as id, 'x' as note",
        'b.parquet': "select 2::bigint as id, 'y' as note",
        'c.parquet': "select 1::bigint as id, 'z' as note",
      },
      [],
    );
    const { metaData: meta } = metaData() as { metaData: { schemaString: string } };
    const noMap = 'map([]::varchar[], []::varchar[])';
    const row = (
      file: string | undefined,
      version = 'null::struct("minReaderVersion" int)',
      schema = 'null::struct("schemaString" varchar, "partitionColumns" varchar[])',
    ): string => {
      const packed = `{'path': '${file}', 'partitionValues': ${noMap}, 'size': 1000::bigint, 'stats': 'x'}`;
      const type =
        'struct("path" varchar, "partitionValues" map(varchar, varchar), "size" bigint, "stats" varchar)';
      return `select ${file === undefined ? 'null' : packed}::${type} as "add", ${version} as protocol, ${schema} as "metaData"`;
    };
    const head = row(
      undefined,
      "{'minReaderVersion': 1}",
      `{'schemaString': '${meta.schemaString}', 'partitionColumns': []::varchar[]}`,
    );
    const log = path.join(folder, '_delta_log');
    const number = String(10).padStart(20, '0');
    const single = path.join(log, `${number}.checkpoint.parquet`);
    const all = [head, row('a.parquet'), row('c.parquet')].join(' union all ');
    await duckdb.run(`copy (${all}) to '${single}' (format parquet)`);
    writeCommit(folder, 11, [add('b.parquet'), remove('c.parquet')]);
    const both = { properties: [id, note], rows: 2 };
    expect(troubles(await run(folder, both))).toEqual({});
    fs.rmSync(single);
    await duckdb.run(
      `copy (${[head, row('a.parquet')].join(' union all ')}) to '${log}/${number}.checkpoint.0000000001.0000000002.parquet' (format parquet)`,
    );
    expect(await reasonOf(folder)).toContain('commit 0 of the Delta log is missing');
    await duckdb.run(
      `copy (${row('c.parquet')}) to '${log}/${number}.checkpoint.0000000002.0000000002.parquet' (format parquet)`,
    );
    expect(troubles(await run(folder, both))).toEqual({});
  });

  it('may be empty, and still has its columns', async () => {
    const folder = await table({}, [[protocol, metaData()]]);
    expect(troubles(await run(folder, { properties: [id, note], rows: 0 }))).toEqual({});
    const parted = await table({}, [[protocol, metaData(fields, ['note'])]]);
    expect(troubles(await run(parted, { properties: [id, note], rows: 0 }))).toEqual({});
  });

  it.each<[string, object[], RegExp]>([
    [
      'columnMapping',
      [protocol, metaData(fields, [], { 'delta.columnMapping.mode': 'name' }), add('a.parquet')],
      /Delta feature columnMapping is not supported/,
    ],
    [
      'deletionVectors',
      [
        { protocol: { minReaderVersion: 3, readerFeatures: ['deletionVectors'] } },
        metaData(),
        {
          add: {
            ...(add('a.parquet') as { add: object }).add,
            deletionVector: { storageType: 'u', pathOrInlineDv: 'ab', sizeInBytes: 1 },
          },
        },
      ],
      /Delta feature deletionVectors is not supported/,
    ],
    [
      'variantType',
      [
        { protocol: { minReaderVersion: 3, readerFeatures: ['timestampNtz', 'variantType'] } },
        metaData(),
      ],
      /Delta feature "variantType" is not supported/,
    ],
    ['a later reader', [{ protocol: { minReaderVersion: 4 } }, metaData()], /reader version 4/],
    ['files elsewhere', [protocol, metaData(), add('../other/a.parquet')], /outside of the table/],
    ['files by URL', [protocol, metaData(), add('s3://bucket/a.parquet')], /outside of the table/],
    [
      'a file that is gone',
      [protocol, metaData(), add('gone.parquet')],
      /a file of the table was deleted/,
    ],
    [
      'a type',
      [protocol, metaData([{ name: 'id', type: 'void' }])],
      /type "void" is not supported/,
    ],
    ['a schema', [protocol, { metaData: { schemaString: '{' } }], /no readable schema/],
  ])('says what keeps it from being read: %s', async (_name, actions, reason) => {
    const folder = await table({ 'a.parquet': 'select 1::bigint as id' }, [actions]);
    expect(await reasonOf(folder)).toMatch(/^error: Could not read model 'orders': /);
    expect(await reasonOf(folder)).toMatch(reason);
  });

  it('says so when its log is malformed, has a gap, or leads out by a link', async () => {
    const folder = await table({ 'a.parquet': 'select 1::bigint as id' }, [[protocol, metaData()]]);
    const log = path.join(folder, '_delta_log');
    fs.writeFileSync(path.join(log, '00000000000000000001.json'), '{"add": \n');
    expect(await reasonOf(folder)).toContain(
      '00000000000000000001.json of the Delta log is not JSON',
    );
    fs.renameSync(
      path.join(log, '00000000000000000001.json'),
      path.join(log, '00000000000000000002.json'),
    );
    expect(await reasonOf(folder)).toContain('commit 1 of the Delta log is missing');
    fs.rmSync(path.join(log, '00000000000000000002.json'));
    fs.writeFileSync(path.join(root, 'secret.parquet'), 'PAR1');
    fs.symlinkSync(path.join(root, 'secret.parquet'), path.join(folder, 'link.parquet'));
    writeCommit(folder, 1, [add('link.parquet')]);
    expect(await reasonOf(folder)).toContain('a file of the table was deleted');
    expect(await reasonOf(path.join(data, 'nothing'))).toMatch(/^failed: Could not read model/);
  });

  it('is read from a bucket, too', async () => {
    const store = await startS3rver('lake');
    const columns = [
      { name: 'id', type: 'long' },
      { name: 'day', type: 'integer' },
    ];
    const folder = await table(
      {
        'day=1/a b.parquet': 'select 1::bigint as id',
        'day=2/c.parquet': 'select 2::bigint as id',
      },
      [
        [protocol, metaData(columns, ['day']), add('day=1/a%20b.parquet', { day: '1' })],
        [add('day=2/c.parquet', { day: '2' })],
      ],
    );
    for (const file of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const full = path.join(file.parentPath, file.name);
      await store.put(`tables/orders/${path.relative(folder, full)}`, fs.readFileSync(full));
    }
    const outcome = await runContract({
      schema: [
        {
          name: 'orders',
          properties: [id, { name: 'day', logicalType: 'integer', unique: true }],
          quality: [{ metric: 'rowCount', mustBe: 2 }],
        },
      ],
      server: {
        type: 's3',
        endpointUrl: store.endpoint,
        location: 's3://lake/tables/{model}/',
        format: 'delta',
      },
      access: {
        ...access,
        allowedHosts: ['127.0.0.1'],
        credentials: {
          DATACONTRACT_S3_ACCESS_KEY_ID: store.key.id,
          DATACONTRACT_S3_SECRET_ACCESS_KEY: store.key.secret,
        },
      },
    });
    await store.stop();
    expect(troubles(outcome)).toEqual({});
  });
});
