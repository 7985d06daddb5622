import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
beforeAll(async () => {
  api = await startAccessApi(clock);
});
afterAll(() => api.stop());

let count = 0;
async function make(info: object = { status: 'approved' }): Promise<string> {
  count += 1;
  const id = `p-${count}`;
  await api.send('PUT', `/api/access/${id}`, { body: access(id, { ...info }) });
  return id;
}
const report = (id: string, what: string, body?: unknown) =>
  api.send('POST', `/api/access/${id}/provisioning/${what}`, { body });
const path = (id: string) => `/api/access/${id}/provisioning`;
const mailsOf = async (id: string) =>
  (
    await api.database
      .knex('notifications')
      .where({ subject_id: id, medium: 'mail' })
      .orderBy('recipient')
  ).map(({ recipient, template }) => `${template} ${recipient}`);

describe('the six reports', () => {
  it.each([
    ['provisioning-started', 'provisioning', 'ProvisioningStarted', 'provisioningStartedAt'],
    ['provisioning-succeeded', 'provisioned', 'Provisioned', 'provisionedAt'],
    ['provisioning-failed', 'provisioning-failed', 'ProvisioningFailed', 'failedAt'],
    [
      'deprovisioning-started',
      'deprovisioning',
      'DeprovisioningStarted',
      'deprovisioningStartedAt',
    ],
    ['deprovisioning-succeeded', 'deprovisioned', 'Deprovisioned', 'deprovisionedAt'],
    ['deprovisioning-failed', 'deprovisioning-failed', 'DeprovisioningFailed', 'failedAt'],
  ])('%s sets %s and tells Access%sEvent, each time', async (what, status, event, instant) => {
    const id = await make();
    const record = { status, platform: 'postgres', [instant]: '2026-03-10T12:00:00.000Z' };
    const first = await report(id, what, { platform: 'postgres' });
    expect([first.status, first.json]).toEqual([200, record]);
    const again = await report(id, what);
    expect(again.json).toEqual(record);
    expect((await api.send('GET', path(id))).json).toEqual(record);
    expect((await eventsOf(api, id)).slice(-2)).toEqual([event, event]);
    const { rows } = await api.database.knex.raw(
      `select data from events where subject_id = ? and type = ? order by n limit 1`,
      [id, `Access${event}Event`],
    );
    expect(JSON.parse(rows[0].data)).toEqual({
      id,
      status,
      platform: 'postgres',
      timestamp: '2026-03-10T12:00:00.000Z',
    });
  });

  it('none is illegal, the latest wins, and all are kept', async () => {
    const id = await make({});
    await report(id, 'deprovisioning-failed', { diagnostics: 'a' });
    await report(id, 'provisioning-succeeded', { reference: 'r', links: { a: 'b' } });
    await report(id, 'provisioning-started', { executor: 'e', platform: null });
    expect((await api.send('GET', `/api/access/${id}`)).json.provisioning).toMatchObject({
      status: 'provisioning',
      reference: 'r',
      executor: 'e',
      links: { a: 'b' },
    });
    const { json } = await api.send('GET', `${path(id)}/reports`);
    expect(json.map(({ status, report: said }: any) => [status, said])).toEqual([
      ['provisioning', { executor: 'e', platform: null }],
      ['provisioned', { reference: 'r', links: { a: 'b' } }],
      ['deprovisioning-failed', { diagnostics: 'a' }],
    ]);
    const page = await api.send('GET', `${path(id)}/reports?size=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await api.send('GET', next.replace(api.address, ''));
    expect([...page.json, ...rest.json]).toEqual(json);
  });

  it('at the same time lose nothing of each other', async () => {
    const id = await make();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        report(id, 'provisioning-started', { platform: `p-${n}` }),
      ),
    );
    expect((await api.send('GET', `${path(id)}/reports`)).json).toHaveLength(20);
    const events = await eventsOf(api, id);
    expect(events.filter((type) => type === 'ProvisioningStarted')).toHaveLength(20);
  });

  it('refuse what is no report: unknown access 404, unparsable 400, wrong type 422', async () => {
    const id = await make();
    const statuses = async (target: string, body: unknown) =>
      (await report(target, 'provisioning-started', body)).status;
    expect(await statuses('nothing', {})).toBe(404);
    expect(await statuses(id, '{"platform":')).toBe(400);
    const wrong = await report(id, 'provisioning-started', { platform: 7, links: { a: 1 } });
    expect([wrong.status, wrong.json.violations.map(({ field }: any) => field)]).toEqual([
      422,
      ['links.a', 'platform'],
    ]);
    expect((await api.send('GET', path(id))).status).toBe(404);
  });
});

describe('PUT of the record', () => {
  it('replaces it; with another status it is a report, with the same a correction', async () => {
    const id = await make();
    await report(id, 'provisioning-succeeded', { platform: 'a', reference: 'r' });
    const before = await eventsOf(api, id);
    const put = (body: object) => api.send('PUT', path(id), { body });
    const corrected = await put({ status: 'provisioned', note: 'by hand' });
    expect(corrected.json).toEqual({ status: 'provisioned', note: 'by hand' });
    expect(await eventsOf(api, id)).toEqual(before);
    const failed = await put({ status: 'deprovisioning-failed', note: 'by hand' });
    expect(failed.json).toEqual({
      status: 'deprovisioning-failed',
      note: 'by hand',
      failedAt: '2026-03-10T12:00:00.000Z',
    });
    expect(await eventsOf(api, id)).toEqual([...before, 'DeprovisioningFailed']);
    expect(await mailsOf(id)).toEqual(['deprovisioning-failed checkout-owner@example.com']);
    await report(id, 'deprovisioning-succeeded');
    expect((await api.send('GET', path(id))).json.note).toBe('by hand');
  });

  it.each([[{}], [{ status: 'done' }], [{ status: 1 }]])('refuses %j with 400', async (body) => {
    const answer = await api.send('PUT', path(await make()), { body });
    expect([answer.status, answer.json.violations[0].field]).toEqual([400, 'status']);
  });
});

describe('mails', () => {
  it('a failure is mailed to the providing team, once for each report', async () => {
    const id = await make();
    const diagnostics = `**No** such role\n\n${'x'.repeat(300 * 1024)}`;
    await report(id, 'provisioning-failed', { platform: 'postgres', diagnostics });
    expect(await mailsOf(id)).toEqual(['provisioning-failed checkout-owner@example.com']);
    await report(id, 'provisioning-failed');
    expect(await mailsOf(id)).toHaveLength(2);
    const { json } = await api.send('GET', `${path(id)}/reports`);
    expect(json.at(-1).report.diagnostics).toBe(diagnostics);
    expect((await api.send('GET', path(id))).json.diagnostics).toBe(diagnostics);
  });

  it('tells what this report says, and where the access stands', async () => {
    const id = await make();
    await report(id, 'provisioning-failed', { executor: 'first', diagnostics: 'Disk full' });
    await report(id, 'deprovisioning-failed');
    const [first, second] = await api.database
      .knex('notifications')
      .where({ subject_id: id })
      .orderBy('id');
    const text = async (row: { id: string }) =>
      (await api.send('GET', `/api/notifications/${row.id}`)).json.message.text as string;
    expect(await text(first)).toMatch(/is active, but its consumer cannot use it.*Disk full/s);
    const told = await text(second);
    expect(told).toContain('The access itself is active: nothing has to be removed');
    expect(told).not.toMatch(/Disk full|first/);
  });

  it('approve, reject, cancel and everything else send none', async () => {
    const before = await api.database.knex('notifications').count();
    const id = await make({});
    await api.send('POST', `/api/access/${id}/approve`);
    await api.send('PUT', `/api/access/${id}`, { body: access(id, { purpose: 'New' }) });
    for (const what of ['provisioning-started', 'provisioning-succeeded']) await report(id, what);
    await api.send('POST', `/api/access/${id}/cancel`);
    for (const what of ['deprovisioning-started', 'deprovisioning-succeeded'])
      await report(id, what);
    const other = await make({});
    await api.send('POST', `/api/access/${other}/reject`);
    await api.send('DELETE', `/api/access/${other}`);
    expect(await api.database.knex('notifications').count()).toEqual(before);
    expect(await api.database.knex('work').where({ kind: 'mail', subject_id: id })).toEqual([]);
  });
});
