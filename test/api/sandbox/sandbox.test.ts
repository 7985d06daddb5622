import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { createTestClock, fillForAccess } from '../../support/builders/access.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { doHousekeeping } from '../../support/builders/housekeeping.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { createCatalog } from '../../../local/provisioner/catalog.ts';
import { createConnectorPositionStore } from '../../../local/provisioner/feed-positions.ts';
import { followFeed } from '../../../local/provisioner/follow-feed.ts';
import type { Simulation } from '../../../local/provisioner/provision.ts';

const clock = createTestClock('2026-11-20T12:00:00Z');
let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, clock);
  await fillForAccess(api);
});
beforeEach(() => clock.set('2026-11-20T12:00:00Z'));
afterEach(async () => {
  await api.database.knex('sandboxes').del();
});
afterAll(() => api.stop());

const create = async (body: object = {}) => (await api.send('POST', '/api/sandbox', { body })).json;
const get = async (id: string) => (await api.send('GET', `/api/sandbox/${id}`)).json;
const move = (id: string, body: object) => api.send('POST', `/api/sandbox/${id}/clock`, { body });
const events = (id: string, query = '') => api.send('GET', `/api/sandbox/${id}/api/events${query}`);
const report = (id: string, name: string, body?: object, headers: Record<string, string> = {}) =>
  api.send('POST', `/api/sandbox/${id}/api/access/sandbox-access/provisioning/${name}`, {
    body,
    headers,
  });
const typesOf = (answer: { json: { type: string }[] }) =>
  answer.json.map(({ type }) => type.replace('com.datamesh-manager.events.', ''));
const ruleOf = (sandbox: { conformance: { rules: { code: string }[] } }, code: string) =>
  sandbox.conformance.rules.find((rule) => rule.code === code);

/** The simulator of provisioning components, once over the feed. */
async function simulate(host: string, outcome: Simulation['outcome'] = 'succeed'): Promise<void> {
  const stopped = new AbortController().signal;
  const say = () => undefined;
  const call = createCatalog({ host, key: api.key, say, stopped, attempts: 1 });
  const real = createCatalog({ host: api.address, key: api.key, say, stopped, attempts: 1 });
  const simulation = { call, say, platform: undefined, outcome, delayMs: 0, stopped, once: true };
  const tally = { handled: 0, refused: 0 };
  const positions = createConnectorPositionStore(real, `of-${host.slice(-12)}`);
  await followFeed(simulation, positions, tally);
  expect(tally.refused).toBe(0);
}

describe('a sandbox', () => {
  it('begins with an approved access, and its clock moves to each change', async () => {
    const made = await create({
      startDate: '2026-12-01',
      endDate: '2026-12-31',
      roles: ['reader'],
    });
    expect(made).toMatchObject({
      lifecycle: 'upcoming',
      platform: 'postgres',
      createdByName: 'organization',
      expiresAt: '2026-11-21T12:00:00.000Z',
      clock: { aheadSeconds: 0, nextChangeAt: '2026-12-01T00:00:00.000Z' },
      access: { id: 'sandbox-access', roles: ['reader'], info: { status: 'approved' } },
    });
    expect(typesOf(await events(made.id))).toEqual([
      'AccessCreatedEvent',
      'AccessRequestedEvent',
      'AccessUpdatedEvent',
      'AccessApprovedEvent',
    ]);
    const begun = await move(made.id, { next: true });
    expect(begun.json).toMatchObject({
      lifecycle: 'active',
      clock: { now: '2026-12-01T00:00:00.000Z', nextChangeAt: '2027-01-01T00:00:00.000Z' },
    });
    const back = await move(made.id, { to: '2026-11-30T00:00:00Z' });
    expect([back.status, back.json.code]).toEqual([422, 'invalid_body']);
    const ended = await move(made.id, { to: '2027-01-02T00:00:00Z' });
    expect(ended.json).toMatchObject({ lifecycle: 'expired', clock: { nextChangeAt: null } });
    const none = await move(made.id, { next: true });
    expect([none.status, none.json.code]).toEqual([409, 'invalid_transition']);
    const { json } = await events(made.id, '?types=AccessActivatedEvent,AccessDeactivatedEvent');
    expect(json.map(({ time }: { time: string }) => time)).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2027-01-02T00:00:00.000Z',
    ]);
  });

  it('goes on by itself, too, and is cancelled and reset', async () => {
    const made = await create({ endDate: '2026-11-20T13:00:00Z' });
    expect(made.lifecycle).toBe('active');
    clock.set('2026-11-20T13:00:00Z');
    expect((await get(made.id)).lifecycle).toBe('expired');
    const reset = await api.send('POST', `/api/sandbox/${made.id}/reset`);
    expect(reset.json).toMatchObject({ lifecycle: 'expired', clock: { aheadSeconds: 0 } });
    const open = await create();
    for (const repetition of [1, 2]) {
      const { json } = await api.send('POST', `/api/sandbox/${open.id}/cancel`);
      expect([repetition, json.lifecycle, json.entryCount]).toEqual([repetition, 'expired', 7]);
    }
    await report(open.id, 'deprovisioning-started');
    const again = await api.send('POST', `/api/sandbox/${open.id}/reset`);
    expect(again.json).toMatchObject({
      lifecycle: 'active',
      provisioningStatus: null,
      entryCount: 5,
      conformance: { kept: 0, broken: 0 },
    });
  });

  it('is kept by the simulator of this house in every rule', async () => {
    const made = await create({ endDate: '2026-12-31' });
    await simulate(made.host);
    await move(made.id, { next: true });
    await simulate(made.host);
    const { conformance, provisioningStatus } = await get(made.id);
    expect(provisioningStatus).toBe('deprovisioned');
    expect(conformance.rules.filter(({ state }: { state: string }) => state !== 'kept')).toEqual([
      expect.objectContaining({ code: 'explains-failure', state: 'open' }),
    ]);
    const failing = await create();
    await simulate(failing.host, 'fail');
    expect(ruleOf(await get(failing.id), 'explains-failure')).toMatchObject({ state: 'kept' });
  });

  it('names what a component does wrong, with the entry', async () => {
    const { id } = await create({ startDate: '2026-12-01' });
    await report(id, 'provisioning-succeeded', { platform: 'oracle', surplus: 1 });
    const sandbox = await get(id);
    const broken = sandbox.conformance.rules.filter(
      ({ state }: { state: string }) => state === 'broken',
    );
    expect(broken.map(({ code }: { code: string }) => code)).toEqual([
      'reads-access',
      'grants-while-active',
      'reports-start',
      'names-grant',
      'names-platform',
      'idempotent-reports',
      'known-members',
    ]);
    const entry = sandbox.entries.find(({ kind }: { kind: string }) => kind === 'report');
    expect(entry).toMatchObject({
      type: 'provisioned',
      principalName: 'organization',
      data: { report: { platform: 'oracle', surplus: 1 }, active: false },
    });
    for (const { entryId } of broken) expect(entryId).toBe(entry.id);
    expect(sandbox.access.provisioning).toMatchObject({ status: 'provisioned' });
  });

  it('waits an hour of real time for a result, and wants it once', async () => {
    const { id } = await create();
    await report(id, 'provisioning-started', { platform: 'postgres' });
    expect(ruleOf(await get(id), 'reports-grant')).toMatchObject({ state: 'open' });
    clock.set('2026-11-20T13:01:00Z');
    expect(ruleOf(await get(id), 'reports-grant')).toMatchObject({
      state: 'broken',
      because: 'No result was reported within 60 minutes.',
    });
    await report(id, 'provisioning-succeeded', { reference: 'grant-1' });
    const late = await get(id);
    expect(ruleOf(late, 'reports-grant')).toMatchObject({
      because: 'The result came after 61 minutes.',
    });
    expect(ruleOf(late, 'reports-once')).toMatchObject({ state: 'kept' });
    const key = { 'idempotency-key': 'one' };
    await report(id, 'provisioning-succeeded', {}, key);
    const twice = await get(id);
    expect(ruleOf(twice, 'reports-once')).toMatchObject({ state: 'broken' });
    await report(id, 'provisioning-succeeded', {}, key);
    expect((await get(id)).entryCount).toBe(twice.entryCount);
  });

  it('notices a lost position, and says after a reset that events are gone', async () => {
    const { id } = await create();
    const first = await events(id, '?limit=1');
    const after = `?lastEventId=${first.json[0].id}`;
    await events(id, after);
    expect(ruleOf(await get(id), 'continues-in-feed')).toMatchObject({ state: 'kept' });
    await events(id);
    expect(ruleOf(await get(id), 'continues-in-feed')).toMatchObject({ state: 'broken' });
    await api.send('POST', `/api/sandbox/${id}/reset`);
    const lost = await events(id, after);
    expect([lost.headers.get('x-events-truncated'), lost.json.length]).toEqual(['true', 5]);
    const quiet = `?lastEventId=${lost.json.at(-1).id}`;
    for (const _ of [1, 2, 3]) expect((await events(id, quiet)).json).toEqual([]);
    expect((await get(id)).entryCount).toBe(7);
  });

  it('answers a long poll with the next event', async () => {
    const { id } = await create({ startDate: '2026-12-01' });
    const { json } = await events(id);
    const waiting = events(id, `?longPolling=true&lastEventId=${json.at(-1).id}`);
    await move(id, { next: true });
    expect(typesOf(await waiting)).toEqual(['AccessActivatedEvent']);
  });

  it('is seen by nobody else: in no list, search, feed or count of the catalog', async () => {
    const before = await Promise.all(
      ['/api/access', '/api/dataproducts', '/api/events'].map((path) => api.send('GET', path)),
    );
    const { id } = await create({ name: 'Hidden' });
    await report(id, 'provisioning-started', {});
    const after = await Promise.all(
      ['/api/access', '/api/dataproducts', '/api/events'].map((path) => api.send('GET', path)),
    );
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    const search = await api.send('GET', '/api/search?query=sandbox');
    expect(search.text).not.toContain('sandbox-product');
    expect((await api.send('GET', '/api/access/sandbox-access')).status).toBe(404);
    const grants = await api.send('GET', '/api/access/expected-grants');
    expect(grants.text).not.toContain('sandbox');
    const ada = await signInAsPerson(api, 'marketing-member@example.com', { now: clock.now() });
    const own = await api.send('GET', '/ui/api/sandbox', { key: null, headers: ada });
    expect(own.json).toEqual([]);
    const listed = await api.send('GET', '/api/sandbox');
    expect(listed.json).toMatchObject([{ id, name: 'Hidden', provisioningStatus: 'provisioning' }]);
  });

  it('answers expected grants while the access is active', async () => {
    const { id } = await create({ platform: 'Oracle' });
    const path = `/api/sandbox/${id}/api/access/expected-grants`;
    const { json } = await api.send('GET', `${path}?platform=oracle`);
    expect(json.grants).toMatchObject([{ accessId: 'sandbox-access', platform: 'Oracle' }]);
    expect((await api.send('GET', `${path}?platform=x`)).json.grants).toEqual([]);
    await report(id, 'provisioning-started');
    expect((await api.send('GET', path)).json.checksum).toBe(json.checksum);
    await api.send('POST', `/api/sandbox/${id}/cancel`);
    expect((await api.send('GET', path)).json.grants).toEqual([]);
  });

  it('ends after a day, and housekeeping removes it', async () => {
    const { id } = await create();
    clock.set('2026-11-21T12:00:00Z');
    expect((await api.send('GET', `/api/sandbox/${id}`)).status).toBe(404);
    expect((await api.send('GET', '/api/sandbox')).json).toEqual([]);
    expect((await events(id)).status).toBe(404);
    const workers = startWorkers(api, {}, { clock });
    await doHousekeeping(api, 'apply-retention', clock.now());
    await workers.stop();
    expect(await api.database.knex('sandboxes')).toEqual([]);
    expect(await api.database.knex('sandbox_entries')).toEqual([]);
  });

  it('refuses bad input, a sixth one, and what is not in it', async () => {
    for (const body of [
      { startDate: 'soon' },
      { startDate: '2026-12-02', endDate: '2026-12-01' },
      { platform: '' },
      { surplus: 1 },
    ]) {
      const { status, json } = await api.send('POST', '/api/sandbox', { body });
      expect([body, status, json.code]).toEqual([body, 422, 'invalid_body']);
    }
    const { id } = await create();
    for (const body of [{}, { next: false }, { next: true, to: '2027-01-01T00:00:00Z' }]) {
      expect([(await move(id, body)).status, body]).toEqual([422, body]);
    }
    const far = await move(id, { to: '2999-01-01T00:00:00Z' });
    expect([far.status, far.json.code]).toEqual([422, 'invalid_body']);
    for (const path of ['access/other', 'dataproducts/shop']) {
      expect((await api.send('GET', `/api/sandbox/${id}/api/${path}`)).status).toBe(404);
    }
    for (const _ of [2, 3, 4, 5]) await create();
    const sixth = await api.send('POST', '/api/sandbox', { body: {} });
    expect([sixth.status, sixth.json.code]).toEqual([409, 'limit_reached']);
    expect((await api.send('DELETE', `/api/sandbox/${id}`)).status).toBe(204);
    expect((await api.send('DELETE', `/api/sandbox/${id}`)).status).toBe(404);
  });

  it('takes at most 1,000 entries, and answers then all the same', async () => {
    const { id } = await create();
    await api.database.knex.raw(
      `insert into sandbox_entries (organization_id, sandbox_id, id, kind, type, principal, body, sandbox_at, at)
      select organization_id, sandbox_id, gen_random_uuid(), 'read', 'access', principal, '{}', at, at
      from sandbox_entries, generate_series(1, 1000) n where sandbox_id = ? and type = 'AccessCreatedEvent'`,
      [id],
    );
    expect((await events(id)).status).toBe(200);
    const full = await report(id, 'provisioning-started');
    expect([full.status, full.json.code]).toEqual([409, 'limit_reached']);
    const sandbox = await get(id);
    expect([sandbox.entryCount, sandbox.entries.length]).toEqual([1005, 200]);
  });
});
