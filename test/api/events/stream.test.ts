import { startSequencer } from '../../../workers/sequencer.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { quietLog } from '../../support/servers/database.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import type { EventSourceClient } from '../../support/http/server-sent-events.ts';
import { storeEvents } from '../../support/builders/stored/stored-events.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let sequencer: ReturnType<typeof startSequencer>;
const open: EventSourceClient[] = [];
beforeEach(async () => {
  api = await startApi({ eventTypePrefix: 'com.example.' });
  sequencer = startSequencer({ database: api.database, log: quietLog });
});
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
  await sequencer.stop();
  await api.stop();
});

async function connect(query = '', headers = {}, key = api.key): Promise<EventSourceClient> {
  const client = await openEvents({ port: api.port, key }, query, headers);
  open.push(client);
  return client;
}

const lastDay = '2030-01-31';
const midnight = new Date('2030-02-01T00:00:00Z');

/** A clock that stands half a second before the instant until it is let go. */
function clockBefore(instant: Date): Clock & { go: () => void } {
  let passedMs = (): number => -500;
  return {
    now: () => new Date(instant.getTime() + passedMs()),
    go: () => {
      const begun = Date.now();
      passedMs = () => Date.now() - begun - 500;
    },
  };
}

const put = (id: string, change = {}) =>
  api.send('PUT', `/api/teams/${id}`, { body: team(id, change) });
const come = (client: EventSourceClient, count: number) =>
  until(`${count} events have come`, () => client.events.length >= count);
const subjects = ({ events }: EventSourceClient) => events.map(({ data }) => data.subject);

describe('GET /api/events as text/event-stream', () => {
  it('tells what was and what happens, each as its CloudEvent', async () => {
    await put('one');
    const client = await connect();
    expect([
      client.status,
      client.headers['content-type'],
      client.headers['cache-control'],
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store']);
    await come(client, 1);
    await put('two');
    await come(client, 2);
    const batch = (await api.send('GET', '/api/events')).json;
    expect(client.events).toEqual(
      batch.map((event: { id: string; type: string }) => ({
        id: event.id,
        event: event.type,
        data: event,
      })),
    );
    expect(client.events.map(({ event }) => event)).toEqual(
      Array.from({ length: 2 }, () => 'com.example.TeamCreatedEvent'),
    );
  });

  it('goes on behind Last-Event-ID, which counts before lastEventId of the address', async () => {
    for (const id of ['one', 'two', 'three']) await put(id);
    const all = await connect();
    await come(all, 3);
    const [first, second] = all.events.map(({ id }) => id);
    const resumed = await connect(`?lastEventId=${first}`, { 'last-event-id': second });
    const started = await connect(`?lastEventId=${first}&limit=1`);
    await Promise.all([come(resumed, 1), come(started, 2)]);
    expect([subjects(resumed), subjects(started)]).toEqual([['three'], ['two', 'three']]);
    const wrong = await connect('', { 'last-event-id': 'seventh' });
    await until('it has ended', () => wrong.ended());
    expect([wrong.status, JSON.parse(wrong.text()).code]).toEqual([400, 'bad_request']);
  });

  it('filters like the batch does, and leaves batches to those who do not ask for it', async () => {
    for (const id of ['one', 'two']) await put(id);
    await api.send('DELETE', '/api/teams/one');
    const byType = await connect('?types=TeamDeletedEvent,TeamDeletedEvent');
    const bySubject = await connect('?subject=two');
    await Promise.all([come(byType, 1), come(bySubject, 1)]);
    await put('two', { name: 'Second' });
    await come(bySubject, 2);
    expect([subjects(byType), subjects(bySubject)]).toEqual([['one'], ['two', 'two']]);
    for (const accept of ['*/*', 'application/json', 'application/problem+json']) {
      const answer = await api.send('GET', '/api/events', { headers: { accept } });
      expect(answer.headers.get('content-type')).toContain('application/cloudevents-batch+json');
    }
  });

  it('reads no further than its client does', async () => {
    const stored = 30_000;
    await storeEvents(api, api.organizationId, stored);
    let pages = 0;
    api.database.knex.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('seq > $2 order by seq limit $3')) pages += 1;
    });
    const slow = await connect();
    slow.pause();
    const quick = await connect();
    await until('the quick one has everything', () => quick.events.length === stored);
    const ofQuick = stored / 200;
    expect(pages).toBeGreaterThanOrEqual(ofQuick);
    expect(pages).toBeLessThan(2 * ofQuick);
    slow.resume();
    await until('so has the slow one', () => slow.events.length === stored);
    expect(slow.events).toEqual(quick.events);
  });

  it('holds no connection while it waits, and many streams read together', async () => {
    let reads = 0;
    api.database.knex.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('seq > $2 order by seq limit $3')) reads += 1;
    });
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect()));
    const events = 10;
    for (let n = 1; n <= events; n++) {
      await put(`team-${n}`);
      await Promise.all(clients.map((client) => come(client, n)));
    }
    // Each for itself would look at least once for each event.
    expect(reads).toBeLessThan((clients.length * events) / 2);
    expect(new Set(clients.map(({ events }) => events[0]?.id)).size).toBe(1);
  });

  it('ends when a key is revoked, and nobody comes back with that key', async () => {
    const key = await api.newKey('user', { email: 'a@example.com' });
    const client = await connect('', {}, key.text);
    expect(client.status).toBe(200);
    await api.send('DELETE', `/api/api-keys/${key.id}`);
    expect(await until('it has ended', () => client.ended())).toBe('in order');
    expect((await connect('', {}, key.text)).status).toBe(403);
  });

  it('ends when a key expires, and tells and answers nothing from then on', async () => {
    const clock = clockBefore(midnight);
    const late = await startApi({}, clock);
    const lateSequencer = startSequencer({ database: late.database, log: quietLog });
    try {
      const { text } = await late.newKey('user', { email: 'a@example.com', expiresOn: lastDay });
      const client = await openEvents({ port: late.port, key: text });
      const waiting = late.send('GET', '/api/events?longPolling=true', { key: text });
      open.push(client);
      expect(client.status).toBe(200);
      clock.go();
      await until('it has expired', async () => {
        return (await late.send('GET', '/api/teams', { key: text })).status === 403;
      });
      await late.send('PUT', '/api/teams/one', { body: team('one') });
      expect(await until('it has ended', () => client.ended())).toBe('in order');
      expect([client.events, (await waiting).status]).toEqual([[], 403]);
    } finally {
      await lateSequencer.stop();
      await late.stop();
    }
  });
});
