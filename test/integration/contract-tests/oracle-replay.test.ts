import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { SourceAccess } from '../../../connectors/connector.ts';
import { openSource } from '../../../connectors/open-source.ts';
import { normaliseDcs } from '../../../domain/standards/dcs/normalise.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { runContractTest } from '../../../jobs/contract-tests/run-checks.ts';
import {
  compare,
  emptyComparison,
  hasOracles,
  loadOracles,
  oracleFolder,
  summarise,
} from './oracles.ts';
import type { Comparison, Exemption, ExpectedCheck, Oracle } from './oracles.ts';
import { createPrivateDatabase } from './postgres/private-database.ts';
import type { PrivateDatabase } from './postgres/private-database.ts';

jest.setTimeout(240_000);

/** Skipped tests are listed with their names, so the name says why. */
const describeWithOracles = (name: string, tests: () => void): void => {
  if (hasOracles) describe(name, tests);
  else describe.skip(`(no recorded runs beside the repository) ${name}`, tests);
};

async function replay(
  oracle: Oracle,
  server: ContractServer,
  access: SourceAccess,
): Promise<ContractTestOutcome> {
  return runContractTest({
    model: normaliseContract(oracle.contract),
    server,
    open: (server, signal) => openSource(server, access, signal),
    signal: new AbortController().signal,
  });
}

const everything: Floor = { agreed: 1, ratio: 1 };

/** Measured; a smaller set of recordings needs smaller numbers, never a smaller ratio. */
const floors: Record<string, Floor> = {
  postgres: { agreed: 3873, ratio: 1 },
  csv: { agreed: 369, ratio: 1 },
  json: { agreed: 183, ratio: 1 },
  parquet: { agreed: 440, ratio: 1 },
};

const namedByContract = 'the element names a property, whose column is called otherwise';

/** Checks where ours differs on purpose; `<oracle> <key>` → why. */
const meant: Record<string, string> = {
  'engine-probe/pg-logical-object types__c_json__field_type': 'type: json holds objects',
  'engine-probe/pg-logical-object types__c_jsonb__field_type': 'type: json holds objects',
  'engine-probe/pg-physical-3 types__c_char_3__field_physical_type':
    'type: bpchar is the name Postgres itself has for char',
  'engine-probe/pg-physical-3 types__c_mood__field_physical_type':
    'type: USER-DEFINED is not the name of a type',
  'engine-probe/pg-physical-4 types__c_integer__field_physical_type':
    'type: serial is an integer column',
  'engine-probe/pg-physical-5 types__c_bigint__field_physical_type':
    'type: bigserial is a bigint column',
  'engine-probe/sla-retention-iso servicelevel_retention':
    'P1Y6M is a year and six months; datacontract-cli reads the first part only',
  'engine-probe/sla-two-freshness servicelevel_freshness':
    'two rules with one key get each its own verdict (defect 1)',
  'engine-probe/sql-boolean-result q__quality_sql_0': 'true as JSON has it, not as Python',
  'engine-probe/sql-syntax-error q__quality_sql_0':
    'a query that cannot run is an error of the rule',
  'engine-probe/sql-two-statements q__quality_sql_0':
    'a query that may not run is an error of the rule',
  'engine-fuzz/pg-0034 servicelevel_freshness': namedByContract,
  'engine-fuzz/pg-0275 servicelevel_retention': namedByContract,
  'engine-fuzz/pg-0321 servicelevel_freshness': namedByContract,
};

/** Reasons that begin so in a recording, and why ours says something else there. */
const worseReasons: Record<string, string> = {
  'Error evaluating check': 'broken by a neighbour in the batch of datacontract-cli (defect 2)',
  'Could not read model': 'values of a missing table are unknown, only presence fails',
};

const exemption: Exemption = (expected, actual, oracle) => {
  if (actual === undefined) return undefined;
  const known = meant[`${oracle.id} ${expected.key}`];
  if (known !== undefined) return known;
  if ((expected.result ?? null) === null)
    return 'planned but never run by datacontract-cli (defects 1, 3, 4, 5)';
  if (expected.type === 'schema' && /must be one of/.test(expected.reason ?? ''))
    return 'a quality rule on valid values has a limit of its own, and is no JSON Schema';
  const worse = Object.keys(worseReasons).find((start) => expected.reason?.startsWith(start));
  if (worse !== undefined && actual.result !== 'error') return worseReasons[worse];
  const isNotFound = /^Column '.*' not found$/.test(actual.reason ?? '');
  if (!isNotFound || oracle.serverType !== 'local') return undefined;
  return 'a column that a file does not have is not found, datacontract-cli takes it for nulls';
};

type Floor = { agreed: number; ratio: number };

function expectAtLeast({ agreed, differences }: Comparison, floor: Floor): void {
  expect(agreed).toBeGreaterThanOrEqual(floor.agreed);
  expect(agreed / (agreed + differences.length)).toBeGreaterThanOrEqual(floor.ratio);
}

const onFolder = (folder: string): SourceAccess => ({
  allowedHosts: [],
  allowedDataDirs: [path.join(folder, 'data')],
  credentials: {},
  statementTimeoutMs: 20_000,
});

type Said = { [Member in 'key' | 'type' | 'result']?: string | null | undefined };

/** Recordings of the reference's own tests come without their data here. */
const hasData = (oracle: Oracle): boolean =>
  fs.existsSync(path.join(oracle.folder, 'init.postgres.sql')) ||
  fs.existsSync(path.join(oracle.folder, 'data'));

describeWithOracles('recorded runs of datacontract-cli', () => {
  let database: PrivateDatabase;
  beforeAll(async () => {
    database = await createPrivateDatabase();
  });
  afterAll(() => database.drop());

  it('agree with ours on Postgres', async () => {
    const comparison = emptyComparison();
    const { host, port, database: name, access } = database;
    for (const oracle of loadOracles('postgres').filter(hasData)) {
      const [server] = normaliseContract(oracle.contract).servers;
      if (server === undefined || server['port'] !== 55_432) continue;
      await database.reset();
      await database.run(fs.readFileSync(path.join(oracle.folder, 'init.postgres.sql'), 'utf8'));
      const outcome = await replay(oracle, { ...server, host, port, database: name }, access);
      compare(comparison, oracle, { outcome, exemption });
    }
    console.log(summarise('Postgres', comparison));
    expectAtLeast(comparison, floors['postgres'] ?? everything);
  });

  it.each(['csv', 'json', 'parquet'])('agree with ours on %s files', async (format) => {
    const comparison = emptyComparison();
    for (const oracle of loadOracles('local').filter(hasData)) {
      const [server] = normaliseContract(oracle.contract).servers;
      if (server === undefined || server['format'] !== format) continue;
      const outcome = await replay(oracle, server, onFolder(oracle.folder));
      compare(comparison, oracle, { outcome, exemption });
    }
    console.log(summarise(format, comparison));
    expectAtLeast(comparison, floors[format] ?? everything);
  });

  it.each(['csv', 'json', 'delta'])('of contracts of DCS agree on %s files', async (format) => {
    // Recorded with a bucket; the same files are read here from their folder.
    const folder = path.join(oracleFolder, 'engine/containers', `s3-${format}`);
    const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
    const contract = load(read('contract.dcs.yaml')) as Parameters<typeof normaliseDcs>[0];
    const model = normaliseDcs(contract);
    const [server] = model.servers;
    if (server === undefined) throw new Error('no server');
    const place = String(server['location']).replace(/^.*\/data\//, `${folder}/data/`);
    const outcome = await runContractTest({
      model,
      server: { ...server, type: 'local', path: place },
      open: (opened, signal) => openSource(opened, onFolder(folder), signal),
      signal: new AbortController().signal,
    });
    const { checks } = JSON.parse(read('expected.json')) as { checks: ExpectedCheck[] };
    const said = ({ key, type, result }: Said): string =>
      `${type === 'schema' ? type : key}: ${result}`;
    const ours = outcome.checks.map(said);
    expect(checks.map(said).filter((text) => !ours.includes(text))).toEqual([]);
  });
});
