import { makeNotices } from '../../../commands/notices/make-notices.ts';
import { stampEvents } from '../../../db/tables/feed/feed.ts';
import { access, fillForAccess } from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { noticesOf, settleNotices, signInAs, titlesOf } from '../../support/builders/notices.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

const now = new Date('2026-11-20T12:00:00Z');
let api: TestApi;
type Headers = Record<string, string>;
let checkoutOwner: Headers;
let marketingMember: Headers;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await fillForAccess(api);
  checkoutOwner = await signInAs(api, 'checkout-owner@example.com');
  marketingMember = await signInAs(api, 'marketing-member@example.com');
  await settleNotices(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const table of ['notices', 'notice_reads', 'notice_readers']) {
    await api.database.knex(table).delete();
  }
});

const put = (path: string, body: object, key = api.key) =>
  api.send('PUT', `/api/${path}`, { body, key });
const post = (path: string, body: object = {}) => api.send('POST', `/api/access/${path}`, { body });
const mark = (headers: Headers, body: object) =>
  api.send('POST', '/ui/notices/read', { key: null, headers, body });

/** The number at the bell. */
async function unreadInFrame(headers: Headers): Promise<number> {
  return (await api.send('GET', '/ui/me', { key: null, headers })).json.counters.notices;
}

describe('an access', () => {
  it('is told to those who may decide, and its decision to the consumers', async () => {
    await put('access/asked', access('asked', { endDate: '2027-05-31' }));
    await settleNotices(api);
    expect(await titlesOf(api, checkoutOwner)).toEqual(['access-requested decide asked']);
    const member = await signInAs(api, 'checkout-member@example.com');
    expect(await titlesOf(api, member)).toEqual([]);
    expect(await titlesOf(api, marketingMember)).toEqual([]);

    await post('asked/approve');
    await settleNotices(api);
    // Nothing waits any more.
    expect(await titlesOf(api, checkoutOwner)).toEqual([]);
    const { notices, unread } = await noticesOf(api, marketingMember);
    expect(unread).toBe(1);
    expect(notices[0]).toMatchObject({
      kind: 'access-approved',
      reason: 'team',
      subjectKind: 'access',
      read: false,
      details: {
        dataProductId: 'shop',
        dataProductName: 'Product shop',
        outputPortId: 'port-0',
        consumer: 'Team marketing',
        providerTeamName: 'Team checkout',
        purpose: 'Forecasts',
        date: '2027-05-31',
      },
    });
    await post('asked/cancel');
    await settleNotices(api);
    expect((await titlesOf(api, marketingMember))[0]).toBe('access-cancelled team asked');
    expect((await titlesOf(api, checkoutOwner))[0]).toBe('access-cancelled team asked');
  });

  it.each([
    ['reject', 'access-rejected'],
    ['request-change', 'access-change-requested'],
  ])('shows the note of %s, and who wrote it', async (decision, kind) => {
    const id = `noted-${kind}`;
    const ada = await signInAsPerson(api, 'checkout-owner@example.com', { name: 'Ada Lovelace' });
    await put(`access/${id}`, access(id));
    const body = { note: 'Use the export.' };
    const headers = ada;
    const path = `/ui/api/access/${id}/${decision}`;
    expect((await api.send('POST', path, { key: null, headers, body })).status).toBe(200);
    await settleNotices(api);
    const { notices } = await noticesOf(api, marketingMember);
    expect(notices[0]).toMatchObject({
      kind,
      principal: expect.stringMatching(/^user:/),
      principalName: 'Ada Lovelace',
      details: { note: 'Use the export.' },
    });
  });

  it('whose request was changed as asked is told to those who may decide, until they do', async () => {
    await put('access/sent-back', access('sent-back'));
    await post('sent-back/request-change', { note: 'For how long?' });
    const { text } = await api.newKey('user', { email: 'marketing-member@example.com' });
    await put('access/sent-back', access('sent-back', { endDate: '2027-05-31' }), text);
    await settleNotices(api);
    const asked = 'access-requested decide sent-back';
    const changed = 'access-request-changed decide sent-back';
    expect(await titlesOf(api, checkoutOwner)).toEqual([changed, asked]);
    expect(await titlesOf(api, marketingMember)).toEqual([
      'access-change-requested team sent-back',
    ]);
    // A change that no one asked for is told to no one.
    await put('access/sent-back', access('sent-back', { endDate: '2027-06-30' }), text);
    await settleNotices(api);
    expect(await titlesOf(api, checkoutOwner)).toEqual([changed, asked]);
    await post('sent-back/reject');
    await settleNotices(api);
    expect(await titlesOf(api, checkoutOwner)).toEqual([]);
  });

  it('whose provisioning failed is told to both sides', async () => {
    await put('access/broken', access('broken', { status: 'approved' }));
    await post('broken/provisioning/provisioning-failed', {
      platform: 'lake',
      diagnostics: '**x**',
    });
    await settleNotices(api);
    for (const headers of [checkoutOwner, marketingMember]) {
      const [notice] = (await noticesOf(api, headers)).notices;
      expect(notice).toMatchObject({ kind: 'provisioning-failed', details: { platform: 'lake' } });
    }
  });

  it('without a person who may decide is told to the Owners of the organization', async () => {
    await put('teams/empty', team('empty'));
    await put('dataproducts/lonely', product('lonely', ['orders'], { team: { name: 'empty' } }));
    await put('organization/members/boss@example.com', { role: 'Owner' });
    const provider = { dataProductId: 'lonely', outputPortId: 'port-0' };
    await put('access/lonely', access('lonely', {}, { provider }));
    await settleNotices(api);
    const boss = await signInAs(api, 'boss@example.com');
    expect(await titlesOf(api, boss)).toEqual(['access-requested decide lonely']);
    const key = (await api.newKey('team', { teamId: 'empty' })).text;
    expect(await titlesOf(api, await signIn(api, key))).toEqual(['access-requested decide lonely']);
  });

  it('is told to keys of the organization and of its teams, but not to the key that acted', async () => {
    await put('access/keys', access('keys'));
    await settleNotices(api);
    const other = await signIn(api, (await api.newKey('organization')).text);
    const reading = await signIn(api, (await api.newKey('organization_read')).text);
    const ofTeam = await signIn(api, (await api.newKey('team', { teamId: 'checkout' })).text);
    for (const headers of [other, reading, ofTeam]) {
      expect(await titlesOf(api, headers)).toEqual(['access-requested decide keys']);
    }
    expect(await titlesOf(api, await signIn(api))).toEqual([]);
    // Each key has its own read marks.
    const { notices } = await noticesOf(api, other);
    await mark(other, { ids: [notices[0]?.id] });
    expect([(await noticesOf(api, other)).unread, (await noticesOf(api, reading)).unread]).toEqual([
      0, 1,
    ]);
  });
});

describe('a contract test', () => {
  const result = (id: string, verdict: string, hour: string, server = 'shop/port-0') => ({
    id,
    dataContractId: 'orders',
    dataContractVersion: '2.1.0',
    server,
    timestampStart: `${hour}:00:00Z`,
    timestampEnd: `${hour}:00:05Z`,
    result: verdict,
    checks: [{ type: 'x', name: 'y', result: verdict, field: 'z' }],
  });
  const publish = async (...results: object[]) => {
    for (const body of results) {
      const answer = await api.send('POST', '/api/test-results', { body });
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
    await settleNotices(api);
  };

  it('is told when it begins to fail, not while it fails, and not as history', async () => {
    const titles = () => titlesOf(api, checkoutOwner);
    await publish(result('t1', 'failed', '2026-11-01T06'), result('t2', 'passed', '2026-11-19T06'));
    expect(await titles()).toEqual([]);
    await publish(result('t3', 'failed', '2026-11-20T06'));
    expect(await titles()).toEqual(['test-failed team orders']);
    const [notice] = (await noticesOf(api, checkoutOwner)).notices;
    expect(notice).toMatchObject({
      subjectKind: 'datacontracts',
      details: { name: 'Contract orders', server: 'shop/port-0', failedChecks: 1, checks: 1 },
    });
    await publish(
      result('t4', 'error', '2026-11-20T08'),
      result('t5', 'failed', '2026-11-20T08', 'shop/port-1'),
    );
    expect(await titles()).toHaveLength(2);
  });
});

describe('read marks', () => {
  const fill = async () => {
    for (let n = 0; n < 5; n++) await put(`access/m${n}`, access(`m${n}`));
    await settleNotices(api);
  };

  it('are for single notices, or for one with all that are older', async () => {
    await fill();
    const { notices, unread } = await noticesOf(api, checkoutOwner);
    expect([unread, notices.length]).toEqual([5, 5]);
    expect(await unreadInFrame(checkoutOwner)).toBe(5);
    const [newest, , third] = notices;
    for (let twice = 0; twice < 2; twice++) {
      const { status, json } = await mark(checkoutOwner, { ids: [newest?.id] });
      expect([status, json]).toEqual([200, { unread: 4 }]);
      expect((await noticesOf(api, checkoutOwner)).unread).toBe(4);
    }
    await mark(checkoutOwner, { upTo: third?.id });
    const read = (await noticesOf(api, checkoutOwner)).notices.map((notice) => notice.read);
    expect(read).toEqual([true, false, true, true, true]);
    const onlyUnread = await noticesOf(api, checkoutOwner, '?unread=true');
    expect(onlyUnread.notices.map(({ id }) => id)).toEqual([notices[1]?.id]);
    // A mark before another one takes nothing back.
    await mark(checkoutOwner, { upTo: notices[4]?.id });
    expect((await noticesOf(api, checkoutOwner)).unread).toBe(1);
    expect(await unreadInFrame(checkoutOwner)).toBe(1);
  });

  it('refuse notices of others, and bodies with both or neither', async () => {
    const [notice] = (await noticesOf(api, checkoutOwner)).notices;
    await put('access/mine', access('mine'));
    await settleNotices(api);
    const [own] = (await noticesOf(api, checkoutOwner)).notices;
    expect((await mark(marketingMember, { upTo: own?.id })).status).toBe(404);
    expect((await mark(marketingMember, { ids: [own?.id] })).status).toBe(200);
    expect((await noticesOf(api, checkoutOwner)).unread).toBe(1);
    for (const body of [{}, { ids: [own?.id], upTo: own?.id }, { ids: ['x'] }, { all: true }]) {
      expect((await mark(checkoutOwner, body)).status).toBe(422);
    }
    expect(notice).toBeUndefined();
  });
});

it('pages from new to old, and refuses a cursor that is none of the reader', async () => {
  for (let n = 0; n < 5; n++) await put(`access/p${n}`, access(`p${n}`));
  await settleNotices(api);
  const seen: string[] = [];
  let query = '?size=2';
  for (;;) {
    const page = await noticesOf(api, checkoutOwner, query);
    seen.push(...page.notices.map(({ subjectId }) => subjectId));
    const next = /<([^>]*)>; rel="next"/.exec(page.link ?? '')?.[1];
    if (next === undefined) break;
    query = new URL(next).search;
  }
  expect(seen).toEqual(['p4', 'p3', 'p2', 'p1', 'p0']);
  for (const after of ['x', '018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57']) {
    const answer = await api.send('GET', `/ui/notices?after=${after}`, {
      key: null,
      headers: checkoutOwner,
    });
    expect(answer.status).toBe(400);
  }
});

it('are made once by any number of makers', async () => {
  for (let n = 0; n < 40; n++) await put(`access/c${n}`, access(`c${n}`));
  while ((await stampEvents(api.database, 10)) > 0);
  await Promise.all(Array.from({ length: 8 }, () => makeNotices(api.database)));
  await settleNotices(api);
  const rows = await api.database
    .knex('notices')
    .where({ recipient: 'person:checkout-owner@example.com' })
    .orderBy('position');
  expect(rows.map(({ subject_id }) => subject_id)).toEqual(
    Array.from({ length: 40 }, (_, n) => `c${n}`),
  );
});

it('stay in their organization', async () => {
  const organizationId = await api.newOrganization('other');
  const key = (await api.newKey('organization', { organizationId })).text;
  await fillForAccess(api, key);
  await put('access/theirs', access('theirs'), key);
  await settleNotices(api);
  expect(await titlesOf(api, checkoutOwner)).toEqual([]);
  const email = 'checkout-owner@example.com';
  const theirs = await signIn(api, (await api.newKey('user', { email, organizationId })).text);
  const { notices } = await noticesOf(api, theirs);
  expect(notices.map(({ subjectId }) => subjectId)).toEqual(['theirs']);
  expect((await mark(checkoutOwner, { upTo: notices[0]?.id })).status).toBe(404);
});

it('are made by a clock within a second or two', async () => {
  const workers = startWorkers(api);
  try {
    await put('access/live', access('live'));
    await until('the notice is there', async () => {
      const titles = await titlesOf(api, checkoutOwner);
      return titles.includes('access-requested decide live');
    });
  } finally {
    await workers.stop();
  }
});
