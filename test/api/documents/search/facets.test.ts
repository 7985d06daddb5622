import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await put('teams', team('shop', { type: 'domain', name: 'Shop' }));
  await put('teams', team('checkout', { parent: 'shop' }));
  await put('teams', team('returns', { parent: 'shop' }));
  await put('certifications', { id: 'gold', name: 'Gold', tag: 'certified-gold' });
  await api.send('PUT', '/api/semantics/experimental/namespaces/sales/ontology.yaml', {
    body: {
      name: 'sales',
      prefixes: { ex: 'https://example.com/' },
      ontology: [
        { concept: 'Order', id: 'order', type: 'EntityType', iri: 'ex:order' },
        { concept: 'Parcel', id: 'parcel', type: 'EntityType' },
      ],
    },
  });
  const personal = fields({ name: 'email', classification: 'personal' });
  await putContract('mails', { ...personal, tags: ['certified-gold'] });
  await putContract('names', { ...personal, status: 'draft', team: { name: 'returns' } });
  await putContract('totals', fields({ name: 'total', classification: 'internal' }));
  await putContract('plain', {});
  await put('dataproducts', product('safe', ['plain', 'totals'], { tags: ['certified-gold'] }));
  await put(
    'dataproducts',
    product('risky', ['mails', 'totals'], {
      outputPorts: [
        { name: 'a', version: '1.0.0', type: 'csv', contractId: 'mails' },
        { name: 'b', version: '1.0.0', type: 'postgres', contractId: 'totals' },
      ],
    }),
  );
  for (const [id, result] of [
    ['mails', 'failed'],
    ['names', 'warning'],
    ['totals', 'passed'],
  ] as const)
    await publish(id, result, '2026-11-01T00:00:00Z');
  await putAsset('orders-table', 'postgres_table');
  await putAsset('orders-view', 'postgres_view');
  await putAsset('by-hand', 'postgres_table');
  await noteIntegration('warehouse', ['orders-table', 'orders-view']);
});
afterAll(() => api.stop());

const fields = (...properties: object[]) => ({ schema: [{ name: 't', properties }] });
const link = (url: string) => ({ authoritativeDefinitions: [{ type: 'semantics', url }] });

async function put(collection: string, body: Record<string, unknown>): Promise<void> {
  const answer = await api.send('PUT', `/api/${collection}/${body.id as string}`, { body });
  expect([answer.text, answer.status]).toEqual(['', 200]);
}
const putContract = (id: string, change: Record<string, unknown>) =>
  put('datacontracts', contract(id, change));

const putAsset = (id: string, type: string) =>
  put('assets', { id, info: { name: `public.${id}`, type, owner: 'returns' } });

/** The rows that a run of an integration leaves. */
async function noteIntegration(id: string, assets: readonly string[]): Promise<void> {
  const { organizationId: organization_id } = api;
  const { knex } = api.database;
  const now = new Date();
  const settings = { settings: '{}', enabled: false, source: 'postgres', timezone: 'UTC' };
  const dates = { created_at: now, updated_at: now };
  const name = 'The warehouse';
  await knex('integrations').insert({
    organization_id,
    id,
    name,
    revision: 1,
    ...settings,
    ...dates,
  });
  for (const asset_id of assets)
    await knex('ingested_assets').insert({
      organization_id,
      integration_id: id,
      asset_id,
      path: ['public', asset_id],
      content_hash: Buffer.alloc(32),
      run_id: '01890a5d-ac96-774b-bcce-b302099a8057',
    });
}

async function publish(dataContractId: string, result: string, at: string): Promise<string> {
  const id = `${dataContractId}-${at}`;
  const { status } = await api.send('POST', '/api/test-results', {
    body: {
      id,
      dataContractId,
      dataContractVersion: '1.0.0',
      timestampStart: at,
      timestampEnd: at,
      result,
      checks: [{ type: 'x', name: 'y', result }],
    },
  });
  expect(status).toBe(200);
  return id;
}

type Answer = {
  results: { id: string; quality: { result: string } | null; classifications: string[] }[];
  total: number;
  facets: Record<string, { value: string; name?: string; count: number }[]>;
};
const get = async (query: string): Promise<Answer> => {
  const { status, json } = await api.send('GET', `/api/search?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return json;
};
const countsOf = async (facet: string, query = '') =>
  Object.fromEntries(
    (await get(`facets=${facet}&${query}`)).facets[facet]?.map(({ value, count }) => [
      value,
      count,
    ]) ?? [],
  );
const idsOf = async (query: string) => (await get(query)).results.map(({ id }) => id).toSorted();

const parameters: Record<string, string> = {
  type: 'resourceType',
  team: 'teamId',
  domain: 'domainId',
};

describe('facets', () => {
  it.each([
    ['portType', { csv: 1, postgres: 2 }],
    ['classification', { internal: 3, personal: 3 }],
    ['quality', { failed: 2, warning: 1, passed: 2 }],
    ['certification', { gold: 2 }],
  ])('count by %s', async (facet, counts) => {
    expect(await countsOf(facet)).toEqual(counts);
  });

  it('count as many as their filters find, with every query', async () => {
    await linkConcepts();
    const all =
      'type,team,domain,tag,status,portType,classification,quality,certification,concept,archetype,integration';
    for (const query of ['', 'query=contract', 'query=product+risky']) {
      const { facets } = await get(`${query}&facets=${all}`);
      expect(Object.keys(facets).toSorted()).toEqual(all.split(',').toSorted());
      for (const [facet, counts] of Object.entries(facets)) {
        for (const { value, count } of counts) {
          const filter = `${parameters[facet] ?? facet}=${encodeURIComponent(value)}`;
          const { total } = await get(`${query}&${filter}`);
          expect([query, facet, value, total]).toEqual([query, facet, value, count]);
        }
      }
    }
  });

  it('tell assets apart by type and by the integration that found them', async () => {
    const assets = 'resourceType=DATA_ASSET';
    const { facets, results } = await get(`${assets}&facets=archetype,integration,team`);
    expect(facets).toEqual({
      archetype: [
        { value: 'postgres_table', count: 2 },
        { value: 'postgres_view', count: 1 },
      ],
      integration: [{ value: 'warehouse', name: 'The warehouse', count: 2 }],
      team: [{ value: 'returns', name: 'Team returns', count: 3 }],
    });
    expect(results).toContainEqual(
      expect.objectContaining({ id: 'orders-view', archetype: 'postgres_view' }),
    );
    const tables = `${assets}&archetype=postgres_table`;
    expect(await idsOf(tables)).toEqual(['by-hand', 'orders-table']);
    expect(await idsOf(`${tables}&archetype=postgres_view&integration=warehouse`)).toEqual([
      'orders-table',
      'orders-view',
    ]);
    expect(await idsOf('integration=none')).toEqual([]);
  });

  it('count under the filters of the others, and not under their own', async () => {
    const filter = 'status=active&classification=personal';
    const { total, facets } = await get(`${filter}&facets=status,classification,team`);
    expect(total).toBe(2);
    expect(facets['status']).toEqual([
      { value: 'active', count: 2 },
      { value: 'draft', count: 1 },
    ]);
    expect(facets['classification']?.map(({ value }) => value).toSorted()).toEqual([
      'internal',
      'personal',
    ]);
    expect(facets['team']).toEqual([{ value: 'checkout', name: 'Team checkout', count: 2 }]);
  });

  it('take one of several values of the same facet, and all of different ones', async () => {
    expect(await idsOf('quality=failed&quality=warning')).toEqual(['mails', 'names', 'risky']);
    expect(await idsOf('quality=failed&quality=warning&resourceType=DATA_CONTRACT')).toEqual([
      'mails',
      'names',
    ]);
    expect(await idsOf('status=draft&status=active&classification=personal')).toEqual([
      'mails',
      'names',
      'risky',
    ]);
    expect(await idsOf('portType=csv&portType=postgres')).toEqual(['risky', 'safe']);
    for (const nothing of [
      'certification=silver',
      'concept=sales/none',
      'concept=x',
      'domainId=none',
      'portType=x&quality=passed',
      'resourceType=SEMANTIC_CONCEPT&status=active',
    ])
      expect(await idsOf(nothing)).toEqual([]);
  });

  it('take the worst of the contracts that a product offers, as they are now', async () => {
    const hit = async (id: string) =>
      (await get('resourceType=DATA_PRODUCT')).results.find((each) => each.id === id);
    expect(await hit('risky')).toMatchObject({
      quality: { result: 'failed', checkCount: 2, failedChecks: 1 },
      classifications: ['internal', 'personal'],
    });
    const id = await publish('mails', 'error', '2026-11-02T00:00:00Z');
    expect(await countsOf('quality')).toMatchObject({ error: 2 });
    await api.send('DELETE', `/api/test-results/${id}`);
    await publish('mails', 'passed', '2026-10-01T00:00:00Z');
    expect((await hit('risky'))?.quality?.result).toBe('failed');
    await put('dataproducts', product('risky', ['totals']));
    expect(await hit('risky')).toMatchObject({
      quality: { result: 'passed' },
      classifications: ['internal'],
    });
    await put('dataproducts', product('risky', []));
    expect(await hit('risky')).toMatchObject({ quality: null, classifications: [] });
  });

  const linkConcepts = async () => {
    await putContract('by-id', {
      ...fields({ name: 'a', ...link(`${api.address}/semantics/sales/order`) }),
    });
    await putContract('by-name', {
      ...fields({ name: 'a', ...link('https://x.example/semantics/sales/Order') }),
    });
    await putContract('by-all', {
      ...fields(
        { name: 'a', ...link(`${api.address}/semantics/sales/order`) },
        { name: 'b', ...link('https://example.com/order') },
        { name: 'c', ...link(`${api.address}/semantics/sales/parcel.weight`) },
        { name: 'd', ...link('https://nowhere.example/thing') },
      ),
    });
  };

  it('count each document once for a concept that it links by id, name and IRI', async () => {
    await linkConcepts();
    const { facets } = await get('facets=concept');
    expect(facets['concept']).toEqual([
      { value: 'sales/order', name: 'Order', count: 3 },
      { value: 'sales/parcel', name: 'Parcel', count: 1 },
    ]);
    expect(await idsOf('concept=sales/order')).toEqual(['by-all', 'by-id', 'by-name']);
    expect(await idsOf('concept=sales/parcel')).toEqual(['by-all']);
  });

  it('keep organizations apart', async () => {
    const organizationId = await api.newOrganization('other');
    const { text: key } = await api.newKey('organization', { organizationId });
    const facets = 'portType,classification,quality,certification,concept';
    const { json } = await api.send('GET', `/api/search?facets=${facets}`, { key });
    expect(json).toMatchObject({ total: 0, results: [] });
    for (const counts of Object.values(json.facets)) expect(counts).toEqual([]);
    for (const filter of [
      'classification=personal',
      'quality=passed',
      'certification=gold',
      'concept=sales/order',
    ]) {
      const answer = await api.send('GET', `/api/search?${filter}`, { key });
      expect(answer.json.total).toBe(0);
    }
  });
});
