import { fireDueSchedules } from '../../../commands/schedules/fire-due-schedules.ts';
import { lowestId } from '../../../lib/ids.ts';
import { pageSize } from '../../../jobs/ingestion/open-integration.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof integrations>;
const platform = registerStubSource();
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  call = integrations(api);
});
afterAll(async () => {
  await workers?.stop();
  await api.stop();
});

const schedule = (id: string) =>
  api.database.knex('schedules').where({ kind: 'ingestion', key: id }).first();
const runs = async (id: string, query = '') =>
  (await api.send('GET', call.at(id, `/runs${query}`))).json;

describe('without a worker', () => {
  it('a run is there from the trigger on, and the only one', async () => {
    await call.put('waiting');
    const triggered = await call.trigger('waiting');
    expect([triggered.status, triggered.json]).toEqual([
      202,
      {
        integrationExternalId: 'waiting',
        ingestionRunId: expect.any(String),
        scheduledAt: expect.any(String),
        deferred: false,
        message: expect.any(String),
      },
    ]);
    const { ingestionRunId } = triggered.json;
    expect(await call.latest('waiting')).toMatchObject({
      ingestionRunId,
      status: 'RUNNING',
      phase: 'queued',
      assetsProcessed: 0,
      completedAt: null,
    });
    const triedAgain = await api.send('POST', call.at('waiting', '/run?dryRun=true'));
    expect(triedAgain.status).toBe(409);
    const again = await call.trigger('waiting');
    expect([again.status, again.headers.get('content-type'), again.json]).toEqual([
      409,
      expect.stringContaining('application/problem+json'),
      expect.objectContaining({
        code: 'run_in_progress',
        type: expect.stringMatching(/\/already_running$/),
        ingestionRunId,
        message: expect.any(String),
      }),
    ]);
    expect((await api.send('POST', call.at('waiting', '/cancel'))).status).toBe(204);
    expect(await call.latest('waiting')).toMatchObject({ status: 'CANCELLED', phase: 'ended' });
    expect((await api.send('POST', call.at('waiting', '/cancel'))).status).toBe(204);
  });

  it('of a hundred pairs of triggers one each gets through', async () => {
    await call.put('pairs');
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all([call.trigger('pairs'), call.trigger('pairs')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
      await api.send('POST', call.at('pairs', '/cancel'));
    }
    expect(await runs('pairs', '?limit=200')).toHaveLength(100);
    expect(await runs('pairs')).toHaveLength(50);
    expect(await runs('pairs', '?status=SUCCESS')).toEqual([]);
    for (const query of ['?limit=201', '?limit=0', '?status=DONE']) {
      expect((await api.send('GET', call.at('pairs', `/runs${query}`))).status).toBe(400);
    }
  });

  it('lists and shows integrations, never credentials, and is written nowhere here', async () => {
    await api.send('PUT', '/api/teams/sales', {
      body: { id: 'sales', name: 'Sales', type: 'Team' },
    });
    await call.put('shown', {
      name: 'Shown',
      owningTeamExternalId: 'sales',
      enabled: false,
      configuration: { place: 'somewhere' },
      credentials: { token: 'hunter2-secret' },
      scheduleExpression: '0 0 6 ? * 2-6',
      scheduleTimezone: 'Europe/Berlin',
      filters: { databases: ['DP_*'] },
    });
    const list = (await api.send('GET', '/api/integrations?owningTeamExternalId=sales')).json;
    expect(list).toEqual([
      {
        externalId: 'shown',
        name: 'Shown',
        source: 'stub',
        enabled: false,
        owningTeamExternalId: 'sales',
        owningTeamName: 'Sales',
        sourceTitle: 'Stub',
        mayEdit: true,
        assetOwnerTeamExternalId: 'sales',
        schedule: '0 6 * * 1,2,3,4,5',
        scheduleTimezone: 'Europe/Berlin',
        nextRunAt: null,
        lastSkippedAt: null,
        latestRun: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const single = await api.send('GET', call.at('shown'));
    expect(single.json.configuration).toEqual({
      place: 'somewhere',
      filters: { databases: ['DP_*'] },
      scheduleExpression: '0 0 6 ? * 2-6',
    });
    expect(single.text).not.toContain('hunter2');
    const ids = async (query: string) =>
      (await api.send('GET', `/api/integrations${query}`)).json.map((each: any) => each.externalId);
    expect(await ids('?enabled=false')).toEqual(['shown']);
    expect(await ids('?enabled=true&source=stub')).toEqual(['pairs', 'waiting']);
    expect(await ids('?source=other')).toEqual([]);
    for (const method of ['PUT', 'DELETE', 'POST']) {
      const path = method === 'POST' ? '/api/integrations' : call.at('shown');
      expect((await api.send(method, path, { body: {} })).status).toBe(405);
    }
    expect((await api.send('GET', call.at('shown', '/runs/latest'))).status).toBe(404);
    expect((await api.send('GET', call.at('nothing', '/runs/latest'))).status).toBe(404);
    const team = await api.newKey('team', { teamId: 'sales' });
    const reader = await api.newKey('team_read', { teamId: 'sales' });
    const trigger = (key: string, id: string) => api.send('POST', call.at(id, '/run'), { key });
    expect((await trigger(reader.text, 'shown')).status).toBe(403);
    expect((await trigger(team.text, 'waiting')).status).toBe(403);
    expect((await trigger(team.text, 'shown')).status).toBe(202);
    await api.send('POST', call.at('shown', '/cancel'), { key: team.text });
  });

  it('runs are listed in pages, newest first, also after one that was deleted meanwhile', async () => {
    await call.put('paged');
    const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
    // Two runs that began in the same millisecond follow each other by their ids.
    const began = [1, 2, 2, 3, 4].map((minute) => at(minute));
    const ids = began.map((time, n) => lowestId(time.getTime()).replace(/.$/, String(n)));
    await api.database.knex('ingestion_runs').insert(
      ids.map((id, n) => ({
        organization_id: api.organizationId,
        id,
        integration_id: 'paged',
        work_id: id,
        trigger: 'request',
        requested_by: 'system',
        phase: 'ended',
        outcome: n === 1 ? 'FAILED' : 'SUCCESS',
        started_at: began[n],
        ended_at: began[n],
      })),
    );
    const newest = ids.toReversed();
    const page = async (query: string) => {
      const { json, headers } = await api.send('GET', call.at('paged', `/runs?limit=2${query}`));
      const link = /[?&]after=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
      return { listed: json.map(({ ingestionRunId }: any) => ingestionRunId), link };
    };
    const [fifth, fourth, third, second, first] = newest;
    expect(await page('')).toEqual({ listed: [fifth, fourth], link: fourth });
    expect(await page(`&after=${fourth}`)).toEqual({ listed: [third, second], link: second });
    expect(await page(`&after=${second}`)).toEqual({ listed: [first], link: undefined });
    expect((await page(`&after=${third}&status=FAILED`)).listed).toEqual([second]);
    await api.database.knex('ingestion_runs').where({ id: fourth }).delete();
    expect((await page(`&after=${fourth}`)).listed).toEqual([third, second]);
    const wrong = await api.send('GET', call.at('paged', '/runs?after=x'));
    expect(wrong).toMatchObject({ status: 400, json: { code: 'bad_request' } });
  });

  it('schedules fire once, skip while a run is in progress, and follow every change', async () => {
    await call.put('timed', { scheduleExpression: '*/5 * * * *' });
    const first = (await schedule('timed')).next_due_at as Date;
    const at = (minutes: number): Date => new Date(first.getTime() + minutes * 60_000);
    expect(
      await Promise.all([
        fireDueSchedules(api.database, at(0)),
        fireDueSchedules(api.database, at(0)),
      ]),
    ).toContain(1);
    expect(await runs('timed')).toMatchObject([
      { status: 'RUNNING', trigger: 'schedule', requestedBy: 'system' },
    ]);
    await fireDueSchedules(api.database, at(5));
    expect(await runs('timed')).toHaveLength(1);
    const shown = (await api.send('GET', call.at('timed'))).json;
    expect([shown.lastSkippedAt, shown.nextRunAt]).toEqual([
      at(5).toISOString(),
      at(10).toISOString(),
    ]);
    const [listed] = (await api.send('GET', '/api/ops/schedules?key=timed')).json;
    // Skipped after it fired, which a page shows.
    expect([listed.lastFiredAt, listed.lastSkippedAt]).toEqual([
      at(0).toISOString(),
      at(5).toISOString(),
    ]);
    await api.send('POST', call.at('timed', '/cancel'));
    // After an hour without a clock one missed time is caught up.
    await fireDueSchedules(api.database, at(72));
    await fireDueSchedules(api.database, at(72));
    expect(await runs('timed')).toHaveLength(2);
    await api.send('POST', call.at('timed', '/cancel'));
    await call.put('timed', { scheduleExpression: '*/5 * * * *', enabled: false });
    await fireDueSchedules(api.database, at(200));
    await call.put('timed', {});
    await fireDueSchedules(api.database, at(300));
    expect(await runs('timed')).toHaveLength(2);
    expect(await schedule('timed')).toBeUndefined();
  });
});

describe('with workers', () => {
  beforeAll(() => {
    workers = startWorkers(api);
  });

  it('a running one ends when it is cancelled, keeps what it stored, and removes nothing', async () => {
    await call.put('stopped');
    platform.assets = [table('old')];
    await call.run('stopped');
    platform.assets = Array.from({ length: 2 * pageSize }, (_, n) => table(`t${n}`));
    platform.beforePage = (page, { signal }) =>
      page === 0
        ? Promise.resolve()
        : new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          );
    await call.trigger('stopped');
    await until(
      'a page is stored',
      async () => (await call.latest('stopped')).assetsCreated === pageSize,
    );
    await api.send('POST', call.at('stopped', '/cancel'));
    const run = await call.ended('stopped');
    expect(platform.closed).toBe(platform.opened);
    platform.beforePage = () => Promise.resolve();
    expect(run).toMatchObject({ status: 'CANCELLED', assetsCreated: pageSize, assetsDeleted: 0 });
    expect((await api.send('GET', '/api/assets/stopped:shop.public.old')).status).toBe(200);
    expect(await call.run('stopped')).toMatchObject({
      status: 'SUCCESS',
      assetsCreated: pageSize,
      assetsUnchanged: pageSize,
      assetsDeleted: 1,
    });
  });

  it('tells its progress as it goes, until its end', async () => {
    await call.put('told');
    platform.assets = Array.from({ length: 5 * pageSize }, (_, n) => table(`t${n}`));
    platform.beforePage = () => new Promise((resolve) => setTimeout(resolve, 600));
    const { ingestionRunId } = (await call.trigger('told')).json;
    const stream = await fetch(`${api.address}${call.at('told', `/runs/${ingestionRunId}`)}`, {
      headers: { 'x-api-key': api.key, accept: 'text/event-stream' },
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const text = await stream.text();
    platform.beforePage = () => Promise.resolve();
    const events = [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event, data]) => [
      event,
      JSON.parse(data ?? ''),
    ]);
    expect(events.at(-1)).toMatchObject([
      'ended',
      { status: 'SUCCESS', assetsCreated: 5 * pageSize },
    ]);
    const processed = events.map(([, { assetsProcessed }]) => assetsProcessed as number);
    expect(processed).toEqual(processed.toSorted((one, other) => one - other));
    expect(new Set(processed).size).toBeGreaterThan(2);
  });
});
