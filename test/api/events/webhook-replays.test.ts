import { newId } from '../../../lib/ids.ts';
import { team } from '../../support/builders/contracts.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWebhookSending, tryWebhooksAgainAfter } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
const teams = ['red', 'green', 'blue'];
beforeAll(async () => {
  // Two of everything: two feeders, two runners.
  sending = await startWebhookSending({ processes: 2 });
  ({ api, receiver } = sending);
  for (let round = 0; round < 4; round++) {
    for (const id of teams) {
      await api.send('PUT', `/api/teams/${id}`, { body: team(id, { name: `Round ${round}` }) });
    }
  }
  await until('all have their position', async () => (await feed()).length === 12);
});
afterAll(() => sending.stop());

const feed = async (query = ''): Promise<any[]> =>
  (await api.send('GET', `/api/events${query}`)).json;
const accept = () => receiver.answer((response) => response.writeHead(204).end());
beforeEach(async () => {
  accept();
  const body = { url: receiver.url, events: ['Team*'] };
  expect((await api.send('PUT', '/api/webhooks/hook', { body })).status).toBe(200);
  receiver.received.length = 0;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await api.send('DELETE', '/api/webhooks/hook');
});

const replay = (body: object, query = '') =>
  api.send('POST', `/api/webhooks/hook/replay${query}`, { body });
const untilSent = (location: string): Promise<any> =>
  until('all of it is delivered', async () => {
    const { json } = await api.send('GET', location);
    return json.state === 'done' && json.pending === 0 && json;
  });
const arrived = (subject: string): string[] =>
  receiver.received
    .map(({ event }) => event)
    .filter((event) => event.subject === subject)
    .map(({ id }) => id);
const idsOf = (events: any[]): string[] => events.map(({ id }) => id);

describe('POST /api/webhooks/{id}/replay', () => {
  it('counts first, and sends the events of each subject in the order of the feed', async () => {
    const plan = await replay({ from: '2020-01-01' }, '?dryRun=true');
    expect([plan.status, plan.json]).toEqual([
      200,
      {
        count: 12,
        fromPosition: 1,
        toPosition: 12,
        types: [
          { type: 'TeamCreatedEvent', count: 3 },
          { type: 'TeamUpdatedEvent', count: 9 },
        ],
      },
    ]);
    expect((await api.send('GET', '/api/webhooks/hook/replays')).json).toEqual([]);

    const answer = await replay({ from: '2020-01-01', expectedCount: 12 });
    expect(answer.status).toBe(202);
    const done = await untilSent(answer.headers.get('location') ?? '');
    expect(done).toMatchObject({
      state: 'done',
      webhookId: 'hook',
      allTypes: false,
      planned: 12,
      queued: 12,
      delivered: 12,
      failed: 0,
      principalName: 'organization',
      endedAt: expect.any(String),
    });
    expect(receiver.received).toHaveLength(12);
    for (const subject of teams) {
      expect(arrived(subject)).toEqual(idsOf(await feed(`?subject=${subject}`)));
    }
    const deliveries = (await api.send('GET', '/api/webhooks/hook/deliveries')).json;
    expect(deliveries.map(({ replayId }: any) => replayId)).toEqual(Array(12).fill(done.id));
    expect((await api.send('GET', '/api/webhooks/hook/replays')).json).toEqual([done]);
    const [trail] = (await api.send('GET', '/api/audit?subject=hook')).json;
    expect(trail).toMatchObject({ type: 'WebhookReplayRequested', kind: 'webhook' });
  });

  it('begins and ends at events, and takes some types only', async () => {
    const events = await feed();
    const [from, to] = [events[4], events[9]];
    const wish = { from: from.id, to: to.id };
    const { headers } = await replay(wish);
    await untilSent(headers.get('location') ?? '');
    expect(receiver.received.map(({ event }) => event.id).toSorted()).toEqual(
      idsOf(events.slice(4, 10)).toSorted(),
    );
    receiver.received.length = 0;
    const some = await replay({ from: '2020-01-01', types: ['TeamCreated*'] });
    await untilSent(some.headers.get('location') ?? '');
    expect(receiver.received.map(({ event }) => event.subject).toSorted()).toEqual(
      teams.toSorted(),
    );
    const later = await replay({ from: '2999-01-01' }, '?dryRun=true');
    expect(later.json.count).toBe(0);
    const before = await replay({ from: '2020-01-01', to: '2021-01-01' }, '?dryRun=true');
    expect(before.json.count).toBe(0);
  });

  it('keeps the order when the receiver fails in between', async () => {
    tryWebhooksAgainAfter(10);
    let asked = 0;
    receiver.answer((response) => response.writeHead((asked += 1) % 3 === 0 ? 500 : 204).end());
    const { headers } = await replay({ from: '2020-01-01' });
    await untilSent(headers.get('location') ?? '');
    for (const subject of teams) {
      const once = arrived(subject).filter((id, index, all) => all.indexOf(id) === index);
      expect(once).toEqual(idsOf(await feed(`?subject=${subject}`)));
    }
  });

  it('is cancelled: what waits is given up, and later events are sent', async () => {
    tryWebhooksAgainAfter(3_600_000);
    receiver.answer((response) => response.writeHead(500).end());
    const { headers, json } = await replay({ from: '2020-01-01' });
    const location = headers.get('location') ?? '';
    await until('each team was tried', () => receiver.received.length >= 3);
    const other = await replay({ from: '2020-01-01' });
    const isMade = (await api.send('GET', location)).json.state === 'done';
    if (!isMade) expect(other.status).toBe(409);
    const cancelled = await api.send('POST', `${location}/cancel`);
    expect(cancelled.json).toMatchObject({ id: json.id, state: 'cancelled', pending: 0 });
    expect((await api.send('POST', `${location}/cancel`)).json).toEqual(cancelled.json);
    if (isMade) await api.send('POST', `${other.headers.get('location')}/cancel`);
    accept();
    receiver.received.length = 0;
    await api.send('PUT', '/api/teams/red', { body: team('red', { name: 'After all' }) });
    await until('the new event arrived', () => receiver.received.length > 0);
    expect(receiver.received.map(({ event }) => event.type.split('.').at(-1))).toEqual([
      'TeamUpdatedEvent',
    ]);
    const [last] = await feed('?order=newest&limit=1');
    expect(receiver.received[0]?.event.id).toBe(last.id);
  });

  it('is one at a time, and only for a webhook that may send', async () => {
    const { knex } = api.database;
    await api.send('PUT', '/api/webhooks/hook', {
      body: { url: receiver.url, events: ['Team*'], enabled: false },
    });
    const disabled = await replay({ from: '2020-01-01' });
    expect([disabled.status, disabled.json.state]).toEqual([409, 'disabled']);
    await knex('webhooks').where({ id: 'hook' }).update({ enabled: true, paused_at: new Date() });
    expect((await replay({ from: '2020-01-01' })).json.detail).toContain('resume it first');
    await api.send('POST', '/api/webhooks/hook/resume');
  });

  it.each<[object, number, string]>([
    [{ from: '2020-01-01', expectedCount: 7 }, 409, 'instead of 7'],
    [{ from: '2999-01-01' }, 409, 'no event'],
    [{ from: newId() }, 422, 'no event'],
    [{ from: '2020-01-01', to: newId() }, 422, 'to: the feed'],
    [{ from: 'yesterday' }, 422, 'from'],
    [{ from: '2020-13-77' }, 400, 'not a date'],
    [{}, 422, 'from'],
    [{ from: '2020-01-01', types: ['AccessActivatedEvent'] }, 422, 'that the webhook receives'],
    [{ from: '2020-01-01', more: 1 }, 422, 'more'],
  ])('%j is refused', async (body, status, words) => {
    const answer = await replay(body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    if (status === 409 && words.startsWith('instead')) {
      expect(answer.json.count).toBeGreaterThan(11);
    }
    expect((await api.send('GET', '/api/webhooks/hook/replays')).json).toEqual([]);
  });

  it('knows no others', async () => {
    for (const id of ['x', newId()]) {
      const path = `/api/webhooks/hook/replays/${id}`;
      expect((await api.send('GET', path)).status).toBe(404);
      expect((await api.send('POST', `${path}/cancel`)).status).toBe(404);
    }
    for (const path of ['replays', `replays/${newId()}`]) {
      expect((await api.send('GET', `/api/webhooks/none/${path}`)).status).toBe(404);
    }
    const body = { from: '2020-01-01' };
    expect((await api.send('POST', '/api/webhooks/none/replay', { body })).status).toBe(404);
  });
});

it('sends messaging events again, too', async () => {
  const body = { url: receiver.url, events: ['contact.created'] };
  await api.send('PUT', '/api/webhooks/talk', { body });
  const contact = { username: 'ada', phone_number: '+1 555 0100' };
  expect((await api.send('POST', '/api/messaging/contacts', { body: contact })).status).toBe(201);
  await until('it arrived', () => receiver.received.length === 1);
  const path = '/api/webhooks/talk/replay';
  const plan = await api.send('POST', `${path}?dryRun=true`, { body: { from: '2020-01-01' } });
  expect(plan.json).toMatchObject({ count: 1, types: [{ type: 'contact.created', count: 1 }] });
  const answer = await api.send('POST', path, { body: { from: '2020-01-01' } });
  await untilSent(answer.headers.get('location') ?? '');
  const [first, second] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(second?.body).toBe(first?.body);
  await api.send('DELETE', '/api/webhooks/talk');
});
