import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { product, team } from '../support/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'rivals'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  for (const id of ['shop', 'stock'])
    await api.send('PUT', `/api/dataproducts/${id}`, { body: product(id) });
});
afterAll(() => api.stop());

const put = (id: string, change: object, key?: string) =>
  api.send('PUT', `/api/example-data/${id}`, {
    body: { id, dataProductId: 'shop', data: [{ a: 1 }], ...change },
    ...(key !== undefined && { key }),
  });
const list = async (query: string) =>
  (await api.send('GET', `/api/example-data?${query}`)).json.map(({ id }: { id: string }) => id);

it('is filtered by product, port and contract', async () => {
  await put('one', { outputPortId: 'orders/v1', dataContractId: 'c' });
  await put('two', { outputPortId: 'other' });
  await put('three', { dataProductId: 'stock', outputPortId: 'orders/v1' });
  expect(await list('dataProductId=shop')).toEqual(['one', 'two']);
  expect(await list('outputPortId=orders/v1')).toEqual(['one', 'three']);
  expect(await list('dataProductId=shop&outputPortId=orders/v1')).toEqual(['one']);
  expect(await list('dataContractId=c')).toEqual(['one']);
  expect(await list('dataProductId=ghost')).toEqual([]);
  await put('one', { outputPortId: 'other' });
  expect(await list('outputPortId=other')).toEqual(['one', 'two']);
});

it('is rows or one object, up to a megabyte of compact JSON', async () => {
  for (const data of [[], [{}], {}, { key: { nested: [1] } }]) {
    expect((await put('shapes', { data })).status).toBe(200);
    expect((await api.send('GET', '/api/example-data/shapes')).json.data).toEqual(data);
  }
  const full = { text: 'ü'.repeat((1_048_576 - '{"text":"x"}'.length + 1) / 2) };
  expect(Buffer.byteLength(JSON.stringify(full))).toBe(1_048_576 - 1);
  expect((await put('full', { data: full })).status).toBe(200);
  const spaced = `{"id":"full","dataProductId":"shop","data":${' '.repeat(2_000_000)}{"a":1}}`;
  expect((await api.send('PUT', '/api/example-data/full', { body: spaced })).status).toBe(200);
  const tooLarge = await put('full', { data: { text: `${full.text}xx` } });
  expect([tooLarge.status, tooLarge.json.code]).toEqual([413, 'payload_too_large']);
  expect(tooLarge.json.detail).toContain('1048577 bytes');
});

it('belongs to a product that exists, and follows the permissions of its team', async () => {
  const unknown = await put('lost', { dataProductId: 'ghost' });
  expect([unknown.status, unknown.json.code]).toEqual([422, 'unknown_reference']);
  expect(unknown.json.detail).toContain("'dataProductId'");
  expect((await put('lost', { dataProductId: 'a/b' })).json.code).toBe('unknown_reference');
  expect((await put('lost', { dataProductId: '' })).json.code).toBe('invalid_document');
  const { text: ours } = await api.newKey('team', { teamId: 'checkout' });
  const { text: theirs } = await api.newKey('team', { teamId: 'rivals' });
  await api.send('PUT', '/api/dataproducts/rival', {
    body: product('rival', [], { team: { name: 'rivals' } }),
  });
  expect((await put('moving', {}, ours)).status).toBe(200);
  expect((await put('moving', { dataProductId: 'rival' }, ours)).status).toBe(403);
  expect((await put('moving', { dataProductId: 'rival' }, theirs)).status).toBe(403);
  expect((await put('moving', { dataProductId: 'rival' })).status).toBe(200);
  expect((await api.send('DELETE', '/api/example-data/moving', { key: ours })).status).toBe(403);
  // The product changes hands, and its examples with it.
  await api.send('PUT', '/api/dataproducts/rival', { body: product('rival') });
  expect((await api.send('DELETE', '/api/teams/rivals')).status).toBe(200);
  expect((await api.send('DELETE', '/api/example-data/moving', { key: ours })).status).toBe(200);
});

it('stays when its product goes, for keys of the organization', async () => {
  await api.send('PUT', '/api/dataproducts/brief', { body: product('brief') });
  await put('orphan', { dataProductId: 'brief' });
  expect((await api.send('DELETE', '/api/dataproducts/brief')).status).toBe(200);
  expect((await api.send('GET', '/api/example-data/orphan')).status).toBe(200);
  const { text: key } = await api.newKey('team', { teamId: 'checkout' });
  expect((await api.send('DELETE', '/api/example-data/orphan', { key })).status).toBe(403);
  expect((await api.send('DELETE', '/api/example-data/orphan')).status).toBe(200);
});
