import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { contract, team } from '../support/builders/contracts.ts';
import { linkedSchema, putDefinition } from '../support/builders/linked-definitions.ts';
import { installPython, run } from '../support/foreign/python-programs.ts';
import type { Ran } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { startWorkers } from '../support/servers/worker.ts';
import type { TestWorkers } from '../support/servers/worker.ts';

const programs = installPython(['datacontract-cli[duckdb,csv,postgres]==1.2.8']);
const [tests, why] = 'missing' in programs ? [describe.skip, programs.missing] : [describe, 'real'];

type Check = { type: string; model: string; field: string | null; result: string };

let api: TestApi;
let workers: TestWorkers;
let folder: string;
let database: URL;
beforeAll(async () => {
  database = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const credentials = {
    DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(database.username),
    DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(database.password),
  };
  api = await startApi({ sourceCredentials: credentials });
  database = new URL(api.url);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datacontract-cli-'));
  const access = { credentials, allowedDataDirs: [folder], allowedHosts: [database.hostname] };
  workers = startWorkers(api, access, { settings: { publicUrl: api.address } });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await fillShop();
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The same rows in a table, in CSV and in JSON; some break rules. */
async function fillShop(): Promise<void> {
  const rows: [id: number | null, status: string | null, amount: number | null, day: string][] = [
    [1, 'new', 1.5, '2026-01-01'],
    [2, 'P', -3, '2026-01-02'],
    [2, null, 4, '2026-01-03'],
    [null, 'cancelled', 99_999, '2026-01-04'],
  ];
  const names = ['order_id', 'status', 'amount', 'day'];
  const lines = rows.map((row) => row.map((value) => value ?? '').join(','));
  fs.writeFileSync(path.join(folder, 'orders.csv'), `${[names, ...lines].join('\n')}\n`);
  const objects = rows.map((row) => Object.fromEntries(row.map((value, n) => [names[n], value])));
  fs.writeFileSync(path.join(folder, 'orders.json'), JSON.stringify(objects));
  const client = new Client({ connectionString: api.url });
  await client.connect();
  await client.query('create schema shop');
  await client.query(
    'create table shop.orders (order_id integer, status text, amount numeric(12, 2), day date)',
  );
  for (const row of rows)
    await client.query('insert into shop.orders values ($1, $2, $3, $4)', [...row]);
  await client.end();
}

const columns = [
  { name: 'order_id', logicalType: 'integer', required: true, unique: true },
  {
    name: 'status',
    logicalType: 'string',
    required: true,
    logicalTypeOptions: { minLength: 2, maxLength: 8, pattern: '^[a-z]+$' },
    quality: [{ type: 'library', metric: 'missingValues', mustBeLessThan: 1 }],
  },
  { name: 'amount', logicalType: 'number', logicalTypeOptions: { minimum: 0, maximum: 1000 } },
  { name: 'day', logicalType: 'date', required: true },
];
const quality = [
  { type: 'library', metric: 'rowCount', mustBeGreaterThan: 3 },
  { type: 'sql', query: 'select count(*) from orders where amount < 0', mustBe: 0 },
  {
    type: 'library',
    metric: 'duplicateValues',
    mustBe: 0,
    arguments: { properties: ['order_id', 'day'] },
  },
];

const server = (type: string): Record<string, unknown> =>
  type === 'postgres'
    ? {
        server: type,
        type,
        host: database.hostname,
        port: Number(database.port),
        database: database.pathname.slice(1),
        schema: 'shop',
      }
    : {
        server: type,
        type: 'local',
        path: path.join(folder, `orders.${type}`),
        format: type,
      };

const document = (type: string): Record<string, unknown> =>
  contract(`orders-${type}`, {
    servers: [server(type)],
    schema: [{ name: 'orders', physicalName: 'orders', properties: columns, quality }],
  });

async function cli(...words: string[]): Promise<Ran> {
  const program = path.join('folder' in programs ? programs.folder : '', 'datacontract');
  return run(program, words, {
    HOME: folder,
    COLUMNS: '200',
    DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(database.username),
    DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(database.password),
    ENTROPY_DATA_API_KEY: api.key,
    ENTROPY_DATA_HOST: api.address,
  });
}

/** What the command line finds in the data of a contract, which it reads from a file `contract-<name>.json`. */
async function testWithCli(
  name: string,
  body: Record<string, unknown>,
): Promise<{ result: string; checks: Check[] }> {
  const [file, output] = ['contract', 'results'].map((kind) =>
    path.join(folder, `${kind}-${name}.json`),
  ) as [string, string];
  fs.writeFileSync(file, JSON.stringify(body));
  const words = ['test', file, '--output', output, '--output-format', 'json'];
  const { stdout, stderr } = await cli(...words);
  if (!fs.existsSync(output)) throw new Error(stdout + stderr);
  return JSON.parse(fs.readFileSync(output, 'utf8'));
}

const verdicts = (checks: readonly Check[]): string[] =>
  checks
    .map(({ type, model, field, result }) => `${model} ${field ?? '-'} ${type}: ${result}`)
    .sort();

tests(`datacontract-cli 1.2.8 (${why})`, () => {
  it.each(['csv', 'json', 'postgres'])('has our verdicts on %s', async (type) => {
    const stored = await api.send('PUT', `/api/datacontracts/orders-${type}`, {
      body: document(type),
    });
    expect([stored.status, stored.text]).toEqual([200, '']);
    const ours = await api.send('POST', `/api/datacontracts/orders-${type}/test`);
    expect(ours.status).toBe(200);
    const theirs = await testWithCli(type, document(type));
    expect(theirs.checks.length).toBeGreaterThan(12);
    const [own, reference] = [verdicts(ours.json.checks), verdicts(theirs.checks)];
    expect(reference.filter((verdict) => !own.includes(verdict))).toEqual([]);
    const more = own.filter((verdict) => !reference.includes(verdict));
    // In files without types of columns we also check whether each value can be read as the type; of JSON, the reference leaves out
    // the presence of some members.
    const further = / (field_type|field_is_present): passed$/;
    expect(more.filter((verdict) => !further.test(verdict))).toEqual([]);
    expect([ours.json.result, theirs.result]).toEqual(['failed', 'failed']);
  });

  it('applies a definition of this catalog as we do', async () => {
    await putDefinition(api, 'checkout/strict', { minLength: 3, pattern: '^[a-z]+$' });
    const linked = linkedSchema(`${api.address}/definitions/checkout/strict`);
    const body = contract('orders-linked', { servers: [server('csv')], schema: linked });
    await api.send('PUT', '/api/datacontracts/orders-linked', { body });
    const ours = await api.send('POST', '/api/datacontracts/orders-linked/test');
    const theirs = await testWithCli('linked', body);
    const own = verdicts(ours.json.checks);
    for (const broken of ['field_min_length: failed', 'field_regex: failed'])
      expect(own).toContain(`orders status ${broken}`);
    expect(verdicts(theirs.checks).filter((verdict) => !own.includes(verdict))).toEqual([]);
    expect([ours.json.result, theirs.result]).toEqual(['failed', 'failed']);
  });

  it('publishes its results and contracts here', async () => {
    const file = path.join(folder, 'contract-csv.json');
    const results = `${api.address}/api/test-results`;
    const { stdout } = await cli('test', file, '--publish', results);
    expect(stdout).not.toMatch(/error publishing/i);
    const { json: listed } = await api.send('GET', '/api/test-results?dataContractId=orders-csv');
    expect(listed).toHaveLength(2);
    const changed = { ...document('csv'), version: '1.1.0' };
    fs.writeFileSync(file, JSON.stringify(changed));
    const published = await cli('publish', file);
    expect([published.status, published.stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    const { json: stored } = await api.send('GET', '/api/datacontracts/orders-csv');
    expect(stored.version).toBe('1.1.0');
  });
});
