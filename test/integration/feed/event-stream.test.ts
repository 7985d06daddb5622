import { once } from 'node:events';
import { openEventStream } from '../../../api/stream/event-stream.ts';
import type { EventStream } from '../../../api/stream/event-stream.ts';
import type { FeedEvent } from '../../../db/tables/feed/events.ts';
import { Refusal } from '../../../domain/errors.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const settings = {
  publicUrl: 'http://x',
  eventTypePrefix: 'p.',
} as EventStream['services']['settings'];
const event = (seq: number): FeedEvent => ({
  id: `0199aaaa-bbbb-7ccc-8ddd-${String(seq).padStart(12, '0')}`,
  seq,
  type: 'TeamCreatedEvent',
  subjectId: 'team',
  principal: 'system',
  data: '{"id":\n"team"}',
  at: new Date(0),
});

const nothing = () => Promise.resolve([]);

function open(read: EventStream['read'], change: Partial<EventStream> = {}) {
  const draining = new AbortController();
  const gone = new AbortController();
  let ends = 0;
  const services = {
    database: test.database,
    draining: draining.signal,
    clock: systemClock,
    settings,
    log: quietLog,
  };
  const stream = openEventStream({
    services,
    gone: gone.signal,
    afterSeq: 0,
    read,
    checkKey: () => Promise.resolve({}),
    onEnd: () => (ends += 1),
    ...change,
  });
  let text = '';
  const flow = () => stream.on('data', (part: string) => (text += part));
  return { stream, draining, gone, flow, text: () => text, ends: () => ends };
}

it('says something now and then while nothing happens, and ends in order when the process drains', async () => {
  const { stream, draining, flow, text, ends } = open(nothing, { heartbeatMs: 20 });
  flow();
  await until('it has said so three times', () => text().split(':\n\n').length > 4);
  draining.abort();
  await once(stream, 'end');
  await until('it has told its end', () => ends() === 1);
  expect(text()).toMatch(/^retry: \d+\n\n(:\n\n)+$/);
});

it('says so as often when the clock of the machine is set back meanwhile', async () => {
  const { stream, draining, flow, text } = open(nothing, { heartbeatMs: 20 });
  let now = Date.now();
  const stepped = jest.spyOn(Date, 'now').mockImplementation(() => (now -= 60_000));
  flow();
  await until('it has said so three times', () => text().split(':\n\n').length > 4);
  stepped.mockRestore();
  draining.abort();
  await once(stream, 'end');
});

it('reads nothing for who takes nothing, and ends when that has lasted too long', async () => {
  let reads = 0;
  const { stream, ends } = open(
    (afterSeq) => {
      reads += 1;
      return Promise.resolve([event(afterSeq + 1)]);
    },
    { patienceMs: 50 },
  );
  stream.read();
  const [error] = (await once(stream, 'error')) as [Error];
  expect(error.message).toContain('the client does not read the events');
  await until('it has told its end', () => ends() === 1);
  expect(reads).toBeLessThan(4);
});

it('lasts through an outage of the database, and repeats and loses nothing by it', async () => {
  const outcomes: (number | 'outage')[] = [1, 'outage', 2];
  const positions: number[] = [];
  const { stream, flow, text } = open((afterSeq) => {
    positions.push(afterSeq);
    const next = outcomes.shift();
    if (next === 'outage') return Promise.reject(new Error('Connection terminated unexpectedly'));
    return Promise.resolve(next === undefined ? [] : [event(next)]);
  });
  flow();
  await until('both have come', () => text().includes(event(2).id));
  expect(positions.slice(0, 3)).toEqual([0, 1, 1]);
  expect(text().split(event(1).id)).toHaveLength(3);
  stream.destroy();
});

it('keeps each event on lines of its own, however its payload is laid out', async () => {
  const { stream, flow, text } = open((afterSeq) =>
    Promise.resolve(afterSeq === 0 ? [event(1)] : []),
  );
  flow();
  await until('it has come', () => text().includes(event(1).id));
  const lines = text().split('\n\n')[1]?.split('\n') ?? [];
  expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(['id', 'event', 'data']);
  expect(JSON.parse(lines[2]?.slice(6) ?? '')).toMatchObject({ data: { id: 'team' } });
  stream.destroy();
});

it('waits for nothing any more when its client has gone', async () => {
  const { stream, gone, flow, ends } = open(nothing);
  flow();
  gone.abort();
  await once(stream, 'close');
  expect(ends()).toBe(1);
});

it('ends when its key is refused, not when nobody can look at the key', async () => {
  let failure = new Error('Connection terminated unexpectedly');
  let checks = 0;
  const checkKey = () => {
    checks += 1;
    return Promise.reject(failure);
  };
  const { stream, flow, ends } = open(nothing, { checkKey });
  flow();
  const signal = () => test.database.signals.send('keys_changed');
  await until('it has looked', () => {
    signal();
    return checks > 0;
  });
  expect([stream.readableEnded, ends()]).toEqual([false, 0]);
  failure = new Refusal('api_key_invalid', 'x');
  await until('it has ended', () => {
    signal();
    return stream.readableEnded;
  });
});

it('tells nothing that it read while its key expired, and ends', async () => {
  const expiresAt = new Date(Date.now() + 300);
  const { stream, flow, text, ends } = open(
    async () => {
      await until('the key has expired', () => new Date() >= expiresAt);
      return [event(1)];
    },
    { checkKey: () => Promise.resolve({ expiresAt }) },
  );
  flow();
  await until('it has ended', () => stream.readableEnded && ends() === 1);
  expect(text()).toMatch(/^retry: \d+\n\n$/);
});

it('tells nothing that it read while its key was revoked', async () => {
  let isRevoked = false;
  let check = () => undefined as void;
  const checked = new Promise<void>((resolve) => (check = resolve));
  const checkKey = async () => {
    if (!isRevoked) return {};
    await checked;
    throw new Refusal('api_key_invalid', 'x');
  };
  let reads = 0;
  const { stream, flow, text } = open(
    async () => {
      reads += 1;
      isRevoked = true;
      test.database.signals.send('keys_changed');
      await heard;
      setImmediate(check);
      return [event(1)];
    },
    { checkKey },
  );
  const heard = new Promise<void>((resolve) => {
    test.database.signals.on('keys_changed', () => resolve());
  });
  flow();
  await until('it has ended', () => stream.readableEnded);
  expect(reads).toBe(1);
  expect(text()).not.toContain(event(1).id);
});
