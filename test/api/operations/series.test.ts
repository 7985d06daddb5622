import { upsertProcess } from '../../../db/tables/work/processes.ts';
import { deleteOldMinutes, recordMinute } from '../../../db/tables/operations/minutes.ts';
import { maxPoints } from '../../../domain/operations/series.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import { team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const minuteMs = 60_000;
const now = () => api.database.knex;

type Work = { kind?: string; state: string; due: Date; started?: Date; finished?: Date };

async function store({ kind = 'mail', state, due, started, finished }: Work): Promise<void> {
  await now()('work').insert({
    id: newId(),
    organization_id: api.organizationId,
    kind,
    job: 'x',
    key: newId(),
    payload: '{}',
    state,
    available_at: due,
    created_at: due,
    started_at: started ?? null,
    finished_at: finished ?? null,
    lease_until: state === 'RUNNING' ? new Date(Date.now() + minuteMs) : null,
  });
}

/** The begin of the last full minute of Postgres. */
async function lastMinute(): Promise<number> {
  const { rows } = await now().raw(
    `select date_trunc('minute', clock_timestamp() - interval '2 seconds') as at`,
  );
  return (rows[0].at as Date).getTime() - minuteMs;
}

const read = async (query = '') => (await api.send('GET', `/api/ops/series${query}`)).json;
const values = (column: (number | null)[]) => column.filter((value) => value !== null);

it('records each minute once, however many clocks record it at the same time', async () => {
  const recorded = await Promise.all(Array.from({ length: 6 }, () => recordMinute(now())));
  // The minute may end while the clocks record it.
  expect(recorded.filter(Boolean).length).toBeGreaterThanOrEqual(1);
  const rows = await now()('work_minutes').select('at', 'kind');
  const minutes = await now()('installation_minutes').select('at');
  expect(minutes).toHaveLength(recorded.filter(Boolean).length);
  expect(rows).toHaveLength(minutes.length * workKinds.length);
});

it('shows what waited, ran, started, was done and failed in a minute', async () => {
  const begin = await lastMinute();
  const at = (seconds: number) => new Date(begin + seconds * 1000);
  await store({ state: 'QUEUED', due: at(-600) });
  await store({ state: 'QUEUED', due: new Date(Date.now() + 3_600_000) });
  await store({ state: 'RUNNING', due: at(10), started: at(12) });
  await store({ state: 'DONE', due: at(20), started: at(24), finished: at(30) });
  await store({ state: 'FAILED', due: at(-300), started: at(-200), finished: at(40) });
  // The minute before.
  await store({ state: 'DONE', due: at(-90), started: at(-50), finished: at(-30) });
  await store({ kind: 'webhooks', state: 'DONE', due: at(5), started: at(11), finished: at(12) });
  await recordMinute(now());
  const { installation, kinds, at: times } = await read('?hours=1');
  const mail = kinds.find(({ kind }: { kind: string }) => kind === 'mail');
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual([...workKinds]);
  expect(values(mail.waiting)).toEqual([1]);
  expect(values(mail.running)).toEqual([1]);
  expect(values(mail.done)).toEqual([1]);
  expect(values(mail.failed)).toEqual([1]);
  expect(values(mail.startLagSeconds)).toEqual([3]);
  expect(values(mail.oldestSeconds)[0]).toBeGreaterThanOrEqual(600);
  expect(values(installation.done)).toEqual([2]);
  expect(values(installation.waiting)).toEqual([1]);
  expect(values(installation.startLagSeconds)).toEqual([4]);
  expect(values(installation.feedLagSeconds)).toEqual([0]);
  expect(values(installation.databaseBytes)[0]).toBeGreaterThan(1_000_000);
  const index = mail.done.indexOf(1);
  expect(Date.parse(times[index])).toBe(begin);
});

it('thins a month of minutes to few points that keep peaks and sums', async () => {
  const { knex } = api.database;
  const last = (await lastMinute()) + minuteMs;
  const minutes = 30 * 24 * 60;
  await knex.raw(
    `insert into work_minutes (at, kind, waiting, running, oldest_seconds, started, start_lag_seconds, done, failed)
     select to_timestamp(?) - n * interval '1 minute', kind, case when n = 1000 then 77 else 1 end, 0, n % 60, 1, 2, 1, 0
     from generate_series(0, ? - 1) n cross join unnest(?::text[]) kind`,
    [last / 1000, minutes, [...workKinds]],
  );
  await knex.raw(
    `insert into installation_minutes (at, feed_lag_seconds, webhook_failures, webhook_waiting, mail_failures, database_bytes)
     select to_timestamp(?) - n * interval '1 minute', 0.5, 1, 0, 2, 5000000000 from generate_series(0, ? - 1) n`,
    [last / 1000, minutes],
  );
  const { at, stepSeconds, installation, kinds } = await read('?hours=720');
  expect(at.length).toBeLessThanOrEqual(maxPoints);
  expect(stepSeconds % 60).toBe(0);
  for (const column of Object.values({ ...kinds[0], kind: [], ...installation }))
    if ((column as []).length > 0) expect(column).toHaveLength(at.length);
  expect(Math.max(...values(kinds[0].waiting).map(Number))).toBe(77);
  const sum = values(installation.done).reduce((total: number, value) => total + value, 0);
  // A part of the first step lies before the range.
  expect(sum).toBeLessThanOrEqual(minutes * workKinds.length);
  expect(sum).toBeGreaterThan((minutes - (2 * stepSeconds) / 60) * workKinds.length);
  expect(new Set(values(installation.startLagSeconds))).toEqual(new Set([2]));
  expect(values(installation.databaseBytes).at(-1)).toBe(5_000_000_000);
  const day = await read();
  expect(day.stepSeconds).toBe(300);
  expect(day.at.length).toBeGreaterThanOrEqual(288);
});

it('forgets minutes in batches', async () => {
  const { knex } = api.database;
  await recordMinute(knex);
  const future = new Date(Date.now() + minuteMs);
  expect(await deleteOldMinutes(knex, new Date(0), 5)).toBe(0);
  const deleted: number[] = [];
  do deleted.push(await deleteOldMinutes(knex, future, 5));
  while (deleted.at(-1) === 5);
  expect(deleted).toEqual([5, 5, 1]);
  expect(await knex('work_minutes')).toEqual([]);
  expect(await knex('installation_minutes')).toEqual([]);
});

it('is for those who operate the installation, and says what is wrong with hours', async () => {
  const organizationId = await api.newOrganization('second');
  const other = (await api.newKey('organization', { organizationId })).text;
  const path = '/api/ops/series';
  expect((await api.send('GET', path, { key: other })).status).toBe(403);
  const reader = (await api.newKey('organization_read')).text;
  expect((await api.send('GET', path, { key: reader })).status).toBe(200);
  for (const hours of ['0', '721', 'x', '1.5', ''])
    expect((await api.send('GET', `${path}?hours=${hours}`)).status).toBe(400);
});

describe('kinds of work', () => {
  const kindOf = (kinds: { kind: string }[], wanted: string) =>
    kinds.find(({ kind }) => kind === wanted);
  const pause = (
    kind: string,
    body: object = { reason: ' The mail server moves. ' },
    key?: string,
  ) => api.send('POST', `/api/ops/kinds/${kind}/pause`, { body, ...(key && { key }) });

  it('are paused with a reason and who, once, shown everywhere, and resumed', async () => {
    await upsertProcess(
      now(),
      { id: newId(), role: 'worker', host: 'vm', pid: 1, kinds: ['mail'] },
      '[]',
    );
    const paused = (await pause('mail')).json;
    expect(paused).toMatchObject({
      kind: 'mail',
      workers: 1,
      may: { pause: true },
      paused: { reason: 'The mail server moves.', by: expect.stringMatching(/^api-key:/) },
    });
    expect(paused.paused.byName).toEqual(expect.any(String));
    expect((await pause('mail', { reason: 'another' })).json.paused).toEqual(paused.paused);
    const { kinds } = (await api.send('GET', '/api/ops/work')).json;
    expect(kindOf(kinds, 'mail')).toMatchObject({ paused: paused.paused });
    const listed = (await api.send('GET', '/api/ops/kinds')).json;
    expect(kindOf(listed, 'webhooks')).toMatchObject({ paused: null, workers: 0 });
    const { needs } = (await api.send('GET', '/api/ops/overview')).json;
    expect(needs).toContainEqual(
      expect.objectContaining({
        code: 'kind_paused',
        kind: 'mail',
        message: 'The kind mail is paused: The mail server moves.',
      }),
    );
    expect((await api.send('POST', '/api/ops/kinds/mail/resume')).json.paused).toBeNull();
    expect((await api.send('POST', '/api/ops/kinds/mail/resume')).json.paused).toBeNull();
    const types = await now()('events').where({ subject_kind: 'work-kind' }).pluck('type');
    expect(types).toEqual(['WorkKindPaused', 'WorkKindResumed']);
  });

  it('are paused only by who operates the installation; others see that, but not who', async () => {
    const organizationId = await api.newOrganization('second');
    const other = (await api.newKey('organization', { organizationId })).text;
    const reader = (await api.newKey('organization_read')).text;
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    const teamKey = (await api.newKey('team', { teamId: 'checkout' })).text;
    for (const key of [other, reader, teamKey])
      expect((await pause('mail', { reason: 'x' }, key)).status).toBe(403);
    await pause('mail');
    const seen = (await api.send('GET', '/api/ops/kinds', { key: other })).json;
    expect(kindOf(seen, 'mail')).toMatchObject({
      paused: { reason: 'The mail server moves.', by: null, byName: null },
      may: { pause: false },
    });
    const resumed = await api.send('POST', '/api/ops/kinds/mail/resume', { key: other });
    expect(resumed.status).toBe(403);
  });

  it('are rehearsed without being paused or resumed', async () => {
    const rehearse = (verb: string) =>
      api.send('POST', `/api/ops/kinds/mail/${verb}?dryRun=true`, { body: { reason: 'x' } });
    expect((await rehearse('pause')).text).toContain('WorkKindPaused');
    expect(await now()('paused_kinds')).toEqual([]);
    await pause('mail');
    expect((await rehearse('resume')).text).toContain('WorkKindResumed');
    expect(await now()('paused_kinds')).toHaveLength(1);
  });

  it('are refused with what is wrong', async () => {
    expect((await pause('nothing')).status).toBe(400);
    for (const reason of ['', '  ', 7, 'x'.repeat(501), undefined])
      expect(await pause('mail', { reason })).toMatchObject({
        status: 422,
        json: { code: 'invalid_body' },
      });
    expect((await api.send('GET', '/api/ops/kinds')).json[0].paused).toBeNull();
  });
});
