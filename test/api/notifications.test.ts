import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notifyTeam } from '../../commands/notifications/notify-team.ts';
import type { NotifyTeam } from '../../commands/notifications/notify-team.ts';
import { transact } from '../../db/transact.ts';
import type { JobSettings } from '../../jobs/define-job.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { team } from '../support/contracts.ts';
import { smtpError, startMailServer } from '../support/mail-server.ts';
import type { MailServer, Verdict } from '../support/mail-server.ts';
import { until } from '../support/until.ts';
import { startWorkers } from '../support/worker.ts';
import type { TestWorkers } from '../support/worker.ts';

let api: TestApi;
let mail: MailServer;
let verdict: Verdict;
let workers: TestWorkers | undefined;
let chat: Server;
let answerChat: (request: IncomingMessage, response: ServerResponse) => void;
const posted: { path: string; body: any }[] = [];

beforeAll(async () => {
  mail = await startMailServer({ verdict: (received, hangUp) => verdict(received, hangUp) });
  chat = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      posted.push({ path: request.url ?? '', body: JSON.parse(body) });
      answerChat(request, response);
    });
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await mail.stop();
  await new Promise((resolve) => chat.close(resolve));
});
beforeEach(async () => {
  verdict = () => Promise.resolve(undefined);
  answerChat = (_, response) => response.end('ok');
  mail.mails.length = 0;
  posted.length = 0;
  api = await startApi();
  const members = [
    { emailAddress: 'Ada@example.com', role: 'Owner' },
    { emailAddress: 'bob@example.com', role: 'Owner' },
    { emailAddress: 'eve@example.com' },
  ];
  await api.send('PUT', '/api/teams/shop', { body: team('shop', { members }) });
});
afterEach(async () => {
  await workers?.stop();
  workers = undefined;
  await api.stop();
});

function work(settings: Partial<JobSettings> = {}): void {
  const own = { smtpUrl: mail.url, webhookAllowedHosts: ['127.0.0.1'], ...settings };
  workers = startWorkers(api, {}, { settings: own });
}

const endpoint = (path: string) =>
  `http://127.0.0.1:${(chat.address() as AddressInfo).port}/${path}`;
const channels = '/api/teams/shop/notification-channels';
const putChannel = (id: string, type: string, change: Record<string, unknown> = {}) =>
  api.send('PUT', `${channels}/${id}`, {
    body: { id, name: id, type, endpoint: endpoint(`secret-${id}`), enabled: true, ...change },
  });

const notice = (change: Partial<NotifyTeam> = {}): NotifyTeam =>
  ({
    organizationId: api.organizationId,
    causeId: 'report-1',
    teamId: 'shop',
    subjectKind: 'access',
    subjectId: 'a1',
    template: 'provisioning-failed',
    data: {
      accessId: 'a1',
      dataProductId: 'shop',
      outputPortId: 'orders',
      consumer: 'Marketing',
      purpose: 'Campaigns',
      platform: 'x',
      diagnostics: '**denied** <b>',
      links: {},
      reportedAt: '2026-01-01T00:00:00Z',
      page: `${api.address}/access/a1`,
    },
    now: new Date(),
    ...change,
  }) as NotifyTeam;
const notify = (change: Partial<NotifyTeam> = {}) =>
  transact(api.database, (tx) => notifyTeam(tx, notice(change)));

const list = async (query = '') => (await api.send('GET', `/api/notifications${query}`)).json;
const untilAll = (status: string) =>
  until(`all are ${status}`, async () => {
    const all = await list();
    return all.every((each: any) => each.status === status) && all;
  });
const recipients = () => mail.mails.map(({ to }) => to.join()).sort();

describe('a failed report', () => {
  it('is mailed to the owners once, and posted to the enabled channels', async () => {
    await putChannel('a', 'slack');
    await putChannel('b', 'teams');
    await putChannel('c', 'googlechat');
    await putChannel('off', 'slack', { enabled: false });
    expect(await notify()).toEqual({ mails: 2, messages: 3 });
    expect(await notify()).toEqual({ mails: 2, messages: 3 });
    work();
    const all = await untilAll('sent');
    expect(all).toHaveLength(5);
    expect(recipients()).toEqual(['ada@example.com', 'bob@example.com']);
    for (const received of mail.mails) {
      expect(received.subject).toBe('Provisioning failed: shop/orders for Marketing');
      expect(received.text).toContain('**denied** <b>');
      expect(received.html).toContain('<strong>denied</strong> &lt;b&gt;');
    }
    expect(posted.map(({ path }) => path).sort()).toEqual(['/secret-a', '/secret-b', '/secret-c']);
    const slack = posted.find(({ path }) => path === '/secret-a');
    expect(slack?.body.text).toContain('*Provisioning failed: shop/orders for Marketing*');
    const sent = all.find((each: any) => each.recipient === 'ada@example.com');
    expect(sent).toMatchObject({ medium: 'mail', teamId: 'shop', attempts: 1, repeats: 0 });
    expect(mail.mails.map(({ messageId }) => messageId)).toContain(`<${sent.id}@example.com>`);
    const { json } = await api.send('GET', `/api/notifications/${sent.id}`);
    expect(json.message.subject).toBe('Provisioning failed: shop/orders for Marketing');
    expect(json.message.text).toContain('Consumer:     Marketing');
  });

  it('is told anew for another cause, template, or team', async () => {
    await notify();
    await notify({ causeId: 'report-2' });
    await notify({ template: 'deprovisioning-failed' } as never);
    expect(await list()).toHaveLength(6);
    expect(await list('?teamId=shop&subjectId=a1&medium=mail&status=queued')).toHaveLength(6);
    expect(await list('?teamId=other')).toEqual([]);
    expect(await list('?status=sent')).toEqual([]);
    const page = await api.send('GET', '/api/notifications?size=4');
    expect(page.json).toHaveLength(4);
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await api.send('GET', next.replace(api.address, ''));
    const ids = [...page.json, ...rest.json].map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...new Set(ids)].sort().toReversed());
  });

  it('of 300 kB is cut in the mail', async () => {
    const data: any = notice().data;
    await notify({ data: { ...data, diagnostics: 'x '.repeat(150_000) } });
    work();
    await untilAll('sent');
    const [received] = mail.mails;
    expect(received?.text).toContain(
      'first 10 kB of 293 kB; GET /api/access/a1/provisioning/reports',
    );
    expect(received?.raw.length).toBeLessThan(60_000);
  });

  it('is not told when its transaction fails', async () => {
    await expect(
      transact(api.database, async (tx) => {
        await notifyTeam(tx, notice());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await list()).toEqual([]);
  });
});

describe('a team', () => {
  it('without owners is told by all its members', async () => {
    const members = [{ emailAddress: 'a@example.com' }, { emailAddress: 'A@example.com' }];
    await api.send('PUT', '/api/teams/shop', { body: team('shop', { members }) });
    expect(await notify()).toEqual({ mails: 1, messages: 0 });
  });

  it.each([
    ['without members', 'shop', /no members/],
    ['that is gone', 'none', /does not exist/],
  ])('%s is a failure that operators see', async (_, teamId, reason) => {
    await api.send('PUT', '/api/teams/shop', { body: team('shop', { members: [] }) });
    expect(await notify({ teamId })).toEqual({ mails: 0, messages: 0 });
    const [failed] = await list('?status=failed');
    expect(failed).toMatchObject({ recipient: null, reason: expect.stringMatching(reason) });
    const resent = await api.send('POST', `/api/notifications/${failed.id}/resend`);
    expect([resent.status, resent.json.code]).toEqual([409, 'invalid_transition']);
    const { needs } = (await api.send('GET', '/api/ops/overview')).json;
    expect(needs).toContainEqual(
      expect.objectContaining({
        code: 'notifications_failed',
        severity: 'warning',
        message: expect.stringContaining(failed.id),
      }),
    );
  });
});

describe('the mail server', () => {
  it('that refuses one recipient fails that one only; it can be sent again', async () => {
    const bad = (to: readonly string[]) => to.includes('ada@example.com');
    verdict = ({ to }) => Promise.resolve(bad(to) ? smtpError(554, 'no such person') : undefined);
    await notify();
    work();
    const failed = await until('one has failed', async () => (await list('?status=failed'))[0]);
    expect(failed).toMatchObject({
      recipient: 'ada@example.com',
      attempts: 1,
      reason: expect.stringContaining('no such person'),
    });
    await until('the other is there', () => mail.mails.length === 1);
    verdict = () => Promise.resolve(undefined);
    const resent = await api.send('POST', `/api/notifications/${failed.id}/resend`);
    expect([resent.status, resent.json.status, resent.json.reason]).toEqual([202, 'queued', null]);
    await untilAll('sent');
    const again = await api.send('POST', `/api/notifications/${failed.id}/resend`);
    expect(again.status).toBe(202);
    await until(
      'it came twice',
      () => recipients().join() === 'ada@example.com,ada@example.com,bob@example.com',
    );
    const ids = mail.mails.filter(({ to }) => bad(to)).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${failed.id}@example.com>`, `<${failed.id}@example.com>`]);
    const shown = (await untilAll('sent')).find((each: any) => each.id === failed.id);
    // What somebody asks for is no accident.
    expect(shown).toMatchObject({ attempts: 3, repeats: 0, failedAt: null });
  });

  it('that refuses for now gets it again, and waiting can be cut short', async () => {
    let refusals = 0;
    verdict = () => Promise.resolve(refusals++ < 2 ? smtpError(451, 'later') : undefined);
    await notify();
    work();
    await until('both wait', async () => {
      const all = await list('?status=queued');
      return all.length === 2 && all.every(({ reason }: any) => /later/.test(reason));
    });
    for (const { id } of await list())
      expect((await api.send('POST', `/api/notifications/${id}/resend`)).status).toBe(202);
    const all = await untilAll('sent');
    expect(all.map(({ attempts, repeats }: any) => [attempts, repeats])).toEqual([
      [2, 0],
      [2, 0],
    ]);
    expect(recipients()).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it('that accepts and falls silent may have it twice: with the same Message-ID, and counted', async () => {
    let cuts = 0;
    verdict = (received, hangUp) => {
      if (cuts++ > 0) return Promise.resolve(undefined);
      mail.mails.push(received);
      hangUp();
      return Promise.resolve('never');
    };
    const members = [{ emailAddress: 'ada@example.com' }];
    await api.send('PUT', '/api/teams/shop', { body: team('shop', { members }) });
    await notify();
    work();
    const waiting = await until('it waits', async () => {
      const { work } = (await api.send('GET', '/api/ops/work?kind=mail&state=QUEUED')).json;
      return work.find(({ attempt }: any) => attempt === 2);
    });
    const [{ id, status }] = await list();
    expect([status, waiting.key]).toEqual(['sending', id]);
    await api.send('POST', `/api/notifications/${id}/resend`);
    const [sent] = await untilAll('sent');
    expect(sent).toMatchObject({ attempts: 2, repeats: 1 });
    const ids = mail.mails.map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${id}@example.com>`, `<${id}@example.com>`]);
  });

  it('is left out for what is no single address', async () => {
    await notify();
    await api.database
      .knex('notifications')
      .update({ recipient: 'a@x.org,b@x.org' })
      .where({ recipient: 'ada@example.com' });
    work();
    const failed = await until('one has failed', async () => (await list('?status=failed'))[0]);
    expect(failed.reason).toContain('not one plain e-mail address');
    await until('the other is there', () => mail.mails.length === 1);
    expect(recipients()).toEqual(['bob@example.com']);
  });

  it('that does not exist leaves mails in the ledger, and chats are told all the same', async () => {
    await putChannel('a', 'slack');
    await notify();
    work({ smtpUrl: undefined });
    const kept = await until('mails say why', async () => {
      const all = await list('?medium=mail');
      return all.every(({ reason }: any) => reason !== null) && all;
    });
    for (const { status, reason, attempts } of kept)
      expect([status, attempts, reason]).toEqual([
        'queued',
        0,
        expect.stringContaining('SMTP_URL'),
      ]);
    await until('the chat was told', () => posted.length === 1);
    await workers?.stop();
    work();
    const [first] = kept;
    await api.send('POST', `/api/notifications/${first.id}/resend`);
    await until('that one is sent', () => mail.mails.length === 1);
    const left = await list('?status=queued');
    expect(left.map(({ id }: any) => id)).toEqual([kept[1].id]);
  });
});

describe('work of a notification', () => {
  it('that is cancelled fails it, and retried sends it', async () => {
    await notify();
    const [{ id, workId }] = await list();
    expect((await api.send('POST', `/api/ops/work/${workId}/cancel`)).status).toBe(200);
    const failed = (await api.send('GET', `/api/notifications/${id}`)).json;
    expect(failed).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect((await api.send('POST', `/api/ops/work/${workId}/retry`)).status).toBe(200);
    work();
    await untilAll('sent');
    expect(recipients()).toEqual(['ada@example.com', 'bob@example.com']);
  });
});

describe('a channel', () => {
  const secretsOf = async () => {
    const texts = [await api.send('GET', '/api/notifications')].map(({ text }) => text);
    for (const table of ['work', 'work_attempts', 'notifications', 'events'])
      texts.push(JSON.stringify(await api.database.knex(table)));
    return texts.filter((text) => text.includes('secret-'));
  };

  it('is tried with a message, enabled or not', async () => {
    await putChannel('a', 'teams', { enabled: false });
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
    expect(posted[0]?.body.attachments[0].content.type).toBe('AdaptiveCard');
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
    answerChat = ({ url }, response) =>
      response.writeHead(code, { location: endpoint('secret-elsewhere') }).end(`no ${url} here`);
    await putChannel('a', 'slack');
    work();
    await api.send('POST', `${channels}/a/test`);
    const told = await until('there is a reason', async () => {
      const [row] = await list();
      return row.reason !== null && row;
    });
    expect(told).toMatchObject({ status, reason: expect.stringContaining(`answered ${code}`) });
    expect(posted).toHaveLength(1);
    expect(await secretsOf()).toEqual([]);
  });

  it('in a private network fails unless that is allowed, and one that is gone or disabled fails', async () => {
    for (const id of ['a', 'b', 'c']) await putChannel(id, 'slack');
    await notify();
    await api.send('DELETE', `${channels}/b`);
    await putChannel('c', 'slack', { enabled: false });
    work({ webhookAllowedHosts: [] });
    const failed = await until('all have failed', async () => {
      const all = await list('?status=failed&medium=slack');
      return all.length === 3 && all;
    });
    const reasons = new Map(failed.map(({ recipient, reason }: any) => [recipient, reason]));
    expect(reasons.get('shop/a')).toContain('private network');
    expect(reasons.get('shop/b')).toContain('deleted');
    expect(reasons.get('shop/c')).toContain('disabled');
    expect(posted).toEqual([]);
  });
});

it('the ledger is for keys of the organization, and its ids are its own', async () => {
  await notify();
  const [{ id }] = await list();
  for (const [scope, options, status] of [
    ['organization_read', {}, 200],
    ['team', { teamId: 'shop' }, 403],
    ['user', { email: 'ada@example.com' }, 403],
  ] as const) {
    const { text: key } = await api.newKey(scope, options);
    expect((await api.send('GET', '/api/notifications', { key })).status).toBe(status);
    expect((await api.send('GET', `/api/notifications/${id}`, { key })).status).toBe(status);
    expect((await api.send('POST', `/api/notifications/${id}/resend`, { key })).status).toBe(403);
  }
  for (const wrong of ['x', '01890000-0000-7000-8000-000000000000'])
    expect((await api.send('POST', `/api/notifications/${wrong}/resend`)).status).toBe(404);
  expect((await api.send('GET', '/api/notifications?after=x')).status).toBe(400);
  expect((await api.send('GET', '/api/notifications?status=x')).status).toBe(400);
});
