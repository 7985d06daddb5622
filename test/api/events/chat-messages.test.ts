import type { JobSettings } from '../../../jobs/define-job.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import {
  notifyShop,
  putChannel,
  putShop,
  startChatServer,
} from '../../support/builders/notifications.ts';
import type { ChatServer } from '../../support/builders/notifications.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let chat: ChatServer;
let workers: TestWorkers | undefined;

beforeEach(async () => {
  chat = await startChatServer();
  api = await startApi();
  await putShop(api);
});
afterEach(async () => {
  await workers?.stop();
  workers = undefined;
  await api.stop();
  await chat.stop();
});

function work(settings: Partial<JobSettings> = {}): void {
  workers = startWorkers(
    api,
    {},
    {
      settings: {
        webhookAllowedHosts: ['127.0.0.1'],
        ...settings,
      },
    },
  );
}

const channels = '/api/teams/shop/notification-channels';
const list = async (query = '') => (await api.send('GET', `/api/notifications${query}`)).json;

describe('a channel', () => {
  const secretsOf = async () => {
    const texts = [await api.send('GET', '/api/notifications')].map(({ text }) => text);
    for (const table of ['work', 'work_attempts', 'notifications', 'events'])
      texts.push(JSON.stringify(await api.database.knex(table)));
    return texts.filter((text) => text.includes('secret-'));
  };

  it('is tried with a message, enabled or not', async () => {
    await putChannel(api, chat, ['a', 'teams'], { enabled: false });
    work();
    const tried = await api.send('POST', `${channels}/a/test`);
    expect([tried.status, tried.json.status, tried.json.template]).toEqual([
      202,
      'queued',
      'channel-test',
    ]);
    const location = tried.headers.get('location') ?? '';
    await until(
      'it was sent',
      async () => (await api.send('GET', location)).json.status === 'sent',
    );
    expect(chat.posted[0]?.body.attachments[0].content.type).toBe('AdaptiveCard');
    expect((await api.send('POST', `${channels}/none/test`)).status).toBe(404);
    expect((await api.send('POST', '/api/teams/none/notification-channels/a/test')).status).toBe(
      404,
    );
    for (const [scope, options] of [
      ['user', { email: 'eve@example.com' }],
      ['organization_read', {}],
    ] as const) {
      const { text: key } = await api.newKey(scope, options);
      expect((await api.send('POST', `${channels}/a/test`, { key })).status).toBe(403);
    }
    const { text: key } = await api.newKey('user', { email: 'bob@example.com' });
    expect((await api.send('POST', `${channels}/a/test`, { key })).status).toBe(202);
    expect(await secretsOf()).toEqual([]);
  });

  it.each([
    ['refuses', 404, 'failed'],
    ['is busy', 429, 'queued'],
    ['is broken', 500, 'queued'],
    ['redirects', 302, 'failed'],
  ])('that %s: %i makes it %s, and its address is told nowhere', async (_, code, status) => {
    chat.answer = ({ url }, response) =>
      response
        .writeHead(code, { location: chat.endpoint('secret-elsewhere') })
        .end(`no ${url} here`);
    await putChannel(api, chat, ['a', 'slack']);
    work();
    await api.send('POST', `${channels}/a/test`);
    const told = await until('there is a reason', async () => {
      const [row] = await list();
      return row.reason !== null && row;
    });
    expect(told).toMatchObject({ status, reason: expect.stringContaining(`answered ${code}`) });
    expect(chat.posted).toHaveLength(1);
    expect(await secretsOf()).toEqual([]);
  });

  it('that was not reached is tried again and said so, and that is no possible duplicate', async () => {
    const endpoint = chat.endpoint('secret-a').replace('http:', 'https:');
    await putChannel(api, chat, ['a', 'slack'], { endpoint });
    work();
    await api.send('POST', `${channels}/a/test`);
    const told = await until('there is a reason', async () => {
      const [row] = await list();
      return row.reason !== null && row;
    });
    expect(told).toMatchObject({ status: 'queued', attempts: 1, repeats: 0 });
    expect(await secretsOf()).toEqual([]);
  });

  it('that hangs up may have it, and the ledger says why it is sent again', async () => {
    chat.answer = ({ socket }) => void socket.destroy();
    await putChannel(api, chat, ['a', 'slack']);
    work();
    await api.send('POST', `${channels}/a/test`);
    const told = await until('there is a reason', async () => {
      const [row] = await list();
      return row.reason !== null && row;
    });
    expect(told).toMatchObject({
      status: 'sending',
      reason: expect.stringMatching(/hang up|ECONNRESET/),
    });
  });

  it('that says when to come again gets it then', async () => {
    chat.answer = (_, response) => response.writeHead(429, { 'retry-after': '600' }).end();
    await putChannel(api, chat, ['a', 'slack']);
    work();
    const begun = Date.now();
    await api.send('POST', `${channels}/a/test`);
    const waiting = await until('it waits', async () => {
      const { work: all } = (await api.send('GET', '/api/ops/work?kind=mail&state=QUEUED')).json;
      return all.find(({ attempt }: any) => attempt === 2);
    });
    expect(Date.parse(waiting.availableAt) - begun).toBeGreaterThanOrEqual(600_000);
  });

  it('in a private network fails unless that is allowed, and one that is gone or disabled fails', async () => {
    for (const id of ['a', 'b', 'c']) await putChannel(api, chat, [id, 'slack']);
    await notifyShop(api);
    await api.send('DELETE', `${channels}/b`);
    await putChannel(api, chat, ['c', 'slack'], { enabled: false });
    work({ webhookAllowedHosts: [] });
    const failed = await until('all have failed', async () => {
      const all = await list('?status=failed&medium=slack');
      return all.length === 3 && all;
    });
    const reasons = new Map(failed.map(({ recipient, reason }: any) => [recipient, reason]));
    expect(reasons.get('shop/a')).toContain('private network');
    expect(reasons.get('shop/b')).toContain('deleted');
    expect(reasons.get('shop/c')).toContain('disabled');
    expect(chat.posted).toEqual([]);
  });
});
