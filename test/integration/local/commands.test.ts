import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { Client } from 'pg';

import { issueApiKey } from '../../../commands/keys/issue-api-key.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { newestStep } from '../../../db/schema-state.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { upsertProcess } from '../../../db/tables/work/processes.ts';
import { commands } from '../../../local/cli/index.ts';
import { answerCall } from '../../../local/cli/main.ts';
import { writeConnectionFile } from '../../../local/servers/connection-file.ts';
import { systemClock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { team } from '../../support/builders/contracts.ts';
import { databaseUrl } from '../../support/servers/database.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const folder = makeTestFolder();
const keyText = /ck_(?:or|o|tr|t|ur|u)_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}/;
let api: TestApi;

beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await api.stop();
  removeTestFolder(folder);
});

type Answer = { code: number | null; out: string; err: string; json: any };

/** Runs a program as an operator would and waits for its end. */
async function run(file: string, words: string[], env: Record<string, string>): Promise<Answer> {
  const child = spawn(file, words, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err, json: parsed(words, out) };
}

function parsed(words: string[], out: string): any {
  return words.includes('--json') ? JSON.parse(out) : undefined;
}

/** A command on the database of this test. */
async function call(words: string, env: Record<string, string> = {}): Promise<Answer> {
  const all = { DATABASE_URL: api.url, ...env };
  return run('node', ['local/launch.mjs', ...words.split(' ')], all);
}

/** The same in this process, for what needs no process of its own. */
async function ask(words: string, env: Record<string, string> = {}): Promise<Answer> {
  const surroundings = {
    env: { DATABASE_URL: api.url, DATA_DIR: folder, ...env },
    rootDir: process.cwd(),
    clock: systemClock,
  };
  const { code, out, error: err } = await answerCall(words.split(' '), surroundings);
  return { code, out, err, json: parsed(words.split(' '), out) };
}

async function onDatabase<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

describe('every command', () => {
  const actions: Record<string, string> = {
    keys: 'list create revoke',
    tokens: 'list create revoke',
    'sign-in': '',
    organizations: 'list create',
    integrations: 'create update list show test plan run undo cancel enable disable delete logs',
    work: 'list show retry cancel',
    secrets: 'rotate',
    backup: '',
    restore: '',
    migrate: '',
    doctor: '',
    'simulate-provisioner': '',
  };
  const calls = Object.entries(actions).flatMap(([name, list]) =>
    ['', ...list.split(' ').filter(Boolean)].map((action) =>
      [name, action, '--help'].filter(Boolean).join(' '),
    ),
  );

  test('is in this table with its actions', async () => {
    const found = Object.entries(commands).map(async ([name, load]) => {
      const command = await load();
      expect(command.name).toBe(name);
      return [name, command.actions.flatMap((action) => action.name ?? []).join(' ')];
    });
    expect(Object.fromEntries(await Promise.all(found))).toEqual(actions);
  });

  test.each(calls)('%s explains itself', async (words) => {
    const { code, out, err } = await ask(words, { DATABASE_URL: '' });
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: npm run /);
    expect(out).toContain('Exit codes: 0');
    expect(err).toBe('');
  });

  test.each([
    ['dump', "There is no command 'dump'; available commands are npm run keys, npm run tokens"],
    ['backup', '<file> is missing: the file to write'],
    ['keys', 'Say what to do with keys: list, create, revoke'],
    ['keys drop', "keys has no command 'drop'; available commands are list, create, revoke"],
    ['keys create', '--scope <scope> is missing: organization, organization_read, team'],
    ['keys create --scope all', "--scope cannot be 'all'; use one of organization,"],
    ['keys create --skope team', 'Unknown option --skope; the options are --scope, --team'],
    ['keys create --scope --json', '--scope needs a value'],
    ['keys list --json=yes', '--json takes no value'],
    ['keys list everything', "'everything' is unexpected"],
    ['keys list --organization a --organization b', '--organization is given more than once'],
    ['keys revoke', '<id> is missing'],
    ['migrate plan', "'plan' is unexpected"],
    ['doctor -x', 'Unknown option -x; the options are --json, --help'],
  ])('%s is wrong usage', async (words, message) => {
    const { code, out, err, json } = await ask(words);
    expect(code).toBe(2);
    if (json) expect(json).toEqual({ error: { code: 'wrong_usage', message: expect.any(String) } });
    expect(json ? json.error.message : err).toContain(message);
    if (!json) expect(out).toBe('');
  });

  test('as a process: help, wrong usage, and JSON for both', async () => {
    const help = await call('keys create --help', { DATABASE_URL: '' });
    expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: /), err: '' });
    expect((await call('keys --json --help')).json.help).toMatch(/^Usage: /);
    expect(await call('keys list --all')).toMatchObject({ code: 2, out: '' });
    const { code, json } = await call('keys list --all --json');
    expect({ code, json }).toMatchObject({ code: 2, json: { error: { code: 'wrong_usage' } } });
  });

  test('through npm, with nothing but its answer on standard output', async () => {
    const words = ['run', '--silent', 'keys', '--', 'list', '--json'];
    const { code, json } = await run('npm', words, { DATABASE_URL: api.url });
    expect(code).toBe(0);
    expect(json.keys).toHaveLength(1);
  });
});

describe('the database', () => {
  const nowhere = { DATABASE_URL: '' };

  test('is the one of the bin/start on DATA_DIR, as long as that lives', async () => {
    const refusal = `Concordat is not running on ${folder}, and DATABASE_URL is not set`;
    expect(await call('keys list', nowhere)).toMatchObject({ code: 1, out: '' });
    const connection = { databaseUrl: api.url, redisUrl: 'redis://unused', address: api.address };
    const forget = writeConnectionFile(folder, connection);
    const file = path.join(folder, 'connection.json');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(await call('keys list', nowhere)).toMatchObject({ code: 0, err: '' });

    const content = JSON.parse(fs.readFileSync(file, 'utf8'));
    content.process.born = 'in another life';
    fs.writeFileSync(file, JSON.stringify(content));
    expect((await ask('keys list', nowhere)).err).toContain(refusal);
    forget();
    expect(fs.existsSync(file)).toBe(false);
    expect((await ask('keys list --json', nowhere)).json).toEqual({
      error: { code: 'not_possible', message: expect.stringContaining(refusal) },
    });
  });

  test('that cannot be reached is named in words, without its password', async () => {
    const url = 'postgres://me:hidden-word@127.0.0.1:1/x';
    const { code, out, err } = await ask('organizations list', { DATABASE_URL: url });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/nothing listens at the address of DATABASE_URL\. Start Postgres/);
    expect(err).not.toMatch(/hidden-word|\n\s+at /);
  });
});

describe('keys', () => {
  test('are made, used, listed without their secret, and revoked at once', async () => {
    const words = 'keys create --scope team --team checkout --name Pipeline --expires 2099-12-31';
    const made = await call(words);
    expect(made.code).toBe(0);
    const key = keyText.exec(made.out)?.[0] ?? '';
    expect(key).toMatch(/^ck_t_/);
    expect((await api.send('GET', '/api/teams', { key })).status).toBe(200);

    const listed = await call('keys list');
    expect(listed.out).toMatch(/Pipeline +team +checkout .* 2099-12-31 +working/);
    const { json, out } = await call('keys list --json');
    const [, secret = 'none'] = /_([A-Za-z0-9]{32})$/.exec(key) ?? [];
    for (const text of [listed.out, out]) {
      expect(text).not.toMatch(keyText);
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/secret|hash/i);
    }
    const { id } = json.keys.find((each: any) => each.displayName === 'Pipeline');
    expect(await call(`keys revoke ${id}`)).toMatchObject({ code: 0, err: '' });
    // A second time it would be refused by the cache's age alone: the first answer counts.
    expect((await api.send('GET', '/api/teams', { key })).status).toBe(403);
    expect((await call('keys list')).out).toMatch(/Pipeline .* revoked/);
    expect(await call(`keys revoke ${id}`)).toMatchObject({
      code: 1,
      err: `There is no working key with the id '${id}'.\n`,
    });
    const audit = await onDatabase(
      api.url,
      `select type, principal, public from events where subject_id = '${id}' order by n`,
    );
    expect(audit).toEqual([
      { type: 'ApiKeyCreated', principal: 'system', public: false },
      { type: 'ApiKeyRevoked', principal: 'system', public: false },
    ]);
  });

  test.each([
    ['--scope team', 'invalid_body', /'team' needs the id of an existing team/],
    ['--scope team_read --team no', 'unknown_reference', /team 'no' does not exist/],
    ['--scope organization --team checkout', 'invalid_body', /has no team/],
    ['--scope user', 'invalid_body', /needs the e-mail address/],
    ['--scope user --email anna', 'invalid_body', /'anna' is not an e-mail address/],
    ['--scope team --team checkout --email a@b.de', 'invalid_body', /has no e-mail address/],
    ['--scope organization --expires 2099-02-30', 'invalid_body', /is no day/],
    ['--scope organization --expires 2020-01-01', 'invalid_body', /is in the past/],
    ['--scope organization --organization no', 'not_found', /there are: test/],
  ])('create %s is refused', async (words, code, message) => {
    const answer = await ask(`keys create ${words} --json`);
    expect(answer.code).toBe(1);
    expect(answer.json.error).toEqual({ code, message: expect.stringMatching(message) });
  });

  test('an unknown id cannot be revoked', async () => {
    const { code, err } = await ask('keys revoke 01a1f807-92ac-751a-8aeb-608283153d7f');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/no key with the/) });
  });

  test('a hundred work at the same time and not one more, also when two are made at once', async () => {
    const now = new Date();
    const names = { name: 'Full', vanity: `full-${randomBytes(3).toString('hex')}`, now };
    const organizationId = await insertOrganization(api.database.knex, names);
    const issue = () =>
      issueApiKey(api.database, {
        organizationId,
        scope: 'organization_read',
        displayName: 'one of many',
        createdBy: 'system',
        now,
      });
    for (let made = 0; made < 99; made += 1) await issue();
    const [last] = await onDatabase<{ id: string }>(
      api.url,
      `select id from api_keys where display_name = 'one of many' limit 1`,
    );
    const both = await Promise.allSettled([issue(), issue()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const words = `keys create --scope organization --organization ${names.vanity} --json`;
    const refused = await ask(words);
    expect(refused.json.error).toEqual({
      code: 'limit_reached',
      message: expect.stringContaining('100 valid keys'),
    });
    await ask(`keys revoke ${last?.id}`);
    expect((await ask(words)).code).toBe(0);
    expect((await ask(`keys create --scope organization`)).err).toMatch(
      /several organizations: add --organization <name>, one of: test, full-/,
    );
    const listed = await ask('keys list');
    const others = `# Organization test; for another one add --organization ${names.vanity}\n`;
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(others) });
    expect((await ask('keys list --json')).json.organizationId).not.toBe(organizationId);
    await onDatabase(api.url, `delete from events where organization_id = '${organizationId}'`);
    await onDatabase(api.url, `delete from api_keys where organization_id = '${organizationId}'`);
    await onDatabase(api.url, `delete from organizations where id = '${organizationId}'`);
  });
});

describe('organizations', () => {
  test('are made with a key that sees nothing of the others, and only once', async () => {
    const made = await call('organizations create --name Acme --vanity acme');
    expect(made.code).toBe(0);
    const key = keyText.exec(made.out)?.[0] ?? '';
    const { status, json } = await api.send('GET', '/api/teams', { key });
    expect({ status, json }).toEqual({ status: 200, json: [] });
    const again = await ask('organizations create --name Other --vanity acme --json');
    expect(again).toMatchObject({ code: 1, json: { error: { code: 'name_taken' } } });
  });

  test('are made without a key when none is wanted', async () => {
    const made = await ask('organizations create --name Bare --vanity bare --no-key --json');
    expect(made.json).toEqual({ id: expect.any(String), name: 'Bare', vanity: 'bare' });
    const { json } = await ask('organizations list --json');
    expect(json.organizations.map((each: any) => each.vanity)).toEqual(['test', 'acme', 'bare']);
    const keys = await ask('keys list --json --organization bare');
    expect(keys.json).toEqual({ organizationId: made.json.id, keys: [] });
  });

  test.each(['Acme', 'a.b', 'a_b', 'ä', 'x'.repeat(64)])('cannot be called %s', async (vanity) => {
    const { code, json } = await ask(`organizations create --name X --vanity ${vanity} --json`);
    expect({ code, json }).toMatchObject({ code: 1, json: { error: { code: 'invalid_body' } } });
  });
});

describe('migrate', () => {
  let url: string;
  beforeAll(async () => {
    const name = `empty_${randomBytes(6).toString('hex')}`;
    url = databaseUrl(name);
    await onDatabase(databaseUrl('postgres'), `create database ${name}`);
  });
  afterAll(async () => {
    const name = new URL(url).pathname.slice(1);
    await onDatabase(databaseUrl('postgres'), `drop database ${name} with (force)`);
  });
  const migrate = (words: string) => ask(`migrate${words}`, { DATABASE_URL: url });

  test('plans, runs and plans again', async () => {
    const before = await migrate(' --plan');
    expect(before.code).toBe(0);
    const steps = migrations.map(({ name }) => `  ${name}\n`).join('');
    expect(before.out).toBe(`npm run migrate would run ${migrations.length} steps:\n${steps}`);
    const tables = `select tablename from pg_tables where schemaname = 'public'`;
    expect(await onDatabase(url, tables)).toEqual([]);
    const keys = await ask('keys list', { DATABASE_URL: url });
    expect(keys).toMatchObject({ code: 1, err: expect.stringContaining('run npm run migrate') });

    const first = await call('migrate', { DATABASE_URL: url });
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(keyText);
    const second = await migrate(' --json');
    expect(second.json).toEqual({
      newest: newestStep,
      ran: [],
      organizationId: expect.any(String),
    });
    const after = await migrate(' --plan --json');
    expect(after.json).toEqual({ newest: newestStep, pending: [], unknown: [], upToDate: true });
    expect((await migrate(' --plan')).out).toMatch(/up to date \(.+\): nothing would run/);
  });

  test('leaves the schema of a newer build alone and says so', async () => {
    await onDatabase(url, `insert into migrations (name, batch) values ('9999-future', 9)`);
    const planned = await migrate(' --plan');
    expect(planned.code).toBe(0);
    expect(planned.out).toContain(`newer schema (9999-future) than this build (${newestStep})`);
    for (const words of ['migrate', 'keys list']) {
      const { code, err } = await ask(words, { DATABASE_URL: url });
      expect(code).toBe(1);
      expect(err).toMatch(/^The database has a newer schema \(9999-future\)/);
    }
  });
});

test('doctor ends with 1 when something failed, and says the same as JSON', async () => {
  const env = { DATABASE_URL: api.url, PORT: String(api.port), ALLOWED_DATA_DIRS: folder };
  const others = (['worker', 'clock'] as const).map((role) => ({ id: newId(), role }));
  // On a busy machine a call lasts longer than a process counts as alive.
  const doctor = async (words: string, settings: typeof env) => {
    for (const { id, role } of others)
      await upsertProcess(api.database.knex, { id, role, host: 'here', pid: 1, kinds: [] }, '[]');
    return call(words, settings);
  };
  const good = await doctor('doctor', env);
  expect(good.code).toBe(0);
  expect(good.out).toMatch(/\ndoctor: \d+ ok, 0 warnings, 0 failed, 5 skipped\n$/);
  const bad = await doctor('doctor', { ...env, ALLOWED_DATA_DIRS: '/not/there' });
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(
    /\nFAILED {3}allowed-folders +\/not\/there does not exist\n {11}Create the/,
  );
  const { code, json } = await doctor('doctor --json', { ...env, ALLOWED_DATA_DIRS: '/not/there' });
  expect({ code, failed: json.failed }).toEqual({ code: 1, failed: 1 });
});
