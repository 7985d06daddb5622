import type { TestApi } from '../../support/http/api.ts';
import { doHousekeeping } from '../../support/builders/housekeeping.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
let workers: TestWorkers;
beforeAll(async () => {
  api = await startAccessApi(clock);
  workers = startWorkers(api, {}, { clock });
});
beforeEach(() => clock.set('2026-03-10T12:00:00.000Z'));
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const put = (id: string, info = {}) =>
  api.send('PUT', `/api/access/${id}`, { body: access(id, { status: 'approved', ...info }) });
const lifecycle = async (id: string): Promise<string> =>
  (await api.send('GET', `/api/access/${id}`)).json.lifecycle;
const becomes = (id: string, state: string) =>
  until(`${id} is ${state}`, async () => (await lifecycle(id)) === state);
const timersOf = (id: string) =>
  api.database
    .knex('work')
    .where({ kind: 'access-timers', key: id })
    .whereIn('state', ['QUEUED', 'RUNNING'])
    .select('available_at', 'state');
const changes = ['Activated', 'Deactivated'];
const periods = async (id: string) =>
  (await eventsOf(api, id)).filter((type) => changes.includes(type));

it('activates at the start of the first day and deactivates behind the last, by one timer at a time', async () => {
  await put('both', { startDate: '2026-03-11', endDate: '2026-03-12' });
  expect(await timersOf('both')).toEqual([
    { available_at: new Date('2026-03-11T00:00:00Z'), state: 'QUEUED' },
  ]);
  clock.set('2026-03-10T23:59:59.999Z');
  await put('other', { startDate: '2026-03-10' });
  expect(await lifecycle('both')).toBe('upcoming');
  clock.set('2026-03-11T00:00:00.000Z');
  await becomes('both', 'active');
  await until('the next timer waits', async () => (await timersOf('both')).length === 1);
  expect((await timersOf('both'))[0].available_at).toEqual(new Date('2026-03-13T00:00:00Z'));
  clock.set('2026-03-12T23:59:59.999Z');
  expect(await lifecycle('both')).toBe('active');
  clock.set('2026-03-13T00:00:00.000Z');
  await becomes('both', 'expired');
  expect(await periods('both')).toEqual(changes);
  await until('no timer is left', async () => (await timersOf('both')).length === 0);
});

it('moves with the access, and goes with it', async () => {
  await put('moving', { startDate: '2026-03-20' });
  await put('moving', { startDate: '2026-03-15' });
  expect((await timersOf('moving')).map((row) => row.available_at)).toEqual([
    new Date('2026-03-15T00:00:00Z'),
  ]);
  await api.send('POST', '/api/access/moving/cancel');
  expect(await timersOf('moving')).toEqual([]);
  await put('leaving', { startDate: '2026-03-20' });
  await api.send('DELETE', '/api/access/leaving');
  expect(await timersOf('leaving')).toEqual([]);
  clock.set('2026-03-21T00:00:00Z');
  await put('later', { startDate: '2026-03-21' });
  expect(await periods('moving')).toEqual([]);
  expect(await periods('leaving')).toEqual([]);
});

it('makes up for a period that passed while nobody was there', async () => {
  await put('missed', { startDate: '2026-03-11', endDate: '2026-03-11' });
  clock.set('2026-03-20T00:00:00Z');
  await becomes('missed', 'expired');
  expect(await periods('missed')).toEqual(changes);
});

it('many at the same moment are each activated once', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => `many-${n}`);
  await Promise.all(ids.map((id) => put(id, { startDate: '2026-03-11', endDate: '2026-03-11' })));
  clock.set('2026-03-11T00:00:00Z');
  const count = (state: string) =>
    api.database.knex('access').where('id', 'like', 'many-%').where({ state }).pluck('id');
  await until('all are active', async () => (await count('active')).length === ids.length);
  clock.set('2026-03-12T00:00:00Z');
  await until('all are over', async () => (await count('expired')).length === ids.length);
  const { rows } = await api.database.knex.raw(
    `select type, count(*)::int as events, count(distinct subject_id)::int as subjects from events
      where subject_id like 'many-%' and type in ('AccessActivatedEvent', 'AccessDeactivatedEvent') group by 1 order by 1`,
  );
  expect(rows).toEqual(
    ['AccessActivatedEvent', 'AccessDeactivatedEvent'].map((type) => ({
      type,
      events: ids.length,
      subjects: ids.length,
    })),
  );
});

it('comes back when somebody cancels its work', async () => {
  await put('robbed', { startDate: '2026-03-15' });
  const row = await api.database
    .knex('work')
    .where({ kind: 'access-timers', key: 'robbed', state: 'QUEUED' })
    .first();
  await api.send('POST', `/api/ops/work/${row.id}/cancel`);
  expect(await timersOf('robbed')).toEqual([]);
  await doHousekeeping(api, 'watch-access', clock.now());
  await until('the timer is back', async () => (await timersOf('robbed')).length === 1);
});

describe('alerts', () => {
  const alertsOf = async (id: string, query = '') =>
    (await api.send('GET', `/api/access/alerts?accessId=${id}${query}`)).json;

  /** Work begins at the time of Postgres, which rounds to a millisecond. */
  const shortlyAfter = /^2026-03-10T13:01:00\.00[01]Z$/;

  it('rise when an active access is not provisioned in time, and end when it is', async () => {
    await put('slow');
    await put('quick');
    await api.send('POST', '/api/access/quick/provisioning/provisioning-succeeded');
    clock.set('2026-03-10T12:59:00.000Z');
    await doHousekeeping(api, 'watch-access', clock.now());
    expect(await alertsOf('slow')).toEqual([]);
    clock.set('2026-03-10T13:01:00.000Z');
    await doHousekeeping(api, 'watch-access', clock.now());
    const [alert] = await until('the alert', async () => {
      const found = await alertsOf('slow', '&open=true');
      return found.length > 0 && found;
    });
    expect(alert).toEqual({
      id: expect.any(String),
      kind: 'not-provisioned',
      accessId: 'slow',
      message:
        'The access is active since 2026-03-10 12:00 UTC, and no component has sent a report.',
      raisedAt: expect.stringMatching(shortlyAfter) as unknown,
      seenAt: alert.raisedAt,
      resolvedAt: null,
    });
    await doHousekeeping(api, 'watch-access', clock.now());
    expect(await alertsOf('slow')).toHaveLength(1);
    expect(await alertsOf('quick')).toEqual([]);
    await api.send('POST', '/api/access/slow/provisioning/provisioning-succeeded');
    expect(await alertsOf('slow', '&open=true')).toEqual([]);
    const [ended] = await alertsOf('slow', '&open=false');
    expect(ended.resolvedAt).toMatch(shortlyAfter);
  });
});

describe('reminders', () => {
  const remindersOf = async (id: string) =>
    (await api.database.knex('notifications').where({ subject_id: id }).orderBy('id')).map(
      ({ template, recipient }) => `${template} ${recipient}`,
    );

  it('go to those teams only that asked for them, each once', async () => {
    await put('ending', { endDate: '2026-04-10', nextReassessmentDate: '2026-04-01' });
    const at = async (instant: string): Promise<string[]> => {
      clock.set(instant);
      await doHousekeeping(api, 'remind-of-access', clock.now());
      return remindersOf('ending');
    };
    expect(await at('2026-04-03T06:00:00Z')).toEqual([]);
    const { json: stored } = await api.send('GET', '/api/teams/marketing');
    const custom = { accessExpiryReminderDays: '30,7', accessReassessmentReminderDays: '14' };
    await api.send('PUT', '/api/teams/marketing', { body: { ...stored, custom } });
    const owner = 'marketing-owner@example.com';
    expect(await at('2026-03-19T06:00:00Z')).toEqual([
      `access-expiry ${owner}`,
      `access-reassessment ${owner}`,
    ]);
    expect(await at('2026-03-20T06:00:00Z')).toHaveLength(2);
    expect(await at('2026-04-03T06:00:00Z')).toEqual([
      `access-expiry ${owner}`,
      `access-reassessment ${owner}`,
      `access-expiry ${owner}`,
    ]);
    expect(await at('2026-04-09T06:00:00Z')).toHaveLength(3);
  });
});
