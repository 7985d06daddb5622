import { fireDueSchedules } from '../../../commands/schedules/fire-due-schedules.ts';
import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { nextDue } from '../../../domain/work/schedule.ts';
import { ensureSchedules } from '../../../jobs/housekeeping/schedules.ts';
import { newId } from '../../../lib/ids.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

let store: TestDatabase;
let clocks: Database[];

const minute = 60_000;
const start = new Date('2026-03-02T00:00:00Z');
const after = (minutes: number, from = start) => new Date(from.getTime() + minutes * minute);

beforeEach(async () => {
  store = await createTestDatabase();
  clocks = [1, 2, 3].map(() =>
    connectDatabase({ url: store.url, poolMax: 1, applicationName: 'clock', log: quietLog }),
  );
});
afterEach(async () => {
  await Promise.all(clocks.map((clock) => clock.close()));
  await store.drop();
});

async function schedule(cron: string, nextDueAt: Date, change: object = {}): Promise<string> {
  const id = newId();
  await store.database.knex('schedules').insert({
    id,
    kind: 'housekeeping',
    job: 'tidy',
    key: id,
    cron,
    next_due_at: nextDueAt,
    ...change,
  });
  return id;
}

/** All clocks see the same time at once; answers how often something fired. */
async function tick(now: Date): Promise<number> {
  const fired = await Promise.all(clocks.map((clock) => fireDueSchedules(clock, now)));
  return fired.reduce((sum, count) => sum + count, 0);
}

const dueTimes = () =>
  store.database.knex('work').orderBy('available_at').pluck<Date[]>('available_at');
const finishAll = () =>
  store.database.knex('work').where({ state: 'QUEUED' }).update({ state: 'DONE' });

test('each of 60 ticks fires once, whoever of three clocks comes first', async () => {
  await schedule('* * * * *', after(1));
  expect(await tick(start)).toBe(0);
  for (let n = 1; n <= 60; n++) {
    expect(await tick(after(n))).toBe(1);
    expect(await tick(after(n))).toBe(0);
    await finishAll();
  }
  expect(await dueTimes()).toEqual(Array.from({ length: 60 }, (_, index) => after(index + 1)));
});

test('what came due while no clock ran is caught up once', async () => {
  const id = await schedule('*/5 * * * *', after(5));
  const now = after(3 * 60 + 2);
  expect(await tick(now)).toBe(1);
  expect(await dueTimes()).toEqual([after(5)]);
  const [row] = await store.database.knex('schedules').where({ id });
  expect(row).toMatchObject({ next_due_at: after(3 * 60 + 5), last_fired_at: after(5) });
  expect(await tick(now)).toBe(0);
  await finishAll();
  expect(await tick(after(3 * 60 + 5))).toBe(1);
});

test('work that still waits is not requested twice', async () => {
  await schedule('* * * * *', after(1));
  expect(await tick(after(1))).toBe(1);
  expect(await tick(after(2))).toBe(1);
  expect(await dueTimes()).toEqual([after(2)]);
});

test('many schedules fire in one tick, disabled ones and those of the future do not', async () => {
  for (let n = 0; n < 40; n++) await schedule('0 * * * *', after(0));
  await schedule('0 * * * *', after(0), { enabled: false });
  await schedule('0 * * * *', after(60));
  expect(await tick(start)).toBe(40);
  expect(await dueTimes()).toHaveLength(40);
});

test('an expression that is never due again fires its last time and no more', async () => {
  const id = await schedule('0 0 31 2 *', after(0));
  expect(await tick(start)).toBe(1);
  const [row] = await store.database.knex('schedules').where({ id });
  expect(row.next_due_at).toEqual(new Date('9999-12-31T00:00:00Z'));
  expect(await tick(after(365 * 24 * 60))).toBe(0);
});

test('starts of several clocks make the schedules of the installation once and move none', async () => {
  await Promise.all(clocks.map((clock) => ensureSchedules(clock.knex, start)));
  const rows = await store.database.knex('schedules').orderBy('job').select('job', 'next_due_at');
  expect(rows.map(({ job }) => job)).toEqual([
    'apply-retention',
    'embed-documents',
    'forget-generations',
    'forget-idempotency-keys',
    'forget-ui-sessions',
    'keep-partitions',
    'notice-ending-access',
    'remind-of-access',
    'remove-deleted-messages',
    'watch-access',
  ]);
  await ensureSchedules(store.database.knex, after(60 * 24 * 3));
  expect(
    await store.database.knex('schedules').orderBy('job').select('job', 'next_due_at'),
  ).toEqual(rows);
});

describe('across daylight saving', () => {
  const times = (cron: string, from: string, count: number, timezone = 'Europe/Berlin') => {
    const found: string[] = [];
    let last = new Date(from);
    for (let n = 0; n < count; n++) {
      last = nextDue(cron, timezone, last) ?? last;
      found.push(last.toISOString().slice(0, 16));
    }
    return found;
  };

  test('a time that is skipped in spring is due right behind the gap, then as ever', () => {
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  test('a time that comes twice in autumn is due once', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('every quarter of an hour stays a quarter of an hour', () => {
    for (const from of ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z']) {
      const found = times('*/15 * * * *', from, 12).map((text) => new Date(`${text}Z`).getTime());
      const gaps = found.map(
        (time, index) => time - (found[index - 1] ?? new Date(from).getTime()),
      );
      expect(new Set(gaps)).toEqual(new Set([15 * minute]));
    }
  });

  test('a daily time keeps its hour on the wall', () => {
    expect(times('0 6 * * *', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T05:00',
      '2026-03-29T04:00',
      '2026-03-30T04:00',
    ]);
  });
});

test('a schedule that cannot fire is told of and holds up no other', async () => {
  await schedule('not a schedule', after(1));
  await schedule('* * * * *', after(2));
  const [clock] = clocks;
  if (!clock) throw new Error('there are clocks');
  await expect(fireDueSchedules(clock, after(3))).rejects.toThrow('some schedules cannot fire');
  expect(await dueTimes()).toEqual([after(2)]);
});
