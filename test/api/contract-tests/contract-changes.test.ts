import { dump } from 'js-yaml';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

type Properties = Record<string, unknown>[];
const first: Properties = [
  { name: 'order_id', logicalType: 'integer', primaryKey: true },
  { name: 'status', logicalType: 'string' },
];
const wider: Properties = [...first, { name: 'note', logicalType: 'string' }];
const narrower: Properties = first.slice(0, 1);

const written = (id: string, version: string, properties = first, change = {}) =>
  contract(id, { version, schema: [{ name: 'orders', properties }], ...change });
const put = (id: string, version: string, properties = first, change = {}) =>
  api.send('PUT', `/api/datacontracts/${id}`, { body: written(id, version, properties, change) });
const preview = (id: string, body: unknown, options = {}) =>
  api.send('POST', `/api/datacontracts/${id}/changes`, { body, ...options });
const list = (id: string, query = '') =>
  api.send('GET', `/api/datacontracts/${id}/changes${query}`);
const impactOf = ({ headers }: { headers: Headers }) => headers.get('x-contract-change');
const statements = async (work: () => Promise<unknown>): Promise<string[]> => {
  const all: string[] = [];
  const listen = ({ sql }: { sql: string }): void => void all.push(sql);
  api.database.knex.on('query', listen);
  await work();
  api.database.knex.off('query', listen);
  return all.filter((sql) => /\bdocuments?\b|document_/.test(sql));
};

describe('a PUT that changes a contract', () => {
  it('says how grave the change is; one that creates or changes nothing says nothing', async () => {
    expect(impactOf(await put('said', '1.0.0'))).toBeNull();
    expect(impactOf(await put('said', '1.0.0'))).toBeNull();
    expect(impactOf(await put('said', '1.0.1', first, { tags: ['a'] }))).toBe('patch');
    expect(impactOf(await put('said', '1.0.1', wider))).toBe('minor');
    expect(impactOf(await put('said', '1.0.1', narrower))).toBe('major');
    const yaml = await api.send('PUT', '/api/datacontracts/said', {
      body: dump(written('said', '1.0.1', wider)),
      headers: { 'content-type': 'application/yaml' },
    });
    expect(impactOf(yaml)).toBe('minor');
    const product1 = await api.send('PUT', '/api/dataproducts/said', { body: product('said') });
    const changed = { body: product('said', [], { name: 'New' }) };
    const product2 = await api.send('PUT', '/api/dataproducts/said', changed);
    expect([impactOf(product1), impactOf(product2)]).toEqual([null, null]);
  });

  it('is judged with the definitions that properties link', async () => {
    const strict = { id: 'strict', owner: 'checkout', type: 'string', maxLength: 9 };
    expect((await api.send('PUT', '/api/definitions/strict', { body: strict })).status).toBe(200);
    const says = { name: 'status', logicalType: 'string', logicalTypeOptions: { maxLength: 9 } };
    const link = { authoritativeDefinitions: [{ type: 'definition', url: '/definitions/strict' }] };
    await put('linked', '1.0.0', [{ name: 'status', logicalType: 'string' }]);
    // The definition allows fewer values than before.
    const linking = [{ name: 'status', ...link }];
    const { json } = await preview('linked', written('linked', '1.0.0', linking));
    expect([json.impact, json.changes[0].path]).toEqual([
      'major',
      'schema[orders].properties[status].logicalTypeOptions.maxLength',
    ]);
    expect(impactOf(await put('linked', '1.0.0', linking))).toBe('major');
    // It says itself what the definition said.
    expect(impactOf(await put('linked', '1.0.0', [{ ...says, ...link }]))).toBe('patch');
  });

  it('leaves a record of its differences and of the ports that offer the contract', async () => {
    await put('kept', '1.0.0');
    const ports = [
      { id: 'p1', name: 'named', contractId: 'kept' },
      { name: 'other', contractId: 'another' },
      { name: 'plain', contractId: 'kept' },
    ];
    const body = product('shop', [], {
      outputPorts: ports,
      inputPorts: [{ name: 'i', contractId: 'kept' }],
    });
    expect((await api.send('PUT', '/api/dataproducts/shop', { body })).status).toBe(200);
    await api.send('PUT', '/api/dataproducts/app', { body: product('app', ['kept']) });
    await api.send('PUT', '/api/dataproducts/old', { body: product('old', ['kept']) });
    await api.send('DELETE', '/api/dataproducts/old');
    await put('kept', '1.0.1', first, { tags: ['a'] });
    await put('kept', '1.1.0', narrower, { tags: ['a'] });
    const { json } = await list('kept');
    const principal = expect.stringMatching(/^api-key:/);
    const common = { timestamp: expect.any(String), principal, principalName: 'organization' };
    expect(json).toEqual([
      {
        ...common,
        revision: 3,
        impact: 'major',
        fromVersion: '1.0.1',
        toVersion: '1.1.0',
        omitted: 0,
        changes: [
          {
            path: 'schema[orders].properties[status]',
            kind: 'removed',
            impact: 'major',
            rule: 'property-removed',
          },
          expect.objectContaining({ path: 'version', impact: 'patch' }),
        ],
        hits: {
          outputPorts: [
            { dataProductId: 'app', outputPortId: 'port-0' },
            { dataProductId: 'shop', outputPortId: 'p1' },
            { dataProductId: 'shop', outputPortId: 'plain' },
          ],
          accesses: [],
        },
      },
      expect.objectContaining({
        revision: 2,
        impact: 'patch',
        hits: { outputPorts: [], accesses: [] },
      }),
    ]);
  });

  it('stays two statements, whatever it changes', async () => {
    await put('cheap', '1.0.0');
    for (const properties of [wider, narrower, first])
      expect(await statements(() => put('cheap', '1.0.0', properties))).toHaveLength(2);
  });

  it('leaves one record for every revision when many write at once', async () => {
    await put('crowd', '1.0.0');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        put('crowd', `1.0.${index + 1}`, index % 2 ? wider : first),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const records = (await list('crowd')).json;
    expect(records.map(({ revision }: { revision: number }) => revision)).toEqual(
      Array.from({ length: 30 }, (_, index) => 31 - index),
    );
    // Each was judged against the revision right before it.
    for (const [index, { fromVersion }] of records.slice(0, -1).entries())
      expect(fromVersion).toBe(records[index + 1].toVersion);
  });

  it('is compared with nothing when the contract was deleted before; the records stay', async () => {
    await put('back', '1.0.0');
    await put('back', '1.0.0', wider);
    await api.send('DELETE', '/api/datacontracts/back');
    expect(impactOf(await put('back', '1.0.0', narrower))).toBeNull();
    expect((await list('back')).json.map((entry: any) => entry.revision)).toEqual([2]);
  });
});

describe('the list of changes', () => {
  it('goes on by after and by p, and knows contracts without changes', async () => {
    await put('paged', '1.0.0');
    expect((await list('paged')).text).toBe('[]');
    for (let index = 1; index <= 5; index++) await put('paged', `1.0.${index}`);
    const revisions = ({ json }: { json: any }) => json.map((entry: any) => entry.revision);
    const page = await list('paged', '?size=2');
    expect(revisions(page)).toEqual([6, 5]);
    expect(page.headers.get('link')).toContain('after=5>; rel="next"');
    expect(revisions(await list('paged', '?size=2&after=5'))).toEqual([4, 3]);
    const last = await list('paged', '?size=2&p=2');
    expect([revisions(last), last.headers.get('link')]).toEqual([[2], null]);
    expect((await list('paged', '?after=x')).status).toBe(400);
    expect([(await list('nobody')).status, (await list('a%2Fb')).status]).toEqual([404, 422]);
  });
});

describe('the mode enforce', () => {
  const setOrganization = (settings: object) =>
    api.database
      .knex('organizations')
      .where({ id: api.organizationId })
      .update({ settings: JSON.stringify(settings) });
  afterEach(() => setOrganization({}));

  it('of the organization refuses what the version does not announce, and stores nothing', async () => {
    await put('held', '1.2.0');
    await api.send('PUT', '/api/dataproducts/user', { body: product('user', ['held']) });
    await setOrganization({ contractChanges: 'enforce', other: 1 });
    const refused = await put('held', '1.3.0', narrower);
    expect([refused.status, refused.json]).toEqual([
      422,
      expect.objectContaining({
        code: 'breaking_change',
        impact: 'major',
        requiredVersion: '2.0.0',
        hits: { outputPorts: [{ dataProductId: 'user', outputPortId: 'port-0' }], accesses: [] },
        violations: [
          {
            field: 'schema[orders].properties[status]',
            message: 'was removed, which is major (property-removed)',
          },
        ],
      }),
    ]);
    expect(refused.json.detail).toContain("from '1.2.0' to '1.3.0': set it to 2.0.0 or higher");
    expect((await put('held', '1.2.0', wider)).json.requiredVersion).toBe('1.3.0');
    const lowered = await put('held', '1.1.9', first, { tags: ['x'] });
    expect([lowered.status, lowered.json.detail]).toEqual([
      422,
      expect.stringContaining('may not be lowered'),
    ]);
    const { json, headers } = await api.send('GET', '/api/datacontracts/held');
    expect([json.version, headers.get('etag'), (await list('held')).text]).toEqual([
      '1.2.0',
      '"1"',
      '[]',
    ]);
    expect(impactOf(await put('held', '1.2.0', first, { tags: ['x'] }))).toBe('patch');
    expect(impactOf(await put('held', '1.3.0', wider))).toBe('minor');
    expect(impactOf(await put('held', '2.0.0', narrower))).toBe('major');
    expect((await put('new', '0.0.1')).status).toBe(200);
  });

  it('of the owning team refuses as well; the owner before the change counts, and no team is laxer', async () => {
    const custom = (mode: string) => ({ custom: { contractChanges: mode } });
    await api.send('PUT', '/api/teams/strict', { body: team('strict', custom('enforce')) });
    await api.send('PUT', '/api/teams/lax', { body: team('lax', custom('warn')) });
    const owned = (name: string) => ({ team: { name } });
    await put('theirs', '1.0.0', first, owned('strict'));
    expect((await put('theirs', '1.0.0', narrower, owned('strict'))).json.code).toBe(
      'breaking_change',
    );
    expect((await put('theirs', '1.0.0', narrower, owned('lax'))).status).toBe(422);
    expect((await put('theirs', '1.0.0', first, owned('lax'))).status).toBe(200);
    expect((await put('theirs', '1.0.0', narrower, owned('lax'))).status).toBe(200);
    await setOrganization({ contractChanges: 'enforce' });
    expect((await put('theirs', '1.0.0', wider, owned('lax'))).status).toBe(422);
  });

  it('survives settings and teams of any form', async () => {
    await put('odd', '1.0.0');
    for (const settings of ['[]', '"x"', '{"contractChanges":{"a":1}}', '7'])
      for (const custom of [null, {}, { contractChanges: 'x' }]) {
        await api.database.knex('organizations').update({ settings });
        await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { custom }) });
        const [one, other] = [await put('odd', '1.0.0', wider), await put('odd', '1.0.0')];
        expect([one.status, other.status]).toEqual([200, 200]);
      }
  });
});

describe('a candidate', () => {
  it('gets the verdict of a PUT, and nothing is stored', async () => {
    await put('asked', '1.2.0');
    await api.send('PUT', '/api/dataproducts/asks', { body: product('asks', ['asked']) });
    const { text: key } = await api.newKey('user_read', { email: 'ada@example.com' });
    const answer = await preview('asked', written('asked', '1.3.0', narrower), { key });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        impact: 'major',
        fromVersion: '1.2.0',
        toVersion: '1.3.0',
        changes: [
          expect.objectContaining({ rule: 'property-removed' }),
          expect.objectContaining({ rule: 'version-changed' }),
        ],
        omitted: 0,
        hits: {
          outputPorts: [
            { dataProductId: 'asks', outputPortId: 'port-0', dataProductName: 'Product asks' },
          ],
          accesses: [],
        },
        consumers: [],
        mode: 'warn',
        versionRaised: false,
        requiredVersion: '2.0.0',
      },
    ]);
    expect((await api.send('GET', '/api/datacontracts/asked/versions')).json).toHaveLength(1);
    expect((await list('asked')).text).toBe('[]');
    const yaml = await preview('asked', dump(written('asked', '1.3.0', wider)), {
      headers: { 'content-type': 'application/yaml' },
    });
    expect([yaml.json.impact, yaml.json.versionRaised]).toEqual(['minor', true]);
    const same = await preview('asked', written('asked', '1.2.0'));
    expect([same.json.impact, same.json.changes, same.json.versionRaised]).toEqual([
      'none',
      [],
      true,
    ]);
  });

  it('is refused when it is unknown, invalid, empty or another one', async () => {
    await put('asked', '1.2.0');
    const codes = await Promise.all([
      preview('ghost', written('ghost', '1.0.0')),
      preview('ghost', undefined),
      preview('asked', undefined),
      preview('asked', { id: 'asked' }),
      preview('asked', written('other', '1.0.0')),
      preview('asked', '{'),
    ]);
    expect(codes.map(({ status, json }) => `${status} ${json.code}`)).toEqual([
      '404 not_found',
      '404 not_found',
      '400 malformed_body',
      '422 invalid_document',
      '422 id_mismatch',
      '400 malformed_body',
    ]);
  });
});
