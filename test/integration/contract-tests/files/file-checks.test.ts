import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import type { Expectation } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { runPlanned } from '../run-planned.ts';

type Format = 'csv' | 'json' | 'parquet';
type Row = Record<string, string | number | null>;

const hour = 3_600_000;

let tables: Record<string, Row[]>;

/** The times count from now, and other tests may have run since this file was loaded. */
function makeTables(): Record<string, Row[]> {
  const now = Date.now();
  const at = (hoursAgo: number): string => new Date(now - hoursAgo * hour).toISOString();
  return {
    orders: [
      { id: 1, customer: 1, country: 'NO', at: at(3) },
      { id: 2, customer: 1, country: 'SE', at: at(4) },
      { id: 3, customer: 9, country: null, at: at(6) },
      { id: 3, customer: null, country: 'XX', at: null },
    ],
    customers: [
      { id: 1, country: 'NO' },
      { id: 2, country: 'SE' },
    ],
  };
}

let folder: string;

/** Through JSON and a list of types, so that Parquet files have columns of types. */
async function writeTable(format: Format, name: string, rows: readonly Row[]): Promise<void> {
  const lines = path.join(folder, `${name}.ndjson`);
  fs.writeFileSync(lines, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const file = path.join(folder, `${name}.${format}`);
  if (format === 'json') return fs.copyFileSync(lines, file);
  const types: Record<string, string> = {
    id: 'INTEGER',
    customer: 'INTEGER',
    country: 'VARCHAR',
    at: 'TIMESTAMPTZ',
  };
  const columns = Object.keys(rows[0] ?? {}).map(
    (column) => `${quoteLiteral(column)}: '${types[column]}'`,
  );
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const source = `read_json(${quoteLiteral(lines)}, columns = {${columns.join(', ')}})`;
  await connection.run(
    `copy (select * from ${source}) to ${quoteLiteral(file)} (format ${format})`,
  );
  connection.closeSync();
}

beforeAll(async () => {
  tables = makeTables();
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-checks-')));
  for (const format of ['csv', 'json', 'parquet'] as const)
    for (const [name, rows] of Object.entries(tables)) await writeTable(format, name, rows);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const column = (name: string, logicalType: LogicalType) => ({ name, logicalType });
const id = column('id', 'integer');
const country = column('country', 'string');
const moment = column('at', 'timestamp');

const expectations: Record<string, Expectation> = {
  'unique: no': { kind: 'unique', columns: [id] },
  'unique: yes': { kind: 'unique', columns: [id, country] },
  'foreign key: no': {
    kind: 'foreign-key',
    columns: [column('customer', 'integer')],
    target: { tableIndex: 1, columns: [id] },
  },
  'foreign keys: no': {
    kind: 'foreign-key',
    columns: [column('customer', 'integer'), country],
    target: { tableIndex: 1, columns: [id, country] },
  },
  'fresh: yes': { kind: 'freshness', column: moment, seconds: 3 * 3600 + 60 },
  'fresh: no': { kind: 'freshness', column: moment, seconds: 3600 },
  'kept: yes': { kind: 'retention', column: moment, seconds: 6 * 3600 + 60 },
  'kept: no': { kind: 'retention', column: moment, seconds: 3600 },
  'often: yes': { kind: 'frequency', column: moment, seconds: 3 * 3600 + 60 },
  'often: no': { kind: 'frequency', column: moment, seconds: 3600 },
  'rows: yes': { kind: 'row-count', threshold: { operator: '=', value: 4 } },
  'rows: no': { kind: 'row-count', threshold: { operator: 'between', low: 5, high: 6 } },
  'sql: yes': {
    kind: 'sql',
    query: 'select count(*) from orders where customer is null',
    threshold: { operator: '=', value: 1 },
  },
  'sql: no': { kind: 'sql', query: 'select 1', threshold: { operator: '>', value: 1 } },
};

describe.each(['csv', 'json', 'parquet'] as const)(
  'checks of whole tables in %s files',
  (format) => {
    let outcome: ContractTestOutcome;

    beforeAll(async () => {
      const wishes = Object.entries(expectations).map(([key, expectation]) => ({
        key,
        expectation,
      }));
      const access = {
        allowedHosts: [],
        allowedDataDirs: [folder],
        credentials: {},
        statementTimeoutMs: 20_000,
      };
      const schema = Object.keys(tables).map((name) => ({ name, properties: [{ name: 'id' }] }));
      const server = { type: 'local', path: `{model}.${format}`, format };
      outcome = await runPlanned({ schema, server, access }, wishes);
    });

    const checkOf = (key: string) => outcome.checks.find((check) => check.key === key);

    it.each(Object.keys(expectations))('%s', (key) => {
      const { result, reason } = checkOf(key) ?? {};
      expect([result, reason]).toEqual([
        key.endsWith('yes') ? 'passed' : 'failed',
        key.endsWith('yes') ? undefined : expect.any(String),
      ]);
    });

    it('show what fails', () => {
      expect(checkOf('unique: no')).toMatchObject({
        failedNumber: 1,
        failedSamples: [{ duplicate_count: 2 }],
      });
      expect(checkOf('foreign key: no')).toMatchObject({ failedNumber: 1 });
      expect(
        checkOf('foreign key: no')?.failedSamples?.map((row) => Number(row['customer'])),
      ).toEqual([9]);
      expect(checkOf('foreign keys: no')).toMatchObject({
        failedNumber: 1,
        failedSamples: [{ country: 'SE' }],
      });
      expect(checkOf('often: no')?.diagnostics).toMatchObject({ largest_gap_seconds: 7200 });
    });
  },
);
