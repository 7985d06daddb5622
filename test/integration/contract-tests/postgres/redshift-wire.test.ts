import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { SourceAccess } from '../../../../connectors/connector.ts';
import { hasOracles, oracleFolder } from '../oracles.ts';
import { createPrivateDatabase } from './private-database.ts';
import type { PrivateDatabase } from './private-database.ts';
import { runContract, troubles } from '../run-contract.ts';

let database: PrivateDatabase;
let server: Record<string, unknown>;
let access: SourceAccess;

beforeAll(async () => {
  database = await createPrivateDatabase();
  const { host, port, database: name } = database;
  server = { type: 'redshift', host, port, database: name, schema: 'public' };
  const [username = '', password = ''] = Object.values(database.access.credentials);
  const credentials = {
    DATACONTRACT_REDSHIFT_USERNAME: username,
    DATACONTRACT_REDSHIFT_PASSWORD: password,
  };
  access = { ...database.access, credentials };
});
afterAll(() => database.drop());
beforeEach(() => database.reset());

/** What Redshift and Postgres read alike; the rest of its SQL is in the unit tests. */
describe('the SQL of Redshift, read by a Postgres', () => {
  it('finds what breaks a rule, and nothing else', async () => {
    await database.run(`create table t (id int, a varchar(20), n numeric(10, 2), d date, at timestamp, b boolean);
      insert into t values (1, 'it''s a\\b', 0.3, '2024-01-01', now() at time zone 'utc', true),
        (2, 'x', 0.35, '2023-12-31', now() at time zone 'utc' - interval '3 hours', false), (2, null, null, null, null, null)`);
    const properties = [
      { name: 'id', unique: true, required: true },
      {
        name: 'a',
        logicalType: 'string',
        enum: [String.raw`it's a\b`],
        logicalTypeOptions: { minLength: 2, pattern: String.raw`^it's a\\b$` },
      },
      { name: 'n', logicalType: 'number', logicalTypeOptions: { multipleOf: 0.1, maximum: 0.3 } },
      { name: 'd', logicalType: 'date', logicalTypeOptions: { minimum: '2024-01-01' } },
      { name: 'at', logicalType: 'timestamp', required: true },
      { name: 'b', logicalType: 'boolean', enum: [true] },
    ];
    const sla = (property: string, value: number): unknown => ({
      property,
      value,
      unit: 'h',
      element: 't.at',
    });
    const outcome = await runContract({
      schema: [{ name: 't', properties, quality: [{ metric: 'rowCount', mustBe: 3 }] }],
      server,
      access,
      contract: { slaProperties: [sla('latency', 1), sla('retention', 1), sla('frequency', 1)] },
    });
    const counts = outcome.checks
      .filter((check) => check.result !== 'passed')
      .map(({ key, result, diagnostics }) => [key, result, diagnostics?.['value']]);
    expect(counts).toEqual([
      ['t__id__field_unique', 'failed', 1],
      ['t__a__field_min_length', 'failed', 1],
      ['t__a__field_regex', 'failed', 1],
      ['t__a__field_enum', 'failed', 1],
      ['t__n__field_maximum', 'failed', 1],
      ['t__n__field_multiple_of', 'failed', 1],
      ['t__d__field_minimum', 'failed', 1],
      ['t__at__field_required', 'failed', 1],
      ['t__b__field_enum', 'failed', 1],
      ['servicelevel_retention', 'failed', undefined],
      ['servicelevel_frequency', 'failed', undefined],
    ]);
  });

  (hasOracles ? it : it.skip)('agrees with what is recorded over this wire', async () => {
    const folder = path.join(
      oracleFolder,
      'engine/fixtures/redshift-redshift-path-via-postgres-wire',
    );
    const data = path.join(oracleFolder, 'engine/containers/mysql-odcs/data/data.sql');
    await database.run(fs.readFileSync(data, 'utf8').replace('TIMESTAMP', 'TIMESTAMPTZ'));
    const contract = load(fs.readFileSync(path.join(folder, 'contract.odcs.yaml'), 'utf8'));
    const file = fs.readFileSync(path.join(folder, 'expected.run.json'), 'utf8');
    const { run } = JSON.parse(file) as {
      run: { checks: { key: string; type: string; name: string; result: string }[] };
    };
    const { schema } = contract as { schema: unknown[] };
    const outcome = await runContract({ schema, server, access });
    expect(troubles(outcome)).toEqual({});
    const recorded = new Set(run.checks.map(({ key }) => key));
    expect(outcome.checks.filter(({ key }) => recorded.has(key))).toEqual(
      run.checks.map(({ key, type, name, result }) =>
        expect.objectContaining({ key, type, name, result }),
      ),
    );
  });
});
