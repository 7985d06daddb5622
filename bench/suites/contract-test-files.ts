import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { compare, runTest } from '../data/contract-test-run.ts';
import type { Figure } from '../figures.ts';

const rows = 1_000_000;
const rounds = 3;
const columns = 18;
const threads = '2';

const isNumber = (index: number): boolean => index % 2 === 0;

/** 19 columns; with presence and types 5 checks of a number, 5 of a text, and 2 uniqueness checks. */
const properties = [
  { name: 'id', logicalType: 'integer', required: true, unique: true },
  ...Array.from({ length: columns }, (_, index) => ({
    name: `c${index}`,
    logicalType: isNumber(index) ? 'integer' : 'string',
    required: true,
    ...(index === 1 ? { unique: true } : {}),
    logicalTypeOptions: isNumber(index)
      ? { minimum: 0, maximum: 999 }
      : { maxLength: 12, ...(index < 6 ? { pattern: '^v[0-9]+$' } : {}) },
  })),
];

const values = Array.from({ length: columns }, (_, index) =>
  isNumber(index)
    ? `(n * ${index + 7}) % 1000 as c${index}`
    : `'v' || ${index === 1 ? 'n' : `(n * ${index + 3}) % 100000`} as c${index}`,
);

const conditions = [
  'id is null',
  ...Array.from({ length: columns }, (_, index) =>
    isNumber(index)
      ? [`c${index} is null`, `c${index} < 0`, `c${index} > 999`]
      : [
          `c${index} is null`,
          `length(c${index}) > 12`,
          ...(index < 6 ? [`not regexp_matches(c${index}, '^v[0-9]+$')`] : []),
        ],
  ).flat(),
];

const aggregate = (relation: string): string =>
  `select count(*), ${conditions.map((condition) => `count(*) filter (where ${condition})`).join(', ')} from ${relation}`;
const duplicates = (relation: string, column: string): string =>
  `select count(*) from (select 1 from ${relation} group by ${column} having count(*) > 1)`;

/** A bare DuckDB with the settings of contract tests. */
async function withDuckdb<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', { threads, memory_limit: '2GB' });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function checkAll(connection: DuckDBConnection, relation: string): Promise<void> {
  await connection.runAndReadAll(aggregate(relation));
  await connection.runAndReadAll(duplicates(relation, 'id'));
  await connection.runAndReadAll(duplicates(relation, 'c1'));
}

/**
 * Compares contract tests of a CSV and a Parquet file of a million rows with hand-written statements on the
 * same DuckDB.
 */
export async function benchContractTestFiles(): Promise<Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'bench-files-')));
  const fileOf = (format: string): string => path.join(folder, `rows.${format}`);
  await withDuckdb(async (connection) => {
    const made = `select n as id, ${values.join(', ')} from range(${rows}) made(n)`;
    await connection.run(`copy (${made}) to '${fileOf('csv')}' (header)`);
    await connection.run(`copy (${made}) to '${fileOf('parquet')}' (format parquet)`);
  });
  const contractOf = (format: string) => ({
    server: { server: 'bench', type: 'local', path: fileOf(format), format },
    schema: [{ name: 'rows', properties }],
    access: {
      allowedHosts: [],
      allowedDataDirs: [folder],
      credentials: {},
      statementTimeoutMs: 600_000,
    },
  });
  const checks = (await runTest(contractOf('csv'))).checks.length;
  await runTest(contractOf('parquet'));
  const csv = await compare(
    {
      what: `CSV of 1 M rows, 19 columns, ${checks} checks`,
      limit: 'loaded once and asked by hand',
      most: 1.5,
    },
    rounds,
    {
      ours: () => runTest(contractOf('csv')),
      floor: () =>
        withDuckdb(async (connection) => {
          await connection.run(`create table rows as select * from read_csv('${fileOf('csv')}')`);
          await checkAll(connection, 'rows');
        }),
    },
  );
  const parquet = await compare(
    { what: 'The same as Parquet', limit: 'asked by hand', most: 1.7 },
    rounds,
    {
      ours: () => runTest(contractOf('parquet')),
      floor: () =>
        withDuckdb((connection) => checkAll(connection, `read_parquet('${fileOf('parquet')}')`)),
    },
  );
  rmSync(folder, { recursive: true, force: true });
  return [csv, parquet];
}
