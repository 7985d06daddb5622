import { patchOf, scim, scimUser } from '../../support/builders/scim.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const bulk = (operations: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  scim(
    api,
    'POST',
    '/Bulk',
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: operations,
      ...more,
    },
    headers,
  );
const post = (bulkId: string, data: object, path = '/Users') => ({
  method: 'POST',
  path,
  bulkId,
  data,
});

describe('bulk requests', () => {
  it('creates users and the group that refers to them, in any order (RFC 7644 §3.7.2)', async () => {
    const members = [{ type: 'User', value: 'bulkId:qwerty' }];
    const { status, json } = await bulk([
      post('ytrewq', { displayName: 'Tour Guides', members }, '/Groups'),
      post('qwerty', scimUser('alice@example.com')),
    ]);
    expect(status).toBe(200);
    const [group, user] = json.Operations;
    expect(group).toEqual({
      method: 'POST',
      bulkId: 'ytrewq',
      location: expect.stringMatching(/\/Groups\/[\da-f-]+$/),
      version: 'W/"1"',
      status: '201',
    });
    const id = user.location.split('/').at(-1);
    const found = await scim(api, 'GET', `/Groups?filter=members eq "${id}"`);
    expect(found.json.Resources[0].displayName).toBe('Tour Guides');
  });

  it('changes and deletes, each operation with its own outcome', async () => {
    const { json: user } = await scim(api, 'POST', '/Users', scimUser('many@example.com'));
    const path = `/Users/${user.id}`;
    const { json } = await bulk([
      { method: 'PATCH', path, data: patchOf({ op: 'add', path: 'title', value: 'x' }) },
      { method: 'PUT', path, version: 'W/"1"', data: scimUser('many@example.com') },
      { method: 'put', path, version: 'W/"2"', data: scimUser('many@example.com') },
      { method: 'DELETE', path },
      { method: 'DELETE', path },
      post('again', scimUser('alice@example.com')),
      { method: 'POST', path: '/Users', data: scimUser('bare@example.com') },
      { method: 'GET', path },
      { method: 'POST', path: '/Shoes', bulkId: 'x', data: {} },
      post('lost', { displayName: 'Lost', members: [{ value: 'bulkId:none' }] }, '/Groups'),
    ]);
    expect(json.Operations.map(({ status }: any) => status)).toEqual([
      '200',
      '412',
      '200',
      '204',
      '404',
      '409',
      '400',
      '400',
      '400',
      '400',
    ]);
    expect(json.Operations[5].response).toMatchObject({ scimType: 'uniqueness', status: '409' });
  });

  it('stops after the number of errors that the client names', async () => {
    const { json } = await bulk(
      [post('a', {}), post('b', {}), post('c', scimUser('never@example.com'))],
      { failOnErrors: 2 },
    );
    expect(json.Operations).toHaveLength(2);
    const found = await scim(api, 'GET', '/Users?filter=userName eq "never@example.com"');
    expect(found.json.totalResults).toBe(0);
  });

  it('has its effects once with an Idempotency-Key', async () => {
    const operations = [post('once', scimUser('once@example.com'))];
    const headers = { 'idempotency-key': 'bulk-1' };
    const first = await bulk(operations, {}, headers);
    const second = await bulk(operations, {}, headers);
    expect(first.json.Operations[0].status).toBe('201');
    expect(second.json).toEqual(first.json);
  });

  it.each([
    ['other schemas', [], { schemas: [] }, 400],
    ['no list', 'x', {}, 400],
    ['a wrong bound', [], { failOnErrors: 0 }, 400],
    ['operations that are none', [5], {}, 400],
    ['too many operations', Array.from({ length: 1_001 }, () => ({})), {}, 413],
    ['a long body', [{ data: { x: 'x'.repeat(1_100_000) } }], {}, 413],
  ])('refuses %s', async (_, operations, more, status) => {
    expect((await bulk(operations, more)).json).toMatchObject({ status: String(status) });
  });
});

describe('discovery', () => {
  it('tells what is possible, and refuses filters', async () => {
    const config = await scim(api, 'GET', '/ServiceProviderConfig');
    expect(config.json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1_000, maxPayloadSize: 1_048_576 },
      filter: { supported: true, maxResults: 1_000 },
      etag: { supported: true },
    });
    const schemas = await scim(api, 'GET', '/Schemas');
    for (const { id, meta } of schemas.json.Resources) {
      const one = await scim(api, 'GET', `/Schemas/${id}`);
      expect([one.status, one.json.meta]).toEqual([200, meta]);
    }
    expect((await scim(api, 'GET', '/ResourceTypes/User')).json.endpoint).toBe('/Users');
    for (const path of ['/ResourceTypes/Shoe', '/Schemas/urn:x']) {
      expect((await scim(api, 'GET', path)).json).toMatchObject({ status: '404' });
    }
    const filtered = await scim(api, 'GET', '/Schemas?filter=id pr');
    expect(filtered.json).toMatchObject({ status: '403' });
    const method = await scim(api, 'DELETE', '/Users');
    expect(method.json).toMatchObject({ status: '405' });
  });
});
