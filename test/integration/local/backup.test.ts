import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { connectDatabase } from '../../../db/connect.ts';
import { migrateDatabase } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { systemClock } from '../../../lib/clock.ts';
import { answerCall } from '../../../local/cli/main.ts';
import { fillEmptyTables, rowsOf, tablesOf } from '../../support/builders/every-table.ts';
import { upload } from '../../support/builders/messaging/attachments.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { newTalk } from '../../support/builders/messaging/messaging.ts';
import type { Talk } from '../../support/builders/messaging/messaging.ts';
import { file, good } from '../../support/builders/scheduled-tests.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { startS3rver } from '../../support/servers/s3rver.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { testSecretKey } from '../../support/sources/job-settings.ts';
import { until } from '../../support/until.ts';

const folder = makeTestFolder();
const inFolder = (name: string): string => path.join(folder, name);
const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 251));
let api: TestApi;
let talk: Talk;
let attachment: string;
const taken = inFolder('taken.tar.gz');
const opened: TestDatabase[] = [];

beforeAll(async () => {
  fs.writeFileSync(inFolder('orders.csv'), good);
  api = await startApi({ testWaitSeconds: 0 });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const servers = [file('orders')];
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', { servers }) });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
  await api.send('PUT', '/api/tags/pii', { body: { id: 'pii', info: { owner: 'checkout' } } });
  const hook = { url: 'https://receiver.example.com/secret-path', events: ['*'] };
  await api.send('PUT', '/api/webhooks/hook', { body: hook });
  talk = await newTalk(api);
  const uploaded = await upload(talk.kate, bytes, { name: 'picture.bin' });
  attachment = uploaded.json.id;
  expect((await api.send('POST', '/api/datacontracts/orders/test')).status).toBe(202);
  await insertAsset(api);
  await fillEmptyTables(api);
  const { code, error } = await call(['backup', taken]);
  expect([code, error]).toEqual([0, '']);
}, 300_000);
afterAll(async () => {
  for (const database of opened) await database.drop();
  await api.stop();
  removeTestFolder(folder);
});

const around = (env: Record<string, string>) => ({
  env: {
    DATABASE_URL: api.url,
    DATA_DIR: folder,
    ATTACHMENTS_DIR: api.attachmentsDir,
    SECRET_KEY: testSecretKey,
    ...env,
  },
  rootDir: process.cwd(),
  clock: systemClock,
});

async function call(words: string[], env: Record<string, string> = {}) {
  const { code, out, error } = await answerCall(words, around(env));
  return { code, out, error };
}

/** A document of the kind asset, which only runs of integrations create. */
async function insertAsset({ database: { knex } }: TestApi): Promise<void> {
  const tag = await knex('documents').where({ kind: 'tag' }).first();
  const columns = await knex('documents').columnInfo();
  const names = Object.keys(columns).filter((name) => name !== 'owner_kind');
  const row = Object.fromEntries(names.map((name) => [name, tag[name]]));
  await knex('documents').insert({ ...row, kind: 'asset', id: 'asset-1' });
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  opened.push(database);
  return database;
}

async function withoutSchema(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await database.database.knex.raw('drop schema public cascade; create schema public');
  return database;
}

it('restores every column of every row of every table, and migrates nothing', async () => {
  const before = await rowsOf(api.url);
  expect(Object.keys(before).length).toBeGreaterThan(60);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(await api.database.knex('backups')).toMatchObject([{ attachments: 1, missing: 0 }]);
  expect((await tablesOf(api.url)).toSorted()).toEqual(Object.keys(before).toSorted());

  const target = await withoutSchema();
  const files = inFolder('restored-files');
  const restored = await call(['restore', taken, '--json'], {
    DATABASE_URL: target.url,
    ATTACHMENTS_DIR: files,
  });
  expect(restored).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(restored.out)).toMatchObject({
    migrated: [],
    leftOut: [],
    unreadableSecrets: 0,
    attachments: { files: 1, bytes: bytes.length },
    rows: Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
  });
  expect(await rowsOf(target.url)).toEqual(before);
  const { storage_key: key } = await target.database
    .knex('attachments')
    .where({ id: attachment })
    .first();
  expect(fs.readFileSync(path.join(files, key)).equals(bytes)).toBe(true);
}, 120_000);

it('lets an API continue: documents, files, secrets, numbers and open work', async () => {
  const target = await startApi();
  await target.database.knex.raw('truncate organizations, events cascade');
  const env = { DATABASE_URL: target.url, ATTACHMENTS_DIR: target.attachmentsDir };
  expect(await call(['restore', taken], env)).toMatchObject({ code: 0, error: '' });
  try {
    const get = async (from: TestApi, address: string) =>
      (await from.send('GET', address, { key: api.key })).text.replaceAll(from.address, '');
    for (const address of [
      '/api/datacontracts/orders',
      '/api/datacontracts/orders/versions',
      '/api/teams',
      '/api/dataproducts/shop',
      '/api/webhooks/hook',
    ]) {
      const answer = await get(target, address);
      expect(answer).toBe(await get(api, address));
      expect(answer).not.toBe('');
    }
    expect(await get(target, '/api/webhooks/hook')).toContain('secret-path');

    const { token } = talk.kate;
    const sent = await fetch(`${target.address}/v1/attachments/${attachment}/file`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true);

    const numbers = async () =>
      (await target.database.knex('events').max('n as n').max('seq as seq').first()) as any;
    const before = await numbers();
    // Made up: an engine without an address, and a result of the run.
    for (const table of ['test_engines', 'test_checks', 'test_results'])
      await target.database.knex(table).delete();
    const workers = startWorkers(target, { allowedDataDirs: [folder] });
    try {
      const results = await until('the test that was open in the backup has a result', async () => {
        const { json } = await target.send('GET', '/api/test-results?dataContractId=orders', {
          key: api.key,
        });
        return json.find((each: any) => each.result === 'passed');
      });
      expect(results).toBeDefined();
      await until('its event is in the feed', async () => (await numbers()).seq > before.seq);
      expect((await numbers()).n).toBeGreaterThan(before.n);
    } finally {
      await workers.stop();
    }
  } finally {
    await target.stop();
  }
}, 120_000);

it('stores one instant while others write', async () => {
  const { knex } = api.database;
  const { rows } = await knex.raw('select * from contract_changes limit 1');
  const reaction = await knex('message_reactions')
    .select('organization_id', 'message_id', 'contact_id')
    .first();
  const stop = new AbortController();
  let count = 0;
  // One transaction writes into the first and into one of the last tables that are read.
  const writing = (async () => {
    while (!stop.signal.aborted) {
      const id = `written-${(count += 1)}`;
      await knex.transaction(async (tx) => {
        await tx('contract_changes').insert({ ...rows[0], id });
        await tx('message_reactions').insert({ ...reaction, name: id });
      });
    }
  })();
  const busy = inFolder('busy.tar.gz');
  await until('something is written', () => count > 5);
  const backup = await call(['backup', busy]);
  stop.abort();
  await writing;
  expect(backup).toMatchObject({ code: 0, error: '' });
  const target = await withoutSchema();
  const env = { DATABASE_URL: target.url, ATTACHMENTS_DIR: inFolder('busy-files') };
  expect(await call(['restore', busy], env)).toMatchObject({ code: 0 });
  const namesIn = async (table: string, column: string) =>
    (await target.database.knex(table).where(column, 'like', 'written-%').pluck(column)).toSorted();
  const reactions = await namesIn('message_reactions', 'name');
  expect(reactions).toEqual(await namesIn('contract_changes', 'id'));
  expect(reactions.length).toBeGreaterThan(0);
  expect(reactions.length).toBeLessThan(count);
  await knex('message_reactions').where('name', 'like', 'written-%').delete();
  await knex('contract_changes').where('id', 'like', 'written-%').delete();
}, 120_000);

describe('a file that is not as it was written', () => {
  const change = (name: string, edit: (content: Buffer) => Buffer): string => {
    fs.writeFileSync(inFolder(name), edit(fs.readFileSync(taken)));
    return inFolder(name);
  };
  const retar = (edit: (content: Buffer) => void) => (content: Buffer) => {
    const tar = gunzipSync(content);
    edit(tar);
    return gzipSync(tar);
  };

  it.each<[string, (content: Buffer) => Buffer, string]>([
    ['cut', (content) => content.subarray(0, content.length / 2), 'is incomplete'],
    [
      'without its end',
      (content) => gzipSync(gunzipSync(content).subarray(0, 512 * 100)),
      'is damaged',
    ],
    [
      'with another byte in the compression',
      (content) => {
        const at = Math.floor(content.length / 2);
        content[at] = (content[at] ?? 0) ^ 1;
        return content;
      },
      'is damaged',
    ],
    [
      'with another byte in an attachment',
      retar((tar) => {
        const at = tar.indexOf(bytes.subarray(0, 1000)) + 100;
        tar[at] = (tar[at] ?? 0) ^ 1;
      }),
      'is damaged',
    ],
    [
      'of another format',
      retar((tar) => void tar.write('"format": 2', tar.indexOf('"format": 1'))),
      'has the backup format 2, and this version reads format 1',
    ],
    ['no backup', () => Buffer.from('CREATE TABLE x;'), 'is not a backup of Concordat'],
    ['empty', () => Buffer.alloc(0), 'is incomplete'],
  ])('%s is refused before anything is written', async (name, edit, message) => {
    const target = await withoutSchema();
    const env = { DATABASE_URL: target.url, ATTACHMENTS_DIR: inFolder('never') };
    const { code, error } = await call(['restore', change('changed.tar.gz', edit)], env);
    expect([name, code, error]).toEqual([name, 1, expect.stringContaining(message)]);
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(Object.keys(await rowsOf(target.url))).toEqual([]);
    expect(fs.existsSync(inFolder('never'))).toBe(false);
  });

  it('is found by --check, which needs no database', async () => {
    const env = { DATABASE_URL: '', DATA_DIR: inFolder('none') };
    const fine = await call(['restore', taken, '--check'], env);
    expect(fine).toMatchObject({ code: 0, out: expect.stringContaining('is complete') });
    const cut = change('changed.tar.gz', (content) => content.subarray(0, -9));
    expect(await call(['restore', cut, '--check'], env)).toMatchObject({ code: 1 });
    const none = await call(['restore', inFolder('nothing.tar.gz'), '--check'], env);
    expect(none.error).toContain('cannot be read: ENOENT');
  });
});

it('refuses a database with data, with a newer schema, and one that is in use', async () => {
  const filled = await call(['restore', taken]);
  expect(filled).toMatchObject({ code: 1, error: expect.stringContaining('is not empty (') });

  const foreign = await withoutSchema();
  await foreign.database.knex.raw('create table theirs (id int)');
  const env = { DATABASE_URL: foreign.url };
  expect((await call(['restore', taken], env)).error).toContain('is not empty');

  const used = await emptyDatabase();
  const [connection] = [
    connectDatabase({
      url: used.url,
      poolMax: 1,
      applicationName: 'concordat worker',
      log: quietLog,
    }),
  ];
  await connection?.knex.raw('select 1');
  const refused = await call(['restore', taken], { DATABASE_URL: used.url });
  await connection?.close();
  expect(refused.error).toContain('are connected to the database (concordat worker): stop them');
});

it('leaves the database empty when it cannot store an attachment, and can be repeated', async () => {
  const target = await withoutSchema();
  const env = { DATABASE_URL: target.url, ATTACHMENTS_DIR: inFolder('orders.csv') };
  const { code, error } = await call(['restore', taken], env);
  expect([code, error]).toEqual([1, expect.stringContaining('cannot be stored: ENOTDIR')]);
  const rows = Object.entries(await rowsOf(target.url)).filter(([, found]) => found.length > 0);
  expect(rows.map(([name]) => name)).toEqual(['feed_head']);
  const again = { ...env, ATTACHMENTS_DIR: inFolder('repeated') };
  expect(await call(['restore', taken], again)).toMatchObject({ code: 0, error: '' });
});

it('replaces a file only with --force, keeps it to this account, and leaves nothing of a failure', async () => {
  const existing = inFolder('existing.tar.gz');
  fs.writeFileSync(existing, 'mine');
  const refused = await call(['backup', existing]);
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('already exists') });
  expect(fs.readFileSync(existing, 'utf8')).toBe('mine');
  expect(await call(['backup', existing, '--force'])).toMatchObject({ code: 0 });
  expect(fs.statSync(existing).mode & 0o777).toBe(0o600);
  expect(await call(['restore', existing, '--check'])).toMatchObject({ code: 0 });

  const nowhere = await call(['backup', inFolder('no/folder.tar.gz')]);
  expect(nowhere.error).toContain('cannot be written: ENOENT');
  const isDraft = (name: string): boolean => name.endsWith('.part');
  expect(fs.readdirSync(folder).filter(isDraft)).toEqual([]);
});

it('says which attachments are missing, and writes the rest', async () => {
  const env = { ATTACHMENTS_DIR: inFolder('wrong') };
  const { code, out } = await call(['backup', inFolder('missing.tar.gz')], env);
  expect(code).toBe(1);
  expect(out).toContain('MISSING: 1 attachment');
  expect(out).toContain('ATTACHMENTS_DIR');
});

it('says that the secret key is another, or none', async () => {
  for (const [key, message] of [
    ['another key that is long enough to be one', 'the setting SECRET_KEY does not open'],
    ['', 'because there is no key here'],
  ] as const) {
    const target = await emptyDatabase();
    const env = { DATABASE_URL: target.url, SECRET_KEY: key, ATTACHMENTS_DIR: inFolder('key') };
    const { code, out } = await call(['restore', taken], env);
    expect(code).toBe(1);
    expect(out).toContain('SECRET KEY: ');
    expect(out).toContain(message);
    expect(out).not.toContain(testSecretKey);
  }
});

it('opens credentials with the key of the data folder, also beside a database of the settings', async () => {
  const dataDir = fs.mkdtempSync(inFolder('with-key-'));
  fs.writeFileSync(path.join(dataDir, 'secret-key'), `${testSecretKey}\n`);
  const target = await emptyDatabase();
  const env = { DATABASE_URL: target.url, DATA_DIR: dataDir, SECRET_KEY: '' };
  const files = inFolder('key-files');
  const { code, out } = await call(['restore', taken], { ...env, ATTACHMENTS_DIR: files });
  expect([code, out]).toEqual([0, expect.stringContaining(`open with the file ${dataDir}`)]);
});

it('brings the backup of an older schema to the newest', async () => {
  const old = await withoutSchema();
  const steps = 20;
  await migrateDatabase(old.url, quietLog, steps);
  await old.database
    .knex('organizations')
    .insert({ id: api.organizationId, name: 'Old', vanity: 'old', created_at: new Date() });
  const older = inFolder('older.tar.gz');
  expect(await call(['backup', older], { DATABASE_URL: old.url })).toMatchObject({ code: 0 });
  const target = await withoutSchema();
  const { code, out } = await call(['restore', older, '--json'], { DATABASE_URL: target.url });
  expect(code).toBe(0);
  const names = migrations.map(({ name }) => name);
  expect(JSON.parse(out).migrated).toEqual(names.slice(steps));
  expect(await target.database.knex('migrations').orderBy('id').pluck('name')).toEqual(names);
  expect(await target.database.knex('organizations').pluck('name')).toEqual(['Old']);

  const newer = await emptyDatabase();
  const refused = await call(['restore', older], { DATABASE_URL: newer.url });
  expect(refused.error).toContain('which is newer than the backup');
});

it('reads attachments from a bucket, and restores them into one', async () => {
  const bucket = 'attachments';
  const store = await startS3rver(bucket);
  try {
    const { storage_key: key } = await api.database
      .knex('attachments')
      .where({ id: attachment })
      .first();
    await store.put(`from/${key}`, bytes);
    const inBucket = (prefix: string) => ({
      ATTACHMENTS_DIR: '',
      ATTACHMENTS_S3_BUCKET: bucket,
      ATTACHMENTS_S3_ENDPOINT: store.endpoint,
      ATTACHMENTS_S3_PREFIX: prefix,
      ATTACHMENTS_S3_ACCESS_KEY_ID: store.key.id,
      ATTACHMENTS_S3_SECRET_ACCESS_KEY: store.key.secret,
    });
    const written = inFolder('bucket.tar.gz');
    expect(await call(['backup', written], inBucket('from/'))).toMatchObject({ code: 0 });
    const target = await emptyDatabase();
    const env = { ...inBucket('to/'), DATABASE_URL: target.url };
    expect(await call(['restore', written], env)).toMatchObject({ code: 0 });
    const again = inFolder('again.tar.gz');
    expect(await call(['backup', again], env)).toMatchObject({ code: 0 });
    expect(gunzipSync(fs.readFileSync(again)).includes(bytes)).toBe(true);
  } finally {
    await store.stop();
  }
}, 60_000);

it('starts the private Postgres of a data folder that bin/start does not run', async () => {
  const dataDir = makeTestFolder();
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, ATTACHMENTS_DIR: '' };
  try {
    const absent = await call(['backup', inFolder('absent.tar.gz')], env);
    expect(absent.error).toContain(`Concordat is not running on ${dataDir}`);
    expect(await call(['restore', taken], env)).toMatchObject({ code: 0, error: '' });
    const again = inFolder('private.tar.gz');
    expect(await call(['backup', again, '--json'], env)).toMatchObject({ code: 0, error: '' });
    const sums = async (name: string) =>
      JSON.parse((await call(['restore', name, '--check', '--json'])).out);
    const [first, second] = [await sums(taken), await sums(again)];
    expect([second.rows, second.attachments]).toEqual([first.rows, first.attachments]);
    // Neither a lock nor a server stays.
    expect(fs.existsSync(path.join(dataDir, 'lock'))).toBe(false);
    expect(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  } finally {
    removeTestFolder(dataDir);
  }
}, 120_000);
