import fs from 'node:fs';
import path from 'node:path';

import { integrationWriteSchema } from '../../../domain/ingestion/integration.ts';
import { validateWith } from '../../../domain/validation/validation.ts';
import { systemClock } from '../../../lib/clock.ts';
import { answerCall } from '../../../local/cli/main.ts';
import { writeConnectionFile } from '../../../local/servers/connection-file.ts';
import { readIntegrationFile } from '../../../local/cli/integrations/read-integration-file.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { testSecretKey } from '../../support/sources/job-settings.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { createPrivateDatabase } from '../contract-tests/postgres/private-database.ts';
import type { PrivateDatabase } from '../contract-tests/postgres/private-database.ts';

const log = captureLog();
const password = 'never-printed-5d1e';
const folder = makeTestFolder();
const file = path.join(folder, 'integration.yaml');
const printed: string[] = [];
let role: string;
let api: TestApi;
let workers: TestWorkers;
let shop: PrivateDatabase;
beforeAll(async () => {
  [api, shop] = await Promise.all([startApi(), createPrivateDatabase()]);
  workers = startWorkers(api, shop.access);
  role = `catalog_${shop.database}`;
  await shop.run(`create role ${role} login password '${password}';
    create schema sales; grant usage on schema sales to ${role};
    create table sales.orders (id int primary key, note text); create table sales.customers (id int);
    create schema scratch; create table scratch.t (id int)`);
});
afterAll(async () => {
  await workers.stop();
  await shop.run(`drop owned by ${role}; drop role ${role}`);
  await shop.drop();
  await api.stop();
  removeTestFolder(folder);
});

type Env = Record<string, string>;
const ownEnv = (): Env => ({
  DATABASE_URL: api.url,
  DATA_DIR: folder,
  SECRET_KEY: testSecretKey,
  SHOP_DB_PASSWORD: password,
});

async function call(words: string, env: Env = ownEnv()) {
  const surroundings = { env, rootDir: folder, clock: systemClock };
  const answer = await answerCall(words.split(' '), surroundings);
  printed.push(answer.out, answer.error);
  return answer;
}

const json = async (words: string, env?: Env) =>
  JSON.parse((await call(`${words} --json`, env)).out);

function writeFile(more = '', id = 'shop'): void {
  fs.writeFileSync(
    file,
    `externalId: ${id}
name: Shop
source: postgres
configuration: {host: ${shop.host}, port: ${shop.port}, database: ${shop.database}}
credentials:
  username: ${role}
  password: \${SHOP_DB_PASSWORD}
filters: {schemas: {exclude: [scratch]}}
${more}`,
  );
}

test('an integration is made of a file, tried, planned, run, and deleted', async () => {
  writeFile('scheduleExpression: 0 6 * * *\n');
  expect((await call('integrations list')).out).toBe('No integrations.\n');
  const created = await call('integrations create --file integration.yaml');
  expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^Integration shop is cr/) });
  const again = await json('integrations create --file integration.yaml');
  expect(again.error.code).toBe('already_exists');

  const { out: listed } = await call('integrations list');
  expect(listed).toMatch(/shop +Shop +postgres +– +yes +0 6 \* \* \* UTC +\S+ 06:00Z +–/);
  const shown = (await call('integrations show shop')).out;
  expect(shown).toMatch(/# Latest run: none\n# Credentials: stored, and never shown\nexternalId/);
  expect(shown).toContain(`database: ${shop.database}`);

  const tested = await call('integrations test shop');
  expect(tested).toMatchObject({ code: 0, out: expect.stringMatching(/^SUCCESS: Reached Postg/) });
  const planned = await call('integrations plan shop');
  expect(planned.out).toMatch(/^SUCCESS: \d+ assets found[^]*create {2}shop:\S+\.sales\.orders\n/);
  expect(planned.out).not.toContain('scratch');
  expect((await json('integrations plan shop')).plan.deleted.count).toBe(0);

  const run = await json('integrations run shop --wait');
  expect(run).toMatchObject({ outcome: 'SUCCESS', phase: 'ended', requestedBy: 'system' });
  expect(run.created).toBe(run.processed);
  const names = (await api.send('GET', '/api/assets')).json.map((each: any) => each.info.name);
  expect(names).toEqual(expect.arrayContaining(['orders', 'customers']));
  expect(names).not.toContain('t');
  const logs = await call('integrations logs shop');
  expect(logs.out).toMatch(/^\S+Z info .*\n$/m);
  expect((await json(`integrations logs shop --run ${run.id}`)).lines.length).toBeGreaterThan(0);
  expect((await call('integrations list')).out).toMatch(/SUCCESS \d{4}-/);

  expect((await call('integrations disable shop')).out).toBe('Integration shop is disabled.\n');
  expect((await json('integrations show shop')).nextDueAt).toBeNull();
  expect((await json('integrations enable shop')).enabled).toBe(true);
  expect((await call('integrations cancel shop')).out).toBe('No run is in progress.\n');
  expect((await call('integrations delete shop')).code).toBe(0);
  expect((await json('integrations show shop')).error.code).toBe('not_found');
});

test('what a run may remove is accepted by the operator who says so', async () => {
  await shop.run('create table sales.old (id int)');
  writeFile('removalFuse: {percent: 0, assets: 0}\n', 'store');
  await call('integrations create --file integration.yaml');
  expect((await call('integrations run store --wait')).code).toBe(0);
  await shop.run('drop table sales.old');
  const refused = await call('integrations run store --wait');
  expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/^Run \S+: FAILED/) });
  expect((await call('integrations plan store')).out).toMatch(
    /delete {2}store:\S+\.sales\.old\nThe fu/,
  );
  const accepted = await call('integrations run store --wait --accept-removals 1');
  expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('1 deleted') });
  const [, runId = ''] = /^Run (\S+):/.exec(accepted.out) ?? [];
  expect(await call(`integrations undo store --run ${runId} --wait`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Put back: 1;'),
  });
  // Without credentials in the file those that are stored stay.
  const text = fs.readFileSync(file, 'utf8').replace(/credentials:\n.*\n.*\n/, '');
  fs.writeFileSync(file, text.replace('name: Shop', 'name: Warehouse'));
  const updated = await json(`integrations update --file ${file}`);
  expect(updated).toMatchObject({ id: 'store', revision: 2 });
  expect(await json('integrations show store')).toMatchObject({
    name: 'Warehouse',
    hasCredentials: true,
  });
  expect((await call('integrations test store')).code).toBe(0);
});

test('a failed connection ends with 1 and says why, and one without workers is not waited for for ever', async () => {
  writeFile('', 'away');
  const elsewhere = fs.readFileSync(file, 'utf8').replace(/port: \d+/, 'port: 9');
  fs.writeFileSync(file, elsewhere);
  expect((await call('integrations create --file integration.yaml')).code).toBe(0);
  const { code, out } = await call('integrations test away');
  expect([code, out]).toEqual([1, expect.stringMatching(/^FAILED: .*:9 is not allowed/)]);
  const impatient = await json('integrations test away --timeout 0');
  expect(impatient.error).toEqual({
    code: 'not_possible',
    message: expect.stringMatching(/npm run work -- show [\w-]{36}\./),
  });
});

describe('what is refused', () => {
  const refusal = async (words: string, env?: Env) => (await json(words, env)).error;

  test('in a file', async () => {
    const create = 'integrations create --file integration.yaml';
    const cases: [text: string, code: string, message: string][] = [
      [`externalId: x\ncredentials: {password: *${password}}`, 'not_possible', 'at line 2'],
      ['- a', 'not_possible', 'the file must contain an object'],
      ['name: x', 'invalid_body', 'lacks externalId'],
      ['externalId: a/b', 'invalid_id', 'The id'],
      ['externalId: x\ncredentials: {a: [x, "${NO_SUCH}"]}', 'not_possible', 'credentials.a[1]'],
      ['externalId: x\nname: X\nsource: mars\nconfiguration: {}', 'invalid_body', 'postgres'],
      [
        'externalId: x\nname: X\nsource: postgres\nconfiguration: {}',
        'invalid_body',
        'configuration.database',
      ],
    ];
    for (const [text, code, message] of cases) {
      fs.writeFileSync(file, text);
      expect(await refusal(create)).toEqual({ code, message: expect.stringContaining(message) });
    }
    expect((await refusal('integrations create --file none.yaml')).code).toBe('not_possible');
    writeFile('', 'store');
    fs.appendFileSync(file, 'enabled: false\n');
    const { SHOP_DB_PASSWORD: _, ...without } = ownEnv();
    expect((await refusal('integrations update --file integration.yaml', without)).message).toBe(
      'credentials.password refers to the environment variable SHOP_DB_PASSWORD, which is not set.',
    );
  });

  test('without the key under which secrets are sealed, unless bin/start has made it here', async () => {
    writeFile('', 'store');
    const { SECRET_KEY: _, ...env } = ownEnv();
    const update = 'integrations update --file integration.yaml';
    expect((await refusal(update, env)).message).toMatch(/^SECRET_KEY is not set here/);
    fs.writeFileSync(path.join(folder, 'secret-key'), `${testSecretKey}\n`);
    expect((await refusal(update, env)).code).toBe('not_possible');
    const connection = { databaseUrl: api.url, redisUrl: 'redis://unused', address: api.address };
    const forget = writeConnectionFile(folder, connection);
    expect(await call(update, env)).toMatchObject({ code: 0, error: '' });
    forget();
    expect((await call('integrations test store')).code).toBe(0);
  });

  test.each([
    ['integrations show none', 1, 'There is no integration'],
    ['integrations test none', 1, 'There is no integration'],
    ['integrations run none', 1, 'There is no integration'],
    ['integrations logs none', 1, 'There is no integration'],
    ['integrations logs away', 1, 'has never run'],
    ['integrations logs store --run x', 1, 'has no run'],
    ['integrations cancel none', 1, 'There is no integration'],
    ['integrations delete none', 1, 'There is no integration'],
    ['integrations run store --accept-removals -1', 2, 'is not a number'],
    ['integrations test store --timeout soon', 2, 'is not a number'],
    ['integrations create', 2, '--file <path> is missing'],
    ['integrations list --organization none', 1, 'There is no organization'],
  ])('%s', async (words, code, message) => {
    const answer = await call(words);
    expect([answer.code, answer.error]).toEqual([code, expect.stringContaining(message)]);
  });
});

test('the example is one that would be taken', async () => {
  const { id, document } = await readIntegrationFile('examples/integration.yaml', {
    env: { SHOP_DB_PASSWORD: 'x' },
    rootDir: process.cwd(),
    clock: systemClock,
  });
  expect(id).toBe('warehouse');
  expect(validateWith(integrationWriteSchema, document)).toEqual([]);
  expect(document['credentials']).toEqual({ username: 'catalog', password: 'x' });
});

test('the examples for the demo take their variables from its data folder', async () => {
  const example = (name: string) =>
    readIntegrationFile(path.resolve('examples', name), {
      env: { DATA_DIR: folder },
      rootDir: folder,
      clock: systemClock,
    });
  await expect(example('demo-integration.yaml')).rejects.toThrow(
    /configuration\.port refers to .* DEMO_PORT, which is not set\. Run bin\/start --demo first/,
  );
  fs.mkdirSync(path.join(folder, 'demo'));
  fs.writeFileSync(path.join(folder, 'demo', 'postgres-password'), '12345\n');
  fs.writeFileSync(path.join(folder, 'postgres-port'), '54321\n');
  const { document } = await example('demo-integration.yaml');
  expect(validateWith(integrationWriteSchema, document)).toEqual([]);
  expect(document).toMatchObject({
    configuration: { port: 54_321 },
    credentials: { password: '12345' },
  });
  const files = await example('demo-files-integration.yaml');
  expect(validateWith(integrationWriteSchema, files.document)).toEqual([]);
  expect(files.document['configuration']).toEqual({ location: path.join(folder, 'demo', 'files') });
});

test('with several organizations only what writes needs --organization', async () => {
  await call('organizations create --name Other --vanity other --no-key');
  writeFile('', 'only-here');
  const create = 'integrations create --file integration.yaml';
  expect((await json(create)).error.message).toBe(
    'There are several organizations: add --organization <name>, one of: test, other.',
  );
  expect((await call(`${create} --organization other`)).code).toBe(0);
  // Only one organization has it.
  expect((await call('integrations disable only-here')).code).toBe(0);
  expect((await call('integrations list')).out).toMatch(
    /^# Organization test; for another one add --organization other\nID/,
  );
  expect((await call(`${create} --organization test`)).code).toBe(0);
  expect((await json('integrations enable only-here')).error.message).toContain('--organization');
  expect((await json('integrations show none')).error.code).toBe('not_found');
});

test('the password is in nothing that was printed, stored or logged', async () => {
  const stored = await everythingStored(api);
  expect(stored).toMatch(/IntegrationCreated/);
  for (const text of [password, Buffer.from(password).toString('hex')]) {
    expect(printed.join('')).not.toContain(text);
    expect(stored).not.toContain(text);
    expect(log.join('')).not.toContain(text);
  }
});
