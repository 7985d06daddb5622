import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';

/** An access never gives more, or something else, than both sides have agreed on. */
const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
let consumer: string;
let provider: string;
beforeAll(async () => {
  api = await startAccessApi(clock);
  await api.send('PUT', '/api/teams/beside', { body: team('beside') });
  consumer = (await api.newKey('team', { teamId: 'marketing' })).text;
  provider = (await api.newKey('team', { teamId: 'checkout' })).text;
});
beforeEach(() => clock.set('2026-03-10T12:00:00.000Z'));
afterAll(() => api.stop());

const put = (id: string, info: object = {}, change: object = {}, key = api.key) =>
  api.send('PUT', `/api/access/${id}`, { key, body: access(id, { ...info }, { ...change }) });
const post = (id: string, action: string, body?: object, key = api.key, headers = {}) =>
  api.send('POST', `/api/access/${id}/${action}`, { key, body, headers });
const lifecycle = async (id: string): Promise<string> =>
  (await api.send('GET', `/api/access/${id}`)).json.lifecycle;
const putProduct = (id: string, change: object = {}) =>
  api.send('PUT', `/api/dataproducts/${id}`, { body: product(id, ['orders'], { ...change }) });
const portOf = (dataProductId: string) => ({
  provider: { dataProductId, outputPortId: 'port-0' },
});

describe('flag and feed', () => {
  it('agree when a period that began and ended unseen is prolonged', async () => {
    await put('slept', { status: 'approved', startDate: '2026-03-11', endDate: '2026-03-12' });
    clock.set('2026-03-20T00:00:00.000Z');
    await put('slept', { endDate: '2026-04-01' });
    expect(await lifecycle('slept')).toBe('active');
    expect((await eventsOf(api, 'slept')).slice(4)).toEqual([
      'Activated',
      'Deactivated',
      'Updated',
      'Activated',
    ]);
  });
});

describe('the consuming side', () => {
  it('names itself once', async () => {
    for (const named of [
      { dataProductId: 'shop', userId: 'mallory@example.com' },
      { teamId: 'marketing', userId: 'mallory@example.com' },
    ])
      expect((await put('twice', {}, { consumer: named })).json.violations[0].field).toBe(
        'consumer',
      );
    await put(
      'of-product',
      { status: 'approved' },
      { consumer: { dataProductId: 'shop', teamId: 'beside' } },
    );
    const { json } = await api.send('GET', '/api/access/of-product');
    const consumer = { dataProductId: 'shop', teamId: 'checkout' };
    const names = { dataProductName: 'Product shop', teamName: 'Team checkout' };
    expect(json.consumer).toEqual({ ...consumer, ...names });
    const grants = (await api.send('GET', '/api/access/expected-grants')).json.grants;
    expect(grants.find(({ accessId }: any) => accessId === 'of-product').consumer).toEqual(
      consumer,
    );
  });

  it('cannot take back that the providing side has ended it', async () => {
    await put('ended', { status: 'approved' });
    expect((await post('ended', 'cancel', { endDate: '2026-03-11' }, provider)).status).toBe(200);
    const back = { endDate: '2099-01-01' };
    expect((await post('ended', 'cancel', back, consumer)).status).toBe(403);
    expect((await put('ended', back, {}, consumer)).status).toBe(403);
    expect((await post('ended', 'cancel', { endDate: '2026-03-10' }, consumer)).status).toBe(200);
    expect((await post('ended', 'cancel', back, provider)).status).toBe(200);
  });

  it('may say again that it ends what has ended', async () => {
    await put('over', { status: 'approved', endDate: '2026-03-20' });
    await post('over', 'cancel', undefined, consumer);
    const events = await eventsOf(api, 'over');
    expect((await post('over', 'cancel', { endDate: '2099-01-01' }, consumer)).status).toBe(200);
    expect(await eventsOf(api, 'over')).toEqual(events);
  });

  it('changes nothing between the look of the approver and the approval', async () => {
    await put('shown', { endDate: '2026-04-01' }, { roles: ['reader'] });
    const seen = (await api.send('GET', '/api/access/shown')).headers.get('etag') ?? '';
    await put('shown', {}, { roles: ['admin'] }, consumer);
    for (const action of ['approve', 'reject', 'cancel']) {
      const answer = await post('shown', action, undefined, provider, { 'if-match': seen });
      expect([action, answer.status]).toEqual([action, 412]);
    }
    const now = (await api.send('GET', '/api/access/shown')).headers.get('etag') ?? '';
    const answer = await post('shown', 'approve', undefined, provider, { 'if-match': now });
    expect(answer.status).toBe(200);
  });
});

describe('what is over', () => {
  it('does not begin again on a product or for a team that is gone', async () => {
    await putProduct('sold');
    await api.send('PUT', '/api/teams/leaving', { body: team('leaving') });
    await put('on-sold', { status: 'approved' }, portOf('sold'));
    await put('of-leaving', { status: 'approved' }, { consumer: { teamId: 'leaving' } });
    for (const id of ['on-sold', 'of-leaving']) await post(id, 'cancel');
    await api.send('DELETE', '/api/dataproducts/sold');
    await api.send('DELETE', '/api/teams/leaving');
    const later = { endDate: '2099-01-01' };
    for (const [id, change] of [
      ['on-sold', portOf('sold')],
      ['of-leaving', { consumer: { teamId: 'leaving' } }],
    ] as const) {
      const answer = await put(id, later, change);
      expect([id, answer.status, answer.json.code]).toEqual([id, 422, 'unknown_reference']);
      expect(await lifecycle(id)).toBe('expired');
    }
  });

  it('and is prolonged while its product is deleted, is either active or without one', async () => {
    for (let round = 0; round < 6; round++) {
      const name = `parted-${round}`;
      await putProduct(name);
      await put(name, { status: 'approved' }, portOf(name));
      await post(name, 'cancel');
      await Promise.all([
        api.send('DELETE', `/api/dataproducts/${name}`),
        put(name, { endDate: '2099-01-01' }, portOf(name)),
      ]);
      const isThere = (await api.send('GET', `/api/dataproducts/${name}`)).status === 200;
      expect([name, isThere]).toEqual([name, (await lifecycle(name)) === 'active']);
    }
  });

  it('is answered for by those who owned the product last', async () => {
    await putProduct('moved-on');
    await put('handed-over', { status: 'approved' }, portOf('moved-on'));
    await putProduct('moved-on', { team: { name: 'beside' } });
    await post('handed-over', 'cancel');
    await api.send('DELETE', '/api/dataproducts/moved-on');
    const beside = (await api.newKey('team', { teamId: 'beside' })).text;
    const report = (key: string) =>
      post('handed-over', 'provisioning/deprovisioning-succeeded', undefined, key);
    expect([(await report(beside)).status, (await report(provider)).status]).toEqual([200, 403]);
  });
});

describe('a port', () => {
  it('is the same by its id and by its name', async () => {
    const outputPorts = [{ id: 'p1', name: 'lake', version: '1', type: 'postgres' }];
    await putProduct('named', { outputPorts });
    const by = (outputPortId: string) => ({ provider: { dataProductId: 'named', outputPortId } });
    await put('by-name', { status: 'approved' }, by('lake'));
    expect((await put('by-name', { status: 'approved' }, by('p1'))).status).toBe(200);
    for (const name of ['p1', 'lake']) {
      const list = await api.send(
        'GET',
        `/api/access?providerDataProductId=named&outputPortId=${name}`,
      );
      expect(list.json.map(({ id }: any) => id)).toEqual(['by-name']);
      const status = await api.send(
        'GET',
        `/api/dataproducts/named/outputports/${name}/access-status`,
        { key: consumer },
      );
      expect([name, status.json.accessId]).toEqual([name, 'by-name']);
    }
  });

  it('says who gets it at once, and who may ask', async () => {
    const ask = async (key: string, query = '') =>
      (
        await api.send('GET', `/api/dataproducts/shop/outputports/port-1/access-status${query}`, {
          key,
        })
      ).json;
    expect(await ask(provider)).toMatchObject({
      canGetInstantAccess: true,
      canGetInstantAccessReason: 'The team provides the output port itself.',
    });
    expect(await ask(consumer, '?teamId=beside')).toMatchObject({
      canRequestAccess: false,
      canRequestAccessReason: 'This key lacks the permission ACCESS_REQUEST on the consuming team.',
    });
  });
});

it('dates that cannot be stored, and an exact end before the start, name their field', async () => {
  const field = async (info: object) =>
    (await put('dates', info)).json.violations?.[0].field as string;
  expect(await field({ startDate: '0000-01-01' })).toBe('info.startDate');
  expect(await field({ endDate: '0001-01-01T00:00:00+14:00' })).toBe('info.endDate');
  expect(await field({ nextReassessmentDate: '0000-01-01' })).toBe('info.nextReassessmentDate');
  const day = '2026-12-01';
  const times = { startDate: `${day}T15:00:00Z`, endDate: day, deactivateAt: `${day}T10:00:00Z` };
  expect(await field(times)).toBe('info.endDate');
});

it('sixty reports at once are all taken', async () => {
  await put('busy', { status: 'approved' });
  const all = await Promise.all(
    Array.from({ length: 60 }, () => post('busy', 'provisioning/provisioning-failed')),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  const { json } = await api.send('GET', '/api/access/busy/provisioning/reports');
  expect(json).toHaveLength(60);
});

it('an alert is ended by hand, and rises again when it is found again', async () => {
  const report = (reference: string) =>
    api.send('POST', '/api/access/drift', {
      body: { platform: 'x', executor: 'e', differences: [{ kind: 'unexpected', reference }] },
    });
  const open = async () => (await api.send('GET', '/api/access/alerts?open=true')).json;
  // Alike as far as an index of all of it would look.
  await report('鍵'.repeat(999));
  const [alert] = await open();
  expect(
    (await api.send('POST', `/api/access/alerts/${alert.id}/resolve`, { key: consumer })).status,
  ).toBe(403);
  expect((await api.send('POST', `/api/access/alerts/${alert.id}/resolve`)).status).toBe(200);
  expect(await open()).toEqual([]);
  await report('鍵'.repeat(999));
  expect(await open()).toHaveLength(1);
  expect((await report('鍵'.repeat(1_001))).json.violations[0].field).toBe(
    'differences[0].reference',
  );
  expect((await api.send('POST', '/api/access/alerts/nothing/resolve')).status).toBe(404);
});

describe('what else clients may rely on', () => {
  it('a list counts when it is asked to', async () => {
    const { json, headers } = await api.send(
      'GET',
      '/api/access?count=true&size=1&status=approved',
    );
    const all = await api.send('GET', '/api/access?status=approved');
    expect([json.length, headers.get('x-total-count')]).toEqual([1, String(all.json.length)]);
    expect(all.headers.get('x-total-count')).toBeNull();
  });

  it('the record of the provisioning has a tag, and is not overwritten unseen', async () => {
    await put('tagged', { status: 'approved' });
    await post('tagged', 'provisioning/provisioning-started', { platform: 'postgres' });
    const path = '/api/access/tagged/provisioning';
    const seen = (await api.send('GET', path)).headers.get('etag') ?? '';
    const read = await api.send('GET', path, { headers: { 'if-none-match': seen } });
    expect(read.status).toBe(304);
    await post('tagged', 'provisioning/provisioning-succeeded');
    const body = { status: 'provisioned', note: 'mine' };
    const stale = await api.send('PUT', path, { body, headers: { 'if-match': seen } });
    expect(stale.status).toBe(412);
    const now = (await api.send('GET', path)).headers.get('etag') ?? '';
    expect((await api.send('PUT', path, { body, headers: { 'if-match': now } })).status).toBe(200);
  });

  it('a report names what it does not know', async () => {
    const { headers } = await post('tagged', 'provisioning/provisioning-started', {
      foo: 1,
      note: 'n',
    });
    expect(headers.get('x-catalog-warnings')).toBe(
      'Unknown members are kept with the report only: foo, note',
    );
  });

  it('a product that loses a port in use says so', async () => {
    await putProduct('shrinking');
    await put('on-shrinking', { status: 'approved' }, portOf('shrinking'));
    const { headers } = await putProduct('shrinking', { outputPorts: [] });
    expect(headers.get('x-catalog-warnings')).toBe(
      'Accesses use output ports that it does not have: port-0',
    );
  });

  it('the last day that can be written is an end', async () => {
    await put('for-ever', { status: 'approved', endDate: '9999-12-31' });
    const { json } = await api.send('GET', '/api/access/for-ever');
    expect(json.info).toMatchObject({
      endDate: '9999-12-31',
      deactivateAt: '9999-12-31T23:59:59.999Z',
    });
  });

  it('a providing team reports grants that belong to no access', async () => {
    const body = { platform: 'y', differences: [{ kind: 'unexpected', reference: 'g' }] };
    expect((await api.send('POST', '/api/access/drift', { key: provider, body })).status).toBe(200);
  });

  it('the status of an unknown team is none', async () => {
    const path = '/api/dataproducts/shop/outputports/port-0/access-status?teamId=unknown';
    expect((await api.send('GET', path)).json).toMatchObject({ status: 400, code: 'bad_request' });
  });
});
