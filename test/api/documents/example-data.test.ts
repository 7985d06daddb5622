import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';

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

it('goes with its product', async () => {
  await api.send('PUT', '/api/dataproducts/brief', { body: product('brief') });
  const ids = Array.from({ length: 203 }, (_, index) => `part-${index}`);
  for (const id of ids) expect((await put(id, { dataProductId: 'brief' })).status).toBe(200);
  const rehearsed = await api.send('DELETE', '/api/dataproducts/brief?dryRun=true');
  const deletions = rehearsed.json.effects.filter(({ type }: { type: string }) =>
    type.endsWith('.ExampleDataDeleted'),
  );
  expect(deletions).toHaveLength(ids.length);
  expect(await list('dataProductId=brief&size=1')).toHaveLength(1);
  expect((await api.send('DELETE', '/api/dataproducts/brief')).status).toBe(200);
  expect(await list('dataProductId=brief')).toEqual([]);
  expect((await api.send('GET', '/api/example-data/part-7')).status).toBe(404);
  expect((await list('dataProductId=shop')).length).toBeGreaterThan(0);
});

it('is refused without rows', async () => {
  for (const data of [undefined, null, [1], 'text']) {
    const answer = await put('empty', { data });
    expect([data, answer.status, answer.json.violations[0].field]).toEqual([data, 422, 'data']);
  }
});

it('survives no race with the end of its product', async () => {
  for (let round = 0; round < 10; round++) {
    await api.send('PUT', '/api/dataproducts/raced', { body: product('raced') });
    await put('late', { dataProductId: 'raced' });
    const answers = await Promise.all([
      put('late', { dataProductId: 'raced', data: { round } }),
      api.send('DELETE', '/api/dataproducts/raced'),
      put('later', { dataProductId: 'raced' }),
    ]);
    expect(answers[1].status).toBe(200);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    expect(await list('dataProductId=raced')).toEqual([]);
  }
});
