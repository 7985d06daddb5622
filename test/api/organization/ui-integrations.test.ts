import { startApi } from '../../support/http/api.ts';
import type { TestApi, TestAnswer } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const log = captureLog();
const platform = registerStubSource();
const secret = 'never-shown-9f2c';
let api: TestApi;
let workers: TestWorkers;
let page: Record<string, string>;
const asTeam: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  page = await signIn(api);
  for (const teamId of ['checkout', 'search']) {
    await api.send('PUT', `/api/teams/${teamId}`, { body: team(teamId) });
    asTeam[teamId] = await signIn(api, (await api.newKey('team', { teamId })).text);
  }
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});
beforeEach(() => {
  platform.assets = [table('orders'), table('customers')];
  platform.beforePage = () => Promise.resolve();
});

type More = { body?: unknown; headers?: Record<string, string>; as?: Record<string, string> };
const ui = (method: string, rest: string, { body, headers = {}, as = page }: More = {}) =>
  api.send(method, `/ui/${rest}`, { key: null, body, headers: { ...as, ...headers } });
const write = (more: object = {}) => ({
  name: 'Shop',
  source: 'stub',
  configuration: { place: 'here' },
  credentials: { token: secret },
  ...more,
});
const put = (id: string, more: object = {}, headers: Record<string, string> = {}) =>
  ui('PUT', `integrations/${id}`, { body: write(more), headers });
const get = (id: string) => ui('GET', `integrations/${id}`);
const codeOf = ({ status, json }: TestAnswer) => [status, json?.code];

/** A platform that waits until it is let go on, or until whoever reads it gives up. */
function hold(): { reached: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  platform.beforePage = (_, { signal }) => {
    reach();
    const given = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    return Promise.race([released, given]);
  };
  return { reached, release };
}

async function ended(id: string): Promise<any> {
  return until(`the run of ${id} has ended`, async () => {
    const { json } = await ui('GET', `integrations/${id}/runs/latest`);
    return json.status !== 'RUNNING' && json;
  });
}

describe('GET /ui/asset-sources', () => {
  it('says of each platform what its integrations say of it, and which of that is only written', async () => {
    const { status, json } = await ui('GET', 'asset-sources');
    expect(status).toBe(200);
    const stub = json.find(({ name }: { name: string }) => name === 'stub');
    expect(stub).toMatchObject({
      name: 'stub',
      title: 'Stub',
      levels: ['catalog', 'schema', 'name'],
      triedAgainst: expect.any(String),
      configSchema: { type: 'object', properties: { place: { type: 'string' } } },
    });
    expect(stub.credentialsSchema).toMatchObject({
      writeOnly: true,
      properties: { token: { type: 'string', writeOnly: true, description: 'Anything' } },
    });
    for (const { credentialsSchema } of json)
      for (const member of Object.values<any>(credentialsSchema.properties))
        expect(member.writeOnly).toBe(true);
  });
});

describe('an integration', () => {
  const settings = {
    owningTeamExternalId: 'checkout',
    scheduleExpression: '0 0 6 ? * MON-FRI',
    scheduleTimezone: 'Europe/Berlin',
    filters: { schemas: { exclude: ['pg_*'] } },
    removalFuse: { percent: 10, assets: 5 },
  };

  it('is stored, and shown with all but its credentials', async () => {
    const stored = await put('shown', settings);
    expect([stored.status, stored.text, stored.headers.get('etag')]).toEqual([200, '', '"1"']);
    const { status, json, headers } = await get('shown');
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(json).toMatchObject({
      externalId: 'shown',
      name: 'Shop',
      source: 'stub',
      enabled: true,
      ...settings,
      schedule: '0 6 * * 1,2,3,4,5',
      nextRunAt: expect.stringMatching(/T0[45]:00:00.000Z$/),
      lastSkippedAt: null,
      latestRun: null,
      hasCredentials: true,
    });
    expect(json.configuration).toEqual({ place: 'here' });
    expect(json).not.toHaveProperty('credentials');
    const list = (await ui('GET', 'integrations?owningTeamExternalId=checkout')).json;
    expect(list.map((each: any) => each.externalId)).toEqual(['shown']);
    expect((await api.send('GET', '/api/integrations/shown')).json.name).toBe('Shop');
  });

  it('can be sent back as it was shown, and keeps its credentials then', async () => {
    await put('again', settings);
    const { json } = await get('again');
    const back = await ui('PUT', 'integrations/again', { body: { ...json, name: 'Shop 2' } });
    expect([back.status, back.headers.get('etag')]).toEqual([200, '"2"']);
    const after = (await get('again')).json;
    const { updatedAt } = after;
    expect(after).toEqual({ ...json, name: 'Shop 2', updatedAt });
    // Whoever could send them elsewhere could read them there.
    const elsewhere = { ...json, configuration: { place: 'there' } };
    const moved = await ui('PUT', 'integrations/again', { body: elsewhere });
    expect(codeOf(moved)).toEqual([422, 'invalid_body']);
  });

  it('is taken as YAML, and refused with the place of what is wrong', async () => {
    const headers = { 'content-type': 'application/yaml' };
    const send = (body: string) => ui('PUT', 'integrations/yaml', { body, headers });
    const good = 'name: Shop\nsource: stub\nconfiguration: {}\ncredentials:\n  token: x\n';
    expect((await send(good)).status).toBe(200);
    expect((await get('yaml')).json.name).toBe('Shop');
    const wrong = await send(good.replace('Shop', '""'));
    expect(codeOf(wrong)).toEqual([422, 'invalid_body']);
    expect(wrong.json.violations).toEqual([
      { field: 'name', message: expect.any(String), line: 1, column: 1 },
    ]);
    const broken = await send(`${good}${secret}: *${secret}\n`);
    expect(broken.json).toMatchObject({ status: 400, code: 'malformed_body', line: 6 });
    expect(broken.text).not.toContain(secret);
  });

  it.each([
    ['another source', { source: 'nothing' }, 'invalid_body'],
    ['another id', { externalId: 'y' }, 'id_mismatch'],
    ['a member that is not known', { password: 'x' }, 'invalid_body'],
    ['configuration that is not known', { configuration: { host: 'x' } }, 'invalid_body'],
    ['credentials that are not known', { credentials: { [secret]: secret } }, 'invalid_body'],
    ['a team that does not exist', { owningTeamExternalId: 'nobody' }, 'unknown_reference'],
    ['a time zone that is none', { scheduleTimezone: 'Mars/Base' }, 'invalid_body'],
    ['a schedule that is none', { scheduleExpression: '61 * * * *' }, 'invalid_body'],
  ])('is refused with %s', async (what, more, code) => {
    const answer = await put('x', more);
    expect(codeOf(answer)).toEqual([422, code]);
    if (!what.startsWith('credentials')) expect(answer.text).not.toContain(secret);
    expect((await get('x')).status).toBe(404);
  });

  it('is changed only as it was read, when the page says so', async () => {
    const fresh = { 'if-none-match': '*' };
    expect((await put('versions', {}, fresh)).status).toBe(200);
    expect(codeOf(await put('versions', {}, fresh))).toEqual([412, 'precondition_failed']);
    expect((await put('versions', { name: 'B' }, { 'if-match': '"1"' })).status).toBe(200);
    const stale = { 'if-match': '"1"' };
    expect(codeOf(await put('versions', { name: 'C' }, stale))).toEqual([
      412,
      'precondition_failed',
    ]);
    const remove = (headers = {}) => ui('DELETE', 'integrations/versions', { headers });
    expect(codeOf(await remove(stale))).toEqual([412, 'precondition_failed']);
    expect((await get('versions')).json.name).toBe('B');
    expect((await remove({ 'if-match': '"2"' })).status).toBe(200);
    expect(codeOf(await get('versions'))).toEqual([404, 'not_found']);
    expect(codeOf(await remove())).toEqual([404, 'not_found']);
  });

  it('is changed and run by its team alone', async () => {
    await put('owned', { owningTeamExternalId: 'checkout' });
    const tries: [method: string, rest: string, body?: object][] = [
      ['PUT', '', write({ owningTeamExternalId: 'search' })],
      ['POST', '/run'],
      ['POST', '/test-connection'],
      ['POST', '/plan'],
      ['POST', '/disable'],
      ['POST', '/cancel'],
      ['DELETE', ''],
    ];
    for (const [method, rest, body] of tries) {
      const as = asTeam.search ?? {};
      const answer = await ui(method, `integrations/owned${rest}`, { body, as });
      expect([rest, ...codeOf(answer)]).toEqual([rest, 403, 'permission_denied']);
    }
    const as = asTeam.checkout ?? {};
    expect((await ui('POST', 'integrations/owned/disable', { as })).status).toBe(200);
    const nobodys = await ui('PUT', 'integrations/other', { as, body: write() });
    expect(codeOf(nobodys)).toEqual([403, 'permission_denied']);
  });

  it('is enabled and disabled with its schedule, each time once', async () => {
    await put('switch', { scheduleExpression: '0 6 * * *' });
    const turn = (verb: string) => ui('POST', `integrations/switch/${verb}`);
    const { json, headers } = await turn('disable');
    expect(json).toMatchObject({ enabled: false, nextRunAt: null, hasCredentials: true });
    expect(headers.get('etag')).toBe('"2"');
    expect((await turn('disable')).headers.get('etag')).toBe('"2"');
    const rehearsed = await ui('POST', 'integrations/switch/enable?dryRun=true');
    expect(rehearsed.json.effects).toMatchObject([
      { type: expect.stringMatching(/IntegrationUpdated$/), data: { enabled: true } },
    ]);
    expect((await get('switch')).json.enabled).toBe(false);
    const enabled = await turn('enable');
    expect(enabled.json).toMatchObject({ enabled: true, nextRunAt: expect.any(String) });
    expect(enabled.headers.get('etag')).toBe('"3"');
    expect(codeOf(await ui('POST', 'integrations/none/enable'))).toEqual([404, 'not_found']);
  });
});

describe('a check', () => {
  const check = (id: string, kind: string, headers = {}) =>
    ui('POST', `integrations/${id}/${kind}`, { headers });

  it('of the connection says what was reached', async () => {
    await put('reached');
    const { status, json, headers } = await check('reached', 'test-connection');
    expect([status, json]).toEqual([
      200,
      {
        checkId: expect.any(String),
        integrationExternalId: 'reached',
        kind: 'connection',
        status: 'SUCCESS',
        message: 'Reached a platform in memory.',
        plan: null,
        requestedBy: expect.stringMatching(/^api-key:/),
        requestedByName: 'organization',
        startedAt: expect.any(String),
        completedAt: expect.any(String),
      },
    ]);
    const again = await api.send('GET', headers.get('content-location') ?? '', {
      key: null,
      headers: page,
    });
    expect(again.json).toEqual(json);
  });

  it('plans what a run would do, and does none of it', async () => {
    await put('planned');
    const { json } = await check('planned', 'plan');
    expect(json).toMatchObject({ kind: 'plan', status: 'SUCCESS' });
    expect(json.plan).toMatchObject({
      found: 2,
      created: {
        count: 2,
        assets: ['planned:shop.public.orders', 'planned:shop.public.customers'],
      },
      deleted: { count: 0, assets: [] },
    });
    expect((await api.send('GET', '/api/assets/planned:shop.public.orders')).status).toBe(404);
  });

  it('that fails is an answer like others, without the secret that the platform tells', async () => {
    await put('failing');
    platform.beforePage = () => Promise.reject(new Error(`no entry with the token ${secret}`));
    const { status, json } = await check('failing', 'plan');
    expect([status, json.status, json.message]).toEqual([
      200,
      'FAILED',
      'no entry with the token ***',
    ]);
  });

  it('that takes long goes on at Location, and is cancelled there', async () => {
    await put('slow');
    const { reached } = hold();
    const { status, json, headers } = await check('slow', 'plan', { prefer: 'wait=0' });
    expect([status, json.status]).toEqual([202, 'RUNNING']);
    const location = headers.get('location')?.replace('/ui/', '') ?? '';
    expect(location).toBe(`integrations/slow/checks/${json.checkId}`);
    expect((await ui('GET', location)).json).toEqual(json);
    await reached;
    expect((await ui('POST', `${location}/cancel`)).status).toBe(204);
    const last = await until('it has ended', async () => {
      const { json } = await ui('GET', location);
      return json.status !== 'RUNNING' && json;
    });
    expect(last).toMatchObject({ status: 'CANCELLED', plan: null });
    expect((await ui('POST', `${location}/cancel`)).status).toBe(204);
    const elsewhere = location.replace('/slow/', '/shown/');
    expect(codeOf(await ui('GET', elsewhere))).toEqual([404, 'not_found']);
    expect(codeOf(await ui('POST', `${elsewhere}/cancel`))).toEqual([404, 'not_found']);
    for (const id of ['x', 'slow'])
      expect((await ui('GET', `integrations/${id}/checks/x`)).status).toBe(404);
  });

  it('is joined by who asks again with the same Idempotency-Key', async () => {
    await put('joined');
    const { release } = hold();
    const headers = { 'idempotency-key': 'one-plan' };
    const first = await check('joined', 'plan', { ...headers, prefer: 'respond-async' });
    const second = check('joined', 'plan', headers);
    release();
    const { status, json } = await second;
    expect([first.status, status, json.checkId]).toEqual([202, 200, first.json.checkId]);
    expect(json.plan.found).toBe(2);
  });
});

describe('a run', () => {
  const run = (id: string, body?: unknown) => ui('POST', `integrations/${id}/run`, { body });

  it('is triggered, watched and cancelled', async () => {
    await put('ran');
    const { reached } = hold();
    const begun = await run('ran');
    expect([begun.status, begun.json]).toEqual([
      202,
      expect.objectContaining({ integrationExternalId: 'ran', deferred: false }),
    ]);
    const location = begun.headers.get('location')?.replace('/ui/', '') ?? '';
    expect(location).toBe(`integrations/ran/runs/${begun.json.ingestionRunId}`);
    await reached;
    expect((await ui('GET', location)).json.status).toBe('RUNNING');
    const second = await run('ran');
    expect(codeOf(second)).toEqual([409, 'run_in_progress']);
    const busy = await ui('DELETE', 'integrations/ran');
    expect(codeOf(busy)).toEqual([409, 'run_in_progress']);
    expect((await ui('POST', 'integrations/ran/cancel')).status).toBe(204);
    expect((await ended('ran')).status).toBe('CANCELLED');
    const logs = (await ui('GET', `${location}/logs`)).json;
    expect(logs.at(-1)).toMatchObject({ level: 'warn' });
    expect((await ui('GET', 'integrations/ran/runs')).json).toHaveLength(1);
  });

  it('removes more than the fuse allows when somebody has accepted that', async () => {
    await put('fused', { removalFuse: { percent: 0, assets: 0 } });
    await run('fused');
    expect(await ended('fused')).toMatchObject({ status: 'SUCCESS', assetsCreated: 2 });
    platform.assets = [table('orders')];
    await run('fused');
    const refused = await ended('fused');
    expect(refused).toMatchObject({ status: 'FAILED', assetsDeleted: 0 });
    expect(refused.removalPlan).toMatchObject({ count: 1 });
    expect((await run('fused', { acceptRemovals: 1 })).status).toBe(202);
    expect(await ended('fused')).toMatchObject({ status: 'SUCCESS', assetsDeleted: 1 });
  });

  it.each([{ acceptRemovals: -1 }, { acceptRemovals: 1.5 }, { accept: 1 }, []])(
    'is not begun with %j',
    async (body) => {
      expect(codeOf(await run('fused', body))).toEqual([422, 'invalid_body']);
    },
  );

  it('can be rehearsed: permission, and whether one is in progress', async () => {
    const before = (await ui('GET', 'integrations/fused/runs')).json.length;
    const { status, json } = await ui('POST', 'integrations/fused/run?dryRun=true');
    expect([status, json.effects.length]).toEqual([200, 1]);
    expect((await ui('GET', 'integrations/fused/runs')).json).toHaveLength(before);
  });
});

it('no table and no log has the credentials in readable form', async () => {
  await put('last');
  await ui('POST', 'integrations/last/test-connection', { headers: { 'idempotency-key': 'last' } });
  const stored = await everythingStored(api);
  expect(stored).toContain('IntegrationCreated');
  expect(stored).toMatch(/idempotency_keys: .*last/);
  const base64 = Buffer.from(secret).toString('base64').slice(0, -4);
  for (const text of [secret, base64, Buffer.from(secret).toString('hex')]) {
    expect(stored).not.toContain(text);
    expect(log.join('')).not.toContain(text);
  }
  expect(log.join('')).toContain('/ui/integrations/last');
});
