import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteLiteral } from '../../../domain/dialects/names/quote.ts';
import type { SourceAccess } from '../../../connectors/connector.ts';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { createPrivateDatabase } from './postgres/private-database.ts';
import { itJudgesRules, ruleTables, runRules } from './rule-tables.ts';
import type { RuleTable } from './rule-tables.ts';

type Platform = 'postgres' | 'parquet' | 'csv' | 'json';

/** Where each case has a table of values that keep its rule and one of values that break it. */
type Target = { server: Record<string, unknown>; access: SourceAccess };

const tablesOf = (platform: Platform): RuleTable[] =>
  ruleTables(platform)
    // A JSON file without records has no columns.
    .filter(({ values }) => values.length > 0);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function postgresLiteral(value: unknown, type: string): string {
  if (value === null) return 'null';
  if (!type.endsWith('[]')) return `${quoteLiteral(asText(value))}::${type}`;
  const list = (value as unknown[]).map((item) => JSON.stringify(item));
  return `array[${list.join(', ')}]::${type}`;
}

async function onPostgres(): Promise<Target & { end: () => Promise<void> }> {
  const database = await createPrivateDatabase();
  for (const { name, values, of } of tablesOf('postgres')) {
    await database.run(`create table ${name} (id int, v ${of.postgresType})`);
    for (const [index, value] of values.entries()) {
      const literal = postgresLiteral(value, of.postgresType);
      await database.run(`insert into ${name} values (${index}, ${literal})`);
    }
  }
  const { server, access } = database;
  return { server, access, end: database.drop };
}

const quoted = (value: unknown): string =>
  value === null ? '' : `"${asText(value).replaceAll('"', '""')}"`;

const writers: Record<
  Exclude<Platform, 'postgres'>,
  (file: string, table: RuleTable) => Promise<void>
> = {
  async csv(file, { values }) {
    const lines = values.map((value, index) => `${index},${quoted(value)}\n`);
    fs.writeFileSync(file, `id,v\n${lines.join('')}`);
  },
  async json(file, { values }) {
    const lines = values.map((v, id) => `${JSON.stringify({ id, v })}\n`);
    fs.writeFileSync(file, lines.join(''));
  },
  async parquet(file, table) {
    const source = `${file}.json`;
    await writers.json(source, table);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const columns = `{id: 'INTEGER', v: ${quoteLiteral(table.of.duckdbType)}}`;
    const rows = `select * from read_json(${quoteLiteral(source)}, columns = ${columns})`;
    await connection.run(`copy (${rows}) to ${quoteLiteral(file)} (format parquet)`);
    connection.closeSync();
  },
};

async function onFiles(
  format: Exclude<Platform, 'postgres'>,
): Promise<Target & { end: () => Promise<void> }> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'contract-rules-')));
  for (const table of tablesOf(format))
    await writers[format](path.join(folder, `${table.name}.${format}`), table);
  const server = { type: 'local', path: `{model}.${format}`, format };
  const access = {
    allowedHosts: [],
    allowedDataDirs: [folder],
    credentials: {},
    statementTimeoutMs: 20_000,
  };
  return { server, access, end: async () => fs.rmSync(folder, { recursive: true }) };
}

const targets: Record<Platform, () => Promise<Target & { end: () => Promise<void> }>> = {
  postgres: onPostgres,
  csv: () => onFiles('csv'),
  json: () => onFiles('json'),
  parquet: () => onFiles('parquet'),
};

const platforms = Object.keys(targets) as Platform[];

describe.each(platforms)('every rule on %s', (platform) => {
  let outcome: ContractTestOutcome;
  const tables = tablesOf(platform);

  beforeAll(async () => {
    const { server, access, end } = await targets[platform]();
    outcome = await runRules(tables, { server, access });
    await end();
  });

  itJudgesRules(tables, () => outcome);

  it('shows samples of what breaks a rule', () => {
    const failed = outcome.checks.filter(({ result }) => result === 'failed');
    const sampled = failed.slice(0, 50);
    expect(sampled.length).toBeGreaterThan(20);
    for (const { key, failedNumber, failedSamples } of sampled) {
      const rows = Math.min(5, failedNumber ?? 0);
      expect([key, failedSamples?.length]).toEqual([key, rows]);
      expect(Object.keys(failedSamples?.[0] ?? {})).toEqual(['id', 'v']);
    }
  });
});
