import { startSequencer } from '../../../workers/sequencer.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
});
afterAll(() => api.stop());

const yaml = { 'content-type': 'application/yaml' };
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  api.send('PUT', `/api/dataproducts/${id}`, { body, headers });

describe('the life of a data product', () => {
  it('is created, read, listed, replaced and deleted, with revisions and events', async () => {
    const sequencer = startSequencer({ database: api.database, log: quietLog });
    const first = product('shop', ['orders'], { tags: ['sales'] });
    const created = await put('shop', first);
    expect([created.status, created.text, created.headers.get('etag')]).toEqual([200, '', '"1"']);
    expect(created.headers.get('location-html')).toBe(`${api.address}/dataproducts/shop`);
    expect(created.headers.get('x-catalog-warnings')).toBeNull();
    expect((await api.send('GET', '/api/dataproducts/shop')).json).toEqual(first);

    await put('shop', product('shop', ['orders'], { name: 'Renamed', status: 'retired' }));
    const versions = await api.send('GET', '/api/dataproducts/shop/versions');
    expect(versions.json.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect((await api.send('GET', '/api/dataproducts/shop?version=1')).json).toEqual(first);

    expect((await api.send('DELETE', '/api/dataproducts/shop')).status).toBe(200);
    expect((await api.send('GET', '/api/dataproducts/shop')).status).toBe(404);
    const events = await until('all five events are in the feed', async () => {
      const { json } = await api.send('GET', '/api/events?subject=shop');
      return json.length === 5 && json;
    });
    expect(events.map(({ type }: { type: string }) => type.split('.').at(-1))).toEqual([
      'DataProductCreatedEvent',
      'OutputPortCreatedEvent',
      'DataProductUpdatedEvent',
      'OutputPortDeletedEvent',
      'DataProductDeletedEvent',
    ]);
    const schemas = (await api.send('GET', '/openapi.json')).json.components.schemas;
    for (const { dataschema } of events)
      expect(schemas).toHaveProperty([dataschema.split('/').at(-1)]);
    await sequencer.stop();
  });

  it('is found by words, team, tag and status', async () => {
    await api.send('PUT', '/api/teams/rivers', { body: team('rivers') });
    const change = { team: { name: 'rivers' }, tags: ['wet'], status: 'draft' };
    await put('danube', product('danube', [], { ...change, name: 'Levels of the Danube' }));
    await put('elbe', product('elbe', [], { description: { usage: 'Floods in Saxony' } }));
    const found = async (query: string) =>
      (await api.send('GET', `/api/dataproducts?${query}`)).json.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found('q=levels%20dan')).toEqual(['danube']);
    expect(await found('q=saxony')).toEqual(['elbe']);
    expect(await found('teamId=rivers')).toEqual(['danube']);
    expect(await found('tag=wet&status=draft')).toEqual(['danube']);
    expect(await found('status=gone')).toEqual([]);
    expect(await found('size=1000')).toEqual(expect.arrayContaining(['danube', 'elbe']));
    expect((await api.send('GET', '/api/datacontracts?q=danube')).json).toEqual([]);
  });

  it('gives back the bytes that were sent, JSON and YAML, in every version', async () => {
    const json = `{ "kind":"DataProduct", "apiVersion": "v1.1.0",\n "id":"bytes", "team":{"name":"checkout"}, "name":"\\u00fc 1.0"}`;
    await put('bytes', json);
    expect((await api.send('GET', '/api/dataproducts/bytes')).text).toBe(json);
    const written = await api.send('GET', '/api/dataproducts/bytes/dataproduct.yaml');
    expect(written.text).toContain('apiVersion: v1.1.0\n');

    const source = `# a comment\napiVersion: v0.9.0\nkind: DataProduct\nid: yaml\nstatus: active\nteam:   {name: checkout}\nversion: '1.0'\n`;
    const answer = await put('yaml', source, yaml);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1-yaml"']);
    const read = await api.send('GET', '/api/dataproducts/yaml/dataproduct.yaml');
    expect([read.text, read.headers.get('etag')]).toEqual([source, '"1-yaml"']);
    expect((await api.send('GET', '/api/dataproducts/yaml')).json).toEqual({
      apiVersion: 'v0.9.0',
      kind: 'DataProduct',
      id: 'yaml',
      status: 'active',
      team: { name: 'checkout' },
      version: '1.0',
    });
  });

  it('takes If-Match', async () => {
    await put('cond', product('cond'));
    const stale = await put('cond', product('cond'), { 'if-match': '"7"' });
    expect([stale.status, stale.json.code]).toEqual([412, 'precondition_failed']);
    const fresh = await put('cond', product('cond', [], { name: 'New' }), { 'if-match': '"1"' });
    expect(fresh.headers.get('etag')).toBe('"2"');
  });
});

describe('the owner of a data product', () => {
  it('is team.name, and must exist', async () => {
    for (const change of [
      { team: undefined },
      { team: { description: 'nameless' } },
      { team: undefined, domain: 'checkout' },
      { team: undefined, customProperties: [{ property: 'owner', value: 'checkout' }] },
      { apiVersion: 'v0.9.0', team: [{ name: 'checkout' }] },
    ]) {
      const answer = await put('x', product('x', [], change));
      expect([answer.status, answer.json.code]).toEqual([422, 'ownership_missing']);
      expect(answer.json.detail).toContain("'team.name'");
    }
    const unknown = await put('x', product('x', [], { team: { name: 'ghosts' } }));
    expect([unknown.status, unknown.json.code]).toEqual([422, 'ownership_missing']);
    expect(unknown.json.detail).toMatch(/'ghosts'.*'team\.name'/);
    expect((await api.send('GET', '/api/dataproducts/x')).status).toBe(404);
  });

  it('cannot be deleted before its products', async () => {
    await api.send('PUT', '/api/teams/owner', { body: team('owner') });
    await put('owned', product('owned', [], { team: { name: 'owner' } }));
    const answer = await api.send('DELETE', '/api/teams/owner');
    expect([answer.status, answer.json.code]).toEqual([422, 'in_use']);
    expect(answer.json.detail).toContain("data product 'owned'");
    await api.send('DELETE', '/api/dataproducts/owned');
    expect((await api.send('DELETE', '/api/teams/owner')).status).toBe(200);
  });

  it('lends its permissions: a team key writes what its team owns, and nothing else', async () => {
    await api.send('PUT', '/api/teams/ours', { body: team('ours') });
    const { text: key } = await api.newKey('team', { teamId: 'ours' });
    const send = (method: string, id: string, body?: unknown) =>
      api.send(method, `/api/dataproducts/${id}`, { key, body });
    await put('theirs', product('theirs'));
    const own = product('ours', [], { team: { name: 'ours' } });
    expect((await send('PUT', 'ours', own)).status).toBe(200);
    expect((await send('GET', 'theirs')).status).toBe(200);
    const taken = product('theirs', [], { team: { name: 'ours' } });
    expect((await send('PUT', 'theirs', taken)).json.code).toBe('permission_denied');
    expect((await send('PUT', 'new', product('new'))).json.code).toBe('permission_denied');
    expect((await send('DELETE', 'theirs')).json.code).toBe('permission_denied');
    expect((await send('DELETE', 'ours')).status).toBe(200);
  });
});

describe('a body that is no data product', () => {
  const violations = async (body: unknown) => {
    const answer = await put('bad', body);
    expect([answer.status, answer.json.code]).toEqual([422, 'invalid_document']);
    return answer.json.violations as { field: string; message: string }[];
  };

  it('is refused with the supported versions when it does not say what it is', async () => {
    expect(await violations({ id: 'bad' })).toEqual([
      { field: 'kind', message: 'must be DataProduct' },
      { field: 'apiVersion', message: 'must be one of v0.9.0, v1.0.0, v1.1.0' },
    ]);
    expect(await violations({ ...product('bad'), apiVersion: '1.0.0' })).toHaveLength(1);
    expect(await violations({ ...contract('bad'), apiVersion: 'v1.0.0' })).toEqual([
      { field: 'kind', message: 'must be DataProduct' },
    ]);
  });

  it('is refused with what is wrong, and the version by which it would be right', async () => {
    expect(await violations({ ...product('bad'), type: 'aggregate', status: undefined })).toEqual([
      { field: 'status', message: 'is required' },
      {
        field: 'type',
        message: 'is not a member of this object in the declared version of ODPS',
      },
      { field: 'apiVersion', message: 'may be changed: the document is valid as v1.1.0' },
    ]);
    for (const outputPorts of [
      null,
      5,
      'x',
      {},
      [null],
      [5],
      [{}],
      [{ name: 'p', contractId: {} }],
    ])
      expect(await violations({ ...product('bad'), outputPorts })).not.toHaveLength(0);
  });

  it('is refused when it cannot be read, is nothing, or has another id', async () => {
    expect((await put('bad', '{"id":')).status).toBe(400);
    expect((await put('bad', 'id: [', yaml)).status).toBe(400);
    expect((await put('bad', '[]')).json.code).toBe('invalid_body');
    expect((await put('bad', product('other'))).json.code).toBe('id_mismatch');
    expect((await put('bad', 'id=1', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await api.send('GET', '/api/dataproducts/bad')).status).toBe(404);
  });
});
