import { writeDocument } from '../../../db/tables/documents/writes.ts';
import { transact } from '../../../db/transact.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { sendRaw } from '../../support/http/raw-request.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'rivals'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  for (const id of ['Governance/PII', 'gold', 'a/b/c'])
    await api.send('PUT', `/api/tags/${id}`, { body: { id } });
  const ports = [
    { name: 'named', version: '1', type: 'x' },
    { id: 'p/1', name: 'other', version: '1' },
  ];
  await api.send('PUT', '/api/dataproducts/shop', {
    body: product('shop', [], { outputPorts: ports }),
  });
});
afterAll(() => api.stop());

const asset = (id: string, change: object = {}) => ({
  id,
  info: { owner: 'checkout', name: 'orders', type: 'postgres_table', source: 'postgres' },
  ...change,
});
const put = (id: string, change: object = {}) =>
  api.send('PUT', `/api/assets/${id}`, { body: asset(id, change) });
const get = (id: string) => api.send('GET', `/api/assets/${id}`);
const eventsOf = (id: string): Promise<string[]> =>
  api.database
    .knex('events')
    .where({ subject_kind: 'asset', subject_id: id })
    .orderBy('n')
    .pluck('type');

describe('an asset', () => {
  it('comes back as the synchroniser sent it, so that it finds nothing to rewrite', async () => {
    const sent = asset('sync', {
      properties: { rows: 1.5, nothing: null },
      columns: [{ name: 'id', type: 'int8', required: null, links: {} }],
      relationships: [{ relationshipType: 'parent', assetId: 'sync-schema' }],
      tags: [],
    });
    const first = await api.send('PUT', '/api/assets/sync', { body: sent });
    expect(decodeURIComponent(first.headers.get('x-catalog-warnings') ?? '')).toContain(
      "asset 'sync-schema'",
    );
    expect((await get('sync')).json).toEqual(sent);
    await api.send('PUT', '/api/assets/sync', { body: (await get('sync')).text });
    expect((await get('sync')).headers.get('etag')).toBe('"1"');
    expect(await eventsOf('sync')).toEqual(['AssetCreatedEvent']);
    await put('sync-schema');
    const again = await api.send('PUT', '/api/assets/sync', { body: sent });
    expect(again.headers.get('x-catalog-warnings')).toBeNull();
  });

  it('without an owner is written with a key of the organization only', async () => {
    const { text: key } = await api.newKey('team', { teamId: 'checkout' });
    const body = { id: 'free', info: { name: 'free' } };
    expect((await api.send('PUT', '/api/assets/free', { body, key })).status).toBe(403);
    expect((await api.send('PUT', '/api/assets/free', { body })).status).toBe(200);
    const bare = await api.send('PUT', '/api/assets/bare', { body: {} });
    expect([bare.status, (await get('bare')).json]).toEqual([200, { id: 'bare' }]);
  });
});

describe('assigned tags', () => {
  const assigned = async (id: string) =>
    (await api.send('GET', `/api/assets/${id}/assigned-tags`)).json;

  it('are put, listed, shown on the asset and taken away, with slashes raw and encoded', async () => {
    await put('tagged');
    expect(await assigned('tagged')).toEqual([]);
    for (const tag of ['gold', 'Governance/PII', 'a%2Fb%2Fc']) {
      const answer = await sendRaw(api, `PUT /api/assets/tagged/assigned-tags/${tag}`, [
        'Content-Type: application/json',
      ]);
      expect([tag, answer.status]).toEqual([tag, 200]);
    }
    expect(await assigned('tagged')).toEqual(['Governance/PII', 'a/b/c', 'gold']);
    expect((await get('tagged')).json.assignedTags).toEqual(['Governance/PII', 'a/b/c', 'gold']);
    const list = (await api.send('GET', '/api/assets')).json;
    expect(list.find(({ id }: { id: string }) => id === 'tagged').assignedTags).toHaveLength(3);
    await api.send('DELETE', '/api/assets/tagged/assigned-tags/a/b/c');
    expect(await assigned('tagged')).toEqual(['Governance/PII', 'gold']);
  });

  it('change the ETag of the asset, not the asset; a written asset keeps them whatever it says', async () => {
    await put('marked');
    await api.send('PUT', '/api/assets/marked/assigned-tags/gold');
    const shown = await get('marked');
    const etag = shown.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"1-[0-9a-f]+"$/);
    expect(
      (await api.send('GET', '/api/assets/marked', { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);
    const back = await api.send('PUT', '/api/assets/marked', {
      body: shown.text,
      headers: { 'if-match': etag },
    });
    expect([back.status, back.headers.get('x-catalog-warnings')]).toEqual([200, null]);
    const again = await get('marked');
    expect([again.text, again.headers.get('etag')]).toEqual([shown.text, etag]);
    await put('marked', { assignedTags: ['nonsense', 7] });
    expect((await get('marked')).json.assignedTags).toEqual(['gold']);
    await api.send('DELETE', '/api/assets/marked/assigned-tags/gold');
    const without = await get('marked');
    expect([without.headers.get('etag'), 'assignedTags' in without.json]).toEqual(['"1"', false]);
  });

  it('tell the feed once that the asset changed', async () => {
    await put('told');
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'])
      expect((await api.send(method, '/api/assets/told/assigned-tags/gold')).status).toBe(200);
    expect(await eventsOf('told')).toEqual([
      'AssetCreatedEvent',
      'AssetUpdatedEvent',
      'AssetUpdatedEvent',
    ]);
  });

  it('are free-form, on assets that exist, and are put by the owner of the asset', async () => {
    await put('own');
    expect((await api.send('PUT', '/api/assets/own/assigned-tags/pii:true')).status).toBe(200);
    expect(await assigned('own')).toEqual(['pii:true']);
    for (const method of ['PUT', 'DELETE']) {
      const answer = await api.send(method, '/api/assets/ghost/assigned-tags/gold');
      expect([answer.status, answer.json.code]).toEqual([422, 'unknown_reference']);
    }
    expect((await api.send('GET', '/api/assets/ghost/assigned-tags')).status).toBe(404);
    const { text: key } = await api.newKey('team', { teamId: 'rivals' });
    const denied = await api.send('PUT', '/api/assets/own/assigned-tags/gold', { key });
    expect(denied.status).toBe(403);
    const dots = await sendRaw(api, 'PUT /api/assets/own/assigned-tags/a/../b');
    expect([dots.status, /invalid_id/.test(dots.text)]).toEqual([422, true]);
    expect((await api.send('PUT', '/api/assets/a%2Fb/assigned-tags/gold')).json.code).toBe(
      'invalid_id',
    );
  });

  it('go with their tag and with their asset', async () => {
    await api.send('PUT', '/api/tags/short', { body: { id: 'short' } });
    await put('going');
    await api.send('PUT', '/api/assets/going/assigned-tags/short');
    await api.send('PUT', '/api/assets/going/assigned-tags/gold');
    expect((await api.send('DELETE', '/api/tags/short')).status).toBe(200);
    expect((await get('going')).json.assignedTags).toEqual(['gold']);
    expect((await api.send('DELETE', '/api/assets/going')).status).toBe(200);
    await put('going');
    expect((await get('going')).json.assignedTags).toBeUndefined();
  });
});

describe('assignments', () => {
  const at = (id: string, target: string) => `/api/assets/${id}/assignments/${target}`;

  it('tie an asset to a product or a port, are shown, and keep it from being deleted', async () => {
    await put('used');
    for (const target of ['shop', 'shop/named', 'shop/p%2F1', 'shop']) {
      const answer = await api.send('PUT', at('used', target));
      expect([target, answer.status, answer.text]).toEqual([target, 200, '']);
    }
    expect((await get('used')).json.assignments).toEqual([
      { dataProductId: 'shop' },
      { dataProductId: 'shop', outputPortId: 'named' },
      { dataProductId: 'shop', outputPortId: 'p/1' },
    ]);
    const refused = await api.send('DELETE', '/api/assets/used');
    expect([refused.status, refused.json.code]).toEqual([422, 'in_use']);
    expect(refused.json.detail).toContain("output port 'named' of data product 'shop'");
    for (const target of ['shop', 'shop/named', 'shop/p%2F1', 'shop/p%2F1'])
      expect((await api.send('DELETE', at('used', target))).status).toBe(200);
    expect(await eventsOf('used')).toEqual([
      'AssetCreatedEvent',
      ...Array(6).fill('AssetUpdatedEvent'),
    ]);
    expect((await api.send('DELETE', '/api/assets/used')).status).toBe(200);
  });

  it('go with their product', async () => {
    await api.send('PUT', '/api/dataproducts/brief', { body: product('brief') });
    await put('kept');
    await api.send('PUT', at('kept', 'brief'));
    expect((await api.send('DELETE', '/api/dataproducts/brief')).status).toBe(200);
    expect((await get('kept')).json.assignments).toBeUndefined();
    expect((await api.send('DELETE', '/api/assets/kept')).status).toBe(200);
  });

  it('come from the document of the product too, where its standard has a place for them', async () => {
    await put('listed');
    await transact(api.database, (tx) =>
      writeDocument(tx, {
        organizationId: api.organizationId,
        kind: 'data-product',
        id: 'older',
        ownerId: 'checkout',
        name: 'Older',
        status: undefined,
        tags: '[]',
        search: '',
        description: '',
        contentHash: Buffer.from('older'),
        body: '{}',
        source: undefined,
        principal: 'system',
        requestId: undefined,
        eventType: 'DataProductCreatedEvent',
        now: new Date(),
        references: dataProduct.extract({
          id: 'older',
          assets: ['listed', { id: 'elsewhere' }, 7, null],
          outputPorts: [{ name: 'port', assets: [{ id: 'listed' }] }],
        }).references,
      }),
    );
    expect((await get('listed')).json.assignments).toEqual([{ dataProductId: 'older' }]);
    const refused = await api.send('DELETE', '/api/assets/listed');
    expect(refused.json.detail).toBe(
      "The asset 'listed' is in use as asset of data product 'older'; remove it there first.",
    );
    await put('elsewhere');
    expect((await get('elsewhere')).json.assignments).toEqual([{ dataProductId: 'older' }]);
    await api.send('DELETE', '/api/dataproducts/older');
    expect((await api.send('DELETE', '/api/assets/listed')).status).toBe(200);
  });

  it('are refused without asset, product or port, and to other teams', async () => {
    await put('lonely');
    const answers = [
      [at('ghost', 'shop'), 404, 'not_found'],
      [at('lonely', 'ghost'), 422, 'unknown_reference'],
      [at('lonely', 'shop/ghost'), 422, 'unknown_reference'],
      [at('lonely', 'shop/other'), 422, 'unknown_reference'],
      [at('lonely', 'a%2Fb'), 422, 'invalid_id'],
    ] as const;
    for (const [path, status, code] of answers) {
      const answer = await api.send('PUT', path);
      expect([path, answer.status, answer.json.code]).toEqual([path, status, code]);
    }
    const { text: key } = await api.newKey('team', { teamId: 'rivals' });
    expect((await api.send('PUT', at('lonely', 'shop'), { key })).status).toBe(403);
    expect((await api.send('DELETE', at('lonely', 'shop'), { key })).status).toBe(403);
  });

  it('never lose a race against the deletion of the asset', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `race-${round}`;
      await put(id);
      const [assigned, deleted] = await Promise.all([
        api.send('PUT', at(id, 'shop')),
        api.send('DELETE', `/api/assets/${id}`),
      ]);
      expect(`${assigned.status} ${deleted.status}`).toMatch(/^(200 422|404 200|422 200)$/);
    }
  });
});
