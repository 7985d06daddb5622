import { requestWork } from '../../../db/tables/work/work.ts';
import { notifyTeam } from '../../../commands/notifications/notify-team.ts';
import { transact } from '../../../db/transact.ts';
import type { JobSettings } from '../../../jobs/define-job.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { smtpError, startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer, Verdict } from '../../support/servers/mail-server.ts';
import {
  failureNotice,
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
let mail: MailServer;
let verdict: Verdict;
let workers: TestWorkers | undefined;
let chat: ChatServer;

beforeAll(async () => {
  mail = await startMailServer({ verdict: (received, hangUp) => verdict(received, hangUp) });
});
afterAll(() => mail.stop());
beforeEach(async () => {
  verdict = () => Promise.resolve(undefined);
  mail.mails.length = 0;
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
  const own = { smtpUrl: mail.url, webhookAllowedHosts: ['127.0.0.1'], ...settings };
  workers = startWorkers(api, {}, { settings: own });
}

const notify = (change: Parameters<typeof notifyShop>[1] = {}) => notifyShop(api, change);
const list = async (query = '') => (await api.send('GET', `/api/notifications${query}`)).json;
const untilAll = (status: string) =>
  until(`all are ${status}`, async () => {
    const all = await list();
    return all.every((each: any) => each.status === status) && all;
  });
const recipients = () => mail.mails.map(({ to }) => to.join()).sort();

describe('a failed report', () => {
  it('is mailed to the owners once, and posted to the enabled channels', async () => {
    await putChannel(api, chat, ['a', 'slack']);
    await putChannel(api, chat, ['b', 'teams']);
    await putChannel(api, chat, ['c', 'googlechat']);
    await putChannel(api, chat, ['off', 'slack'], { enabled: false });
    work();
    expect(await notify()).toEqual({ mails: 2, messages: 3 });
    expect(await notify()).toEqual({ mails: 2, messages: 3 });
    const all = await untilAll('sent');
    expect(all).toHaveLength(5);
    expect(recipients()).toEqual(['ada@example.com', 'bob@example.com']);
    for (const received of mail.mails) {
      expect(received.subject).toBe('Provisioning failed: shop/orders for Marketing');
      expect(received.text).toContain('**denied** <b>');
      expect(received.html).toContain('<strong>denied</strong> &lt;b&gt;');
    }
    expect(chat.posted.map(({ path }) => path).sort()).toEqual([
      '/secret-a',
      '/secret-b',
      '/secret-c',
    ]);
    const slack = chat.posted.find(({ path }) => path === '/secret-a');
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
    const data: any = failureNotice(api).data;
    work();
    await notify({ data: { ...data, diagnostics: 'x '.repeat(150_000) } });
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
        await notifyTeam(tx, failureNotice(api));
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
        message: expect.stringMatching(reason),
      }),
    );
  });
});

describe('the mail server', () => {
  it('that refuses one recipient fails that one only; it can be sent again', async () => {
    const bad = (to: readonly string[]) => to.includes('ada@example.com');
    verdict = ({ to }) => Promise.resolve(bad(to) ? smtpError(554, 'no such person') : undefined);
    work();
    await notify();
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
    work();
    await notify();
    await until('both wait', async () => {
      const all = await list('?status=queued');
      return all.length === 2 && all.every(({ reason }: any) => /later/.test(reason));
    });
    for (const { id } of await list()) {
      // Refused while the first attempt is about to end.
      await until('it may be sent again', async () => {
        const { status } = await api.send('POST', `/api/notifications/${id}/resend`);
        expect([202, 409]).toContain(status);
        return status === 202;
      });
    }
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
    work();
    await notify();
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
    await putChannel(api, chat, ['a', 'slack']);
    work({ smtpUrl: undefined });
    await notify();
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
    await until('the chat was told', () => chat.posted.length === 1);
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

it('the ledger is kept for 90 days', async () => {
  await notify();
  const [newest, ...older] = await list();
  const day = 24 * 3_600_000;
  const age = (id: string, days: number) =>
    api.database
      .knex('notifications')
      .where({ id })
      .update({ created_at: new Date(Date.now() - days * day) });
  await age(newest.id, 89);
  for (const { id } of older) await age(id, 91);
  await transact(api.database, (tx) =>
    requestWork(tx, {
      organizationId: undefined,
      kind: 'housekeeping',
      job: 'apply-retention',
      key: 'x',
      payload: {},
      dueAt: new Date(),
      now: new Date(),
    }),
  );
  work({ smtpUrl: undefined });
  const kept = await until('the old are gone', async () => {
    const all = await list();
    return all.length < 2 && all;
  });
  expect(kept.map(({ id }: any) => id)).toEqual([newest.id]);
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

describe('the answer of the server', () => {
  it('is kept of mails and chats, whether they were accepted or not', async () => {
    await putChannel(api, chat, ['a', 'slack']);
    work();
    await notify();
    const all = await untilAll('sent');
    const answers = all.map(({ medium, answer }: any) => `${medium} ${answer}`).toSorted();
    expect(answers).toEqual([
      expect.stringMatching(/^mail 250 /),
      expect.stringMatching(/^mail 250 /),
      expect.stringMatching(/^slack 200/),
    ]);
    verdict = () => Promise.resolve(smtpError(554, 'this looks like spam'));
    await notify({ causeId: 'report-2' });
    const failed = await until('the mails were refused', async () => {
      const rows = await list('?status=failed');
      return rows.length === 2 && rows;
    });
    expect(failed[0]).toMatchObject({ answer: '554 this looks like spam' });
    verdict = () => Promise.resolve(undefined);
    await api.send('POST', `/api/notifications/${failed[0].id}/resend`);
    await until('it was sent again', async () => {
      const { json } = await api.send('GET', `/api/notifications/${failed[0].id}`);
      return json.status === 'sent' && json.answer.startsWith('250');
    });
  });
});

describe('the list', () => {
  it('has names and further filters', async () => {
    await notify();
    await notify({ template: 'deprovisioning-failed' } as never);
    const [first] = await list();
    expect(first).toMatchObject({ teamName: expect.any(String), answer: null });
    expect(first).toHaveProperty('subjectName');
    expect(await list('?template=deprovisioning-failed')).toHaveLength(2);
    expect(await list('?recipient=ADA@')).toHaveLength(2);
    expect(await list('?recipient=%25')).toEqual([]);
    expect(await list('?from=2020-01-01&to=2999-01-01')).toHaveLength(4);
    expect(await list('?to=2020-01-01')).toEqual([]);
    expect((await api.send('GET', '/api/notifications?from=soon')).status).toBe(400);
  });
});
