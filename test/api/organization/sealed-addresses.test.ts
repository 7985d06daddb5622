import { sealPlainSecrets } from '../../../commands/secrets/rotate-secrets.ts';
import { sealSecret } from '../../../lib/secrets/secrets.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { createEmptyDatabase } from '../../support/servers/empty-database.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { captureLog, everythingQueued, everythingStored } from '../../support/everything.ts';
import { testSecretKey } from '../../support/sources/job-settings.ts';
import { startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';
import { startWorkers, testRedisUrl } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const log = captureLog();
const secret = 'T0K3N-of-the-address';
const channelPath = '/api/teams/shop/notification-channels/chat';
let api: TestApi;
let receiver: Receiver;
let workers: TestWorkers;
let address: string;

beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
  address = `${receiver.url}/hooks/${secret}?key=${secret}`;
  const settings = { webhookAllowedHosts: [receiver.host] };
  workers = startWorkers(api, {}, { settings });
  await api.send('PUT', '/api/teams/shop', { body: team('shop') });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  await receiver.stop();
});

const webhookText = () => ` {"events":["*"], "url":"${address}", "note":"mine"}`;
const channelText = () =>
  ` {"enabled":true, "endpoint":"${address}","type":"slack","name":"x","id":"chat"}`;

async function putBoth(): Promise<void> {
  const webhook = await api.send('PUT', '/api/webhooks/hook', { body: webhookText() });
  const channel = await api.send('PUT', channelPath, { body: channelText() });
  expect([webhook.status, channel.status]).toEqual([200, 200]);
}

const linesWith = (text: string): string[] =>
  text.split('\n').filter((line) => line.includes(secret));

it('are in no table, log, queue or answer but those to who may change them', async () => {
  // The receiver says in its answers what it was asked for.
  receiver.answer((response) => response.writeHead(500).end(`no ${address}, no /hooks/${secret}`));
  await putBoth();
  await api.send('POST', '/api/webhooks/hook/test');
  const tested = await api.send('POST', `${channelPath}/test`);
  expect(tested.status).toBe(202);
  const reader = (await api.newKey('organization_read')).text;
  const shown: string[] = [];
  await until('both were tried', async () => {
    const ledger = await api.send('GET', '/api/webhooks/hook/deliveries');
    const notifications = await api.send('GET', '/api/notifications');
    shown.splice(
      0,
      shown.length,
      ledger.text,
      notifications.text,
      await everythingQueued(testRedisUrl()),
    );
    return ledger.json[0]?.attempts > 0 && /The chat answered 500/.test(notifications.text);
  });
  for (const path of ['/api/webhooks', '/api/webhooks/hook', channelPath]) {
    const { text } = await api.send('GET', path, { key: reader });
    expect(text).toContain('"enabled"');
    shown.push(text);
  }
  expect((await api.send('GET', '/api/webhooks/hook', { key: reader })).json.url).toBe(
    new URL(address).origin,
  );
  shown.push((await api.send('GET', '/api/events', { key: reader })).text);
  shown.push((await api.send('GET', '/api/operations/overview')).text);
  expect(linesWith(shown.join('\n'))).toEqual([]);
  expect(linesWith(await everythingStored(api))).toEqual([]);
  expect(linesWith(log.join('\n'))).toEqual([]);
  // Whoever may change them gets what was sent, byte for byte, so that a client can send it again.
  expect((await api.send('GET', channelPath)).text).toBe(channelText());
  expect((await api.send('GET', '/api/webhooks/hook')).json.url).toBe(address);
});

it('are not given to pages, which leave them out of what they store', async () => {
  await putBoth();
  const headers = await signIn(api);
  const asPage = (method: string, path: string, body?: object) =>
    api.send(method, `/ui${path}`, { key: null, headers, ...(body && { body }) });
  const channelsPath = '/api/teams/shop/notification-channels';
  const paths = ['/api/webhooks', '/api/webhooks/hook', channelsPath, channelPath];
  for (const path of paths) {
    const { status, text } = await asPage('GET', path);
    expect([path, status, linesWith(text)]).toEqual([path, 200, []]);
  }
  const resumed = await asPage('POST', '/api/webhooks/hook/resume', {});
  expect(resumed.json.url).toBe(new URL(address).origin);
  const hook = { events: ['Team*'], enabled: false };
  expect((await asPage('PUT', '/api/webhooks/hook', hook)).status).toBe(200);
  const chat = { id: 'chat', name: 'New', type: 'teams', enabled: false };
  expect((await asPage('PUT', channelPath, chat)).status).toBe(200);
  const stored = (await api.send('GET', '/api/webhooks/hook')).json;
  expect(stored).toMatchObject({ ...hook, url: address });
  expect((await api.send('GET', channelPath)).json).toEqual({ ...chat, endpoint: address });
  // There is nothing to keep for a new one.
  for (const [path, body, field] of [
    ['/api/webhooks/new', hook, 'url'],
    [`${channelsPath}/new`, { ...chat, id: 'new' }, 'endpoint'],
  ] as const) {
    const { status, json } = await asPage('PUT', path, body);
    expect([status, json.violations.map((each: { field: string }) => each.field)]).toEqual([
      422,
      [field],
    ]);
  }
});

it('of an earlier version are used as they are, and sealed by the next worker', async () => {
  receiver.answer((response) => response.writeHead(204).end());
  await putBoth();
  const { knex } = api.database;
  const stored = webhookText().replace('{', '{"id":"hook","enabled":true,');
  await knex('webhooks').update({ body: stored });
  await knex('notification_channels').update({ body: channelText() });
  receiver.received.length = 0;
  await api.send('POST', '/api/webhooks/hook/resume');
  await api.send('POST', `${channelPath}/test`);
  await until('the chat has its message', () => receiver.received.length > 0);
  expect((await api.send('GET', channelPath)).text).toBe(channelText());
  expect(await sealPlainSecrets(api.database, testSecretKey)).toBe(2);
  expect(await sealPlainSecrets(api.database, testSecretKey)).toBe(0);
  expect(linesWith(await everythingStored(api))).toEqual([]);
  expect((await api.send('GET', channelPath)).text).toBe(channelText());
});

it('that cannot be read are said to be so, and can be stored anew', async () => {
  await putBoth();
  const { knex } = api.database;
  const foreign = (...place: string[]) =>
    sealSecret('{}', 'the key of another installation, longer', place);
  const { organizationId } = api;
  await knex('webhooks').update({ body: foreign('webhooks', organizationId, 'hook', 'body') });
  await knex('notification_channels').update({
    body: foreign('notification_channels', organizationId, 'shop', 'chat', 'body'),
  });
  for (const path of ['/api/webhooks/hook', channelPath]) {
    const { status, json } = await api.send('GET', path);
    expect([path, status, json.code]).toEqual([path, 422, 'secret_key_missing']);
    expect(json.detail).toContain('SECRET_KEY_PREVIOUS');
  }
  await putBoth();
  expect((await api.send('GET', '/api/webhooks/hook')).json.url).toBe(address);
});

it('that cannot be read are listed without their url, beside the others', async () => {
  await putBoth();
  const other = { body: webhookText() };
  expect((await api.send('PUT', '/api/webhooks/intact', other)).status).toBe(200);
  const channel = channelText().replace('"id":"chat"', '"id":"intact"');
  const channelsPath = '/api/teams/shop/notification-channels';
  expect((await api.send('PUT', `${channelsPath}/intact`, { body: channel })).status).toBe(200);
  const { organizationId } = api;
  const seal = (...place: string[]) =>
    sealSecret('{}', 'the key that was lost, at least 32 characters', place);
  const { knex } = api.database;
  const body = seal('webhooks', organizationId, 'hook', 'body');
  await knex('webhooks').where({ id: 'hook' }).update({ body });
  const sealed = seal('notification_channels', organizationId, 'shop', 'chat', 'body');
  await knex('notification_channels').where({ id: 'chat' }).update({ body: sealed });
  const reader = (await api.newKey('organization_read')).text;
  const unreadable = expect.stringMatching(/sealed with another SECRET_KEY .*SECRET_KEY_PREVIOUS/);
  for (const key of [undefined, reader]) {
    const webhooks = await api.send('GET', '/api/webhooks', key ? { key } : {});
    expect(webhooks.status).toBe(200);
    const [lost, intact] = webhooks.json;
    expect(lost).toMatchObject({ id: 'hook', url: null, events: ['*'], enabled: true, unreadable });
    expect(lost.status).toBe('active');
    expect(intact.url).toBe(key ? new URL(address).origin : address);
    expect(intact).not.toHaveProperty('unreadable');
    const channels = await api.send('GET', channelsPath, key ? { key } : {});
    expect(channels.status).toBe(200);
    const known = { id: 'chat', name: null, type: 'slack', enabled: true, unreadable };
    expect(channels.json[0]).toEqual(key ? known : { ...known, endpoint: null });
    expect(channels.json[1].endpoint).toBe(key ? undefined : address);
  }
});

it('are not taken without a key to seal them with', async () => {
  const bare = await startApi({ secretKey: undefined });
  try {
    await bare.send('PUT', '/api/teams/shop', { body: team('shop') });
    const answer = await bare.send('PUT', channelPath, { body: channelText() });
    expect([answer.status, answer.json.code]).toEqual([422, 'secret_key_missing']);
  } finally {
    await bare.stop();
  }
});

it('are kept by the migration', async () => {
  const database = await createEmptyDatabase();
  try {
    await database.migrateUntil('0034-sealed-addresses');
    const id = await database.addOrganization();
    await database.query(
      `set session_replication_role = replica;
       insert into notification_channels (organization_id, team_id, id, body, updated_at)
         values ('${id}', 'shop', 'chat', ' {"enabled":true, "type":"slack","endpoint":"x"}', now());
       insert into webhooks (organization_id, id, body, url, events, enabled, secret, cursor_seq, created_at, updated_at)
         values ('${id}', 'hook', ' {"url": "x"}', 'x', '{}', true, '', 0, now(), now())`,
    );
    await database.migrate();
    expect(await database.query(`select type, enabled, body from notification_channels`)).toEqual([
      { type: 'slack', enabled: true, body: ' {"enabled":true, "type":"slack","endpoint":"x"}' },
    ]);
    expect(await database.query(`select body from webhooks`)).toEqual([{ body: ' {"url": "x"}' }]);
  } finally {
    await database.drop();
  }
});
