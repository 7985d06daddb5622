import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openConnection } from '../../../commands/connections/connection-credentials.ts';
import {
  openCredentials,
  openSettings,
} from '../../../commands/integrations/integration-settings.ts';
import {
  openBody,
  channelSecretLocation,
  webhookSecretLocation,
} from '../../../commands/secrets/sealed-body.ts';
import { openEngineKey } from '../../../commands/test-engine/engine-key.ts';
import { openWebhookSecret } from '../../../commands/webhooks/webhook-secret.ts';
import { sealedColumns } from '../../../db/tables/organizations/sealed-secrets.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import { systemClock } from '../../../lib/clock.ts';
import { writeConnectionFile } from '../../../local/servers/connection-file.ts';
import { answerCall } from '../../../local/cli/main.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { testSecretKey } from '../../support/sources/job-settings.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';

const newKey = 'the key that takes over, which is long enough';
const folder = makeTestFolder();
let api: TestApi;
registerStubSource();

beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await integrations(api).put('mine', {
    configuration: { place: 'y' },
    credentials: { token: 'z' },
  });
  const hook = { url: 'https://receiver.example.com/x', events: ['*'] };
  await api.send('PUT', '/api/webhooks/hook', { body: hook });
  await api.send('POST', '/api/webhooks/hook/rotate-secret');
  await api.send('PUT', '/api/teams/checkout/notification-channels/chat', {
    body: { name: 'x', type: 'slack', endpoint: 'https://chat.example.com/x', enabled: true },
  });
  await api.send('PUT', '/api/organization/test-engine', {
    body: { dataContractTestsApiEndpoint: 'https://x.example', dataContractTestsApiKey: 'engine' },
  });
  // More than one batch.
  for (let n = 0; n < 120; n++)
    await api.send('PUT', `/api/teams/checkout/connections/c${n}`, {
      body: {
        serverType: 'postgres',
        place: `h${n}.example.com`,
        credentials: { USERNAME: 'u', PASSWORD: `p${n}` },
      },
    });
});
afterAll(async () => {
  await api.stop();
  removeTestFolder(folder);
});

const surroundingsOf = (env: Record<string, string>) => ({
  env: { DATABASE_URL: api.url, DATA_DIR: folder, ...env },
  rootDir: folder,
  clock: systemClock,
});

async function rotate(env: Record<string, string>) {
  const answer = await answerCall(['secrets', 'rotate', '--json'], surroundingsOf(env));
  return { code: answer.code, out: answer.out, json: JSON.parse(answer.out || 'null') };
}

async function keyIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { table, column } of sealedColumns) {
    const texts = await api.database.knex(table).whereNotNull(column).pluck<string[]>(column);
    for (const text of texts) ids.add(text.split('.')[1] ?? '');
  }
  return ids;
}

/** Reads every secret with the new key alone. */
async function readAll(): Promise<unknown[]> {
  const { knex } = api.database;
  const { organizationId } = api;
  const integration = await knex('integrations').first();
  const webhook = await knex('webhooks').first();
  const connections = await knex('team_connections').orderBy('id');
  const engine = await knex('test_engines').first();
  const channel = await knex('notification_channels').first();
  const key = { organizationId, id: 'mine' };
  const hook = { organizationId, id: 'hook' };
  return [
    openSettings(integration, key, newKey).configuration,
    openCredentials(integration, key, newKey),
    openWebhookSecret(webhook.secret, newKey, hook).slice(0, 6),
    openWebhookSecret(webhook.previous_secret, newKey, hook).slice(0, 6),
    JSON.parse(openBody(webhook.body, newKey, webhookSecretLocation(hook))).url,
    JSON.parse(
      openBody(
        channel.body,
        newKey,
        channelSecretLocation({ organizationId, teamId: 'checkout', id: 'chat' }),
      ),
    ).endpoint,
    connections.length,
    openConnection(connections.at(-1).credentials, newKey, {
      organizationId,
      teamId: 'checkout',
      id: connections.at(-1).id,
    })['DATACONTRACT_POSTGRES_USERNAME'],
    openEngineKey(engine.api_key, newKey, asOrganizationId(organizationId)),
  ];
}

describe('npm run secrets -- rotate', () => {
  it('says what it cannot read and leaves that as it is', async () => {
    const before = await keyIds();
    const { code, json } = await rotate({ SECRET_KEY: newKey });
    expect([code, json.resealed, json.unreadable]).toEqual([1, 0, 127]);
    expect(await keyIds()).toEqual(before);
  });

  it('seals everything anew, while others write, and each secret opens with the new key alone', async () => {
    const env = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: `${'x'.repeat(40)},${testSecretKey}` };
    const body = {
      serverType: 'postgres',
      place: 'late.example.com',
      credentials: { USERNAME: 'u', PASSWORD: 'late' },
    };
    const [first, second] = await Promise.all([
      rotate(env),
      rotate(env),
      // A process that has not the new key yet.
      api.send('PUT', '/api/teams/checkout/connections/late', { body }),
    ]);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.json.resealed + second.json.resealed).toBeGreaterThanOrEqual(127);
    expect(first.json.resealed + second.json.resealed).toBeLessThanOrEqual(128);
    const again = await rotate(env);
    expect(again.code).toBe(0);
    expect((await rotate(env)).json).toMatchObject({ resealed: 0, unreadable: 0 });
    expect((await keyIds()).size).toBe(1);
    expect(await readAll()).toEqual([
      { place: 'y' },
      { token: 'z' },
      'whsec_',
      'whsec_',
      'https://receiver.example.com/x',
      'https://chat.example.com/x',
      121,
      'u',
      'engine',
    ]);
    for (const { out } of [first, second, again]) expect(out).not.toMatch(/whsec_|"late"|engine"/);
  });

  it('says which key it used, that of the setting or of the file', async () => {
    const call = (env: Record<string, string>, ...options: string[]) =>
      answerCall(['secrets', 'rotate', ...options], surroundingsOf(env));
    const set = await call({ SECRET_KEY: newKey });
    expect(set.out).toMatch(/^The key comes from the setting SECRET_KEY\./);
    const file = path.join(folder, 'secret-key');
    writeFileSync(file, `${newKey}\n`);
    const connection = { databaseUrl: api.url, redisUrl: 'redis://x', address: 'http://x' };
    const takeBack = writeConnectionFile(folder, connection);
    const own = await call({});
    expect(own.out).toContain(`The key comes from the file ${file}.`);
    expect(JSON.parse((await call({}, '--json')).out).key).toBe(`the file ${file}`);
    takeBack();
    for (const { out } of [set, own]) expect(out).not.toContain(newKey);
  });

  it('is told what is wrong with the keys without showing them', async () => {
    const { code, out } = await rotate({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: 'short-secret' });
    expect(code).not.toBe(0);
    expect(out).not.toContain('short-secret');
  });
});

it('every column that the schema says is sealed is among those that are rotated', async () => {
  const { rows } = await api.database.knex.raw(`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    where c.table_schema = 'public' and col_description(to_regclass(format('public.%I', c.table_name)), c.ordinal_position) ~* 'sealed'`);
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  const said = rows.map(
    ({ table, column }: { table: string; column: string }) => `${table}.${column}`,
  );
  expect(known.toSorted()).toEqual(said.toSorted());
});
