import { ensureSchedules } from '../../../jobs/housekeeping/schedules.ts';
import { namedJobs } from '../../../domain/operations/schedule-names.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { registerStubSource } from '../../support/fakes/stub-source.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

registerStubSource();
let api: TestApi;
let session: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  session = await signIn(api);
  await ensureSchedules(api.database.knex, new Date());
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/ui/integrations/warehouse', {
    key: null,
    headers: session,
    body: {
      externalId: 'warehouse',
      name: 'Warehouse of the shop',
      source: 'stub',
      enabled: true,
      owningTeamExternalId: 'checkout',
      scheduleExpression: '30 6 * * 1',
      scheduleTimezone: 'Europe/Berlin',
      configuration: { place: 'y' },
      credentials: { token: 'z' },
    },
  });
  const tested = { customProperties: [{ property: 'testSchedule', value: '0 4 * * *' }] };
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', tested) });
});
afterAll(() => api.stop());

const list = async (query = '', key?: string) =>
  (await api.send('GET', `/api/ops/schedules${query}`, key ? { key } : {})).json;

describe('GET /api/ops/schedules', () => {
  it('lists those of the house with names, then those of integrations and tests', async () => {
    const all = await list();
    const house = all.filter(({ owner }: { owner: string }) => owner === 'installation');
    expect(house.map(({ job }: { job: string }) => job).sort()).toEqual([...namedJobs].sort());
    for (const { name, job, next } of house) {
      expect(name).not.toBe(job);
      expect(next).toHaveLength(5);
    }
    const [warehouse] = await list('?kind=ingestion');
    expect(warehouse).toMatchObject({
      name: 'Warehouse of the shop',
      owner: 'organization',
      subject: { kind: 'integration', id: 'warehouse', name: 'Warehouse of the shop' },
      cron: '30 6 * * 1',
      timezone: 'Europe/Berlin',
      enabled: true,
      lastFiredAt: null,
      overdue: false,
      paused: false,
    });
    const times = warehouse.next.map((at: string) =>
      new Date(at).toLocaleString('en-GB', {
        timeZone: 'Europe/Berlin',
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }),
    );
    expect(new Set(times)).toEqual(new Set(['Mon 06:30']));
    expect(warehouse.next[0]).toBe(warehouse.nextDueAt);
    const [tests] = await list('?kind=scheduled-tests');
    expect(tests.subject).toMatchObject({ kind: 'data-contract', id: 'orders' });
  });

  it('says which are overdue, paused, disabled or never due again', async () => {
    const { knex } = api.database;
    const wheres = { kind: 'ingestion', key: 'warehouse' };
    const before = await knex('schedules').where(wheres).first();
    const update = (change: object) => knex('schedules').where(wheres).update(change);
    await update({ next_due_at: new Date(Date.now() - 120_000) });
    await api.send('POST', '/api/ops/kinds/ingestion/pause', { body: { reason: 'x' } });
    expect((await list('?key=warehouse'))[0]).toMatchObject({ overdue: true, paused: true });
    await api.send('POST', '/api/ops/kinds/ingestion/resume');
    await update({ enabled: false });
    expect((await list('?enabled=false'))[0]).toMatchObject({ overdue: false, next: [] });
    await update({ enabled: true, next_due_at: '9999-12-31T00:00:00Z' });
    expect((await list('?key=warehouse'))[0]).toMatchObject({ nextDueAt: null, next: [] });
    await update({ next_due_at: before.next_due_at });
  });

  it('pages, and shows other organizations only their own', async () => {
    const ids = (await list()).map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    for (let path: string | undefined = '?size=3'; path !== undefined;) {
      const page: { json: { id: string }[]; headers: Headers } = await api.send(
        'GET',
        `/api/ops/schedules${path}`,
      );
      paged.push(...page.json.map(({ id }) => id));
      path = /(\?[^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(ids);
    const organizationId = await api.newOrganization('second');
    const other = (await api.newKey('organization', { organizationId })).text;
    expect(await list('', other)).toEqual([]);
  });
});

describe('POST /ui/schedules/preview', () => {
  const preview = (body: object) =>
    api.send('POST', '/ui/schedules/preview', { key: null, headers: session, body });

  it('gives the next five times in the time zone', async () => {
    const { json } = await preview({ expression: '15 2 * * *', timezone: 'America/New_York' });
    expect(json.next).toHaveLength(5);
    const hours = json.next.map((at: string) =>
      new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' }),
    );
    // A night in spring has no 02:15; the time is then the first after the gap.
    for (const hour of hours) expect(hour).toMatch(/^0[23]:(15|00):00$/);
    expect((await preview({ expression: '* * * * *' })).json).toMatchObject({ timezone: 'UTC' });
  });

  it('says what is wrong, and in which field', async () => {
    for (const [body, field, words] of [
      [{ expression: '0 6 * *' }, 'expression', /five fields/],
      [{ expression: '0 6 * * * *' }, 'expression', /five fields/],
      [{ expression: '61 6 * * *' }, 'expression', /not a CRON expression/],
      [{ expression: '0 0 31 2 *' }, 'expression', /never due/],
      [{ expression: '0 6 * * *', timezone: 'Mars/Base' }, 'timezone', /time zone/],
      [{ expression: '<script>x y z' }, 'expression', /not a CRON expression/],
    ] as const) {
      const refused = await preview(body);
      expect(refused).toMatchObject({
        status: 422,
        json: { code: 'invalid_body', violations: [{ field }] },
      });
      expect(refused.json.detail).toMatch(words);
    }
    expect((await preview({})).status).toBe(422);
    const outside = await api.send('POST', '/ui/schedules/preview', { body: { expression: 'x' } });
    expect(outside.status).toBe(401);
  });
});
