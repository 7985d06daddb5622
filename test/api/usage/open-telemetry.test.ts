import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { fillForAccess } from '../../support/builders/access.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

const script = path.resolve('test/support/foreign/export-spans.mjs');

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await fillForAccess(api);
});
afterAll(() => api.stop());

type Export = {
  product: string;
  encoding: string;
  compression: string;
  count: number;
  key?: string;
};

/** What the exporter of the SDK says about the same spans, sent twice. */
async function exportSpans(options: Export): Promise<{ code: number; status?: number }[]> {
  const input = JSON.stringify({ url: `${api.address}/api/v1/traces`, key: api.key, ...options });
  const { stdout } = await promisify(execFile)(process.execPath, [script, input]);
  return JSON.parse(stdout) as { code: number; status?: number }[];
}

const exporters = [
  ['json', 'gzip'],
  ['json', 'none'],
  ['protobuf', 'gzip'],
  ['protobuf', 'none'],
] as const;

it.each(exporters)(
  'takes what the SDK for JavaScript exports in %s, compression %s',
  async (encoding, compression) => {
    const id = `${encoding}-${compression}`;
    const { json: shop } = await api.send('GET', '/api/dataproducts/shop');
    await api.send('PUT', `/api/dataproducts/${id}`, { body: { ...shop, id } });
    const results = await exportSpans({ product: id, encoding, compression, count: 2_500 });
    expect(results).toEqual([{ code: 0 }, { code: 0 }]);
    const usage = await api.send('GET', `/api/dataproducts/${id}/usage?by=user`);
    expect(usage.json).toMatchObject({
      count: 2_500,
      rows: (2_499 * 2_500) / 2,
      entries: [{ key: 'grace@example.com', count: 2_500 }],
    });
    const listed = await api.send('GET', `/api/v1/traces?dataProductId=${id}&size=1`);
    const [{ resource, scopeSpans }] = listed.json.resourceSpans;
    expect(resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'query-gateway' },
    });
    expect(scopeSpans[0].scope).toMatchObject({ name: 'gateway', version: '2.1.0' });
    const [{ attributes, kind }] = scopeSpans[0].spans;
    expect(kind).toBe(2);
    expect(attributes).toContainEqual({ key: 'cost', value: { doubleValue: 0.5 } });
    const values = [{ stringValue: 'a' }, { stringValue: 'b' }];
    expect(attributes).toContainEqual({ key: 'tags', value: { arrayValue: { values } } });
  },
);

it('rejects spans of an unknown product, and lets no exporter try again with a wrong key', async () => {
  for (const [encoding, compression] of exporters) {
    const few = { product: 'ghost', encoding, compression, count: 3 };
    expect(await exportSpans(few)).toEqual([{ code: 0 }, { code: 0 }]);
    const [refused] = await exportSpans({ ...few, key: 'wrong' });
    expect(refused).toEqual({ code: 1, status: 403 });
  }
  const listed = await api.send('GET', '/api/v1/traces?dataProductId=ghost');
  expect(listed.json).toEqual({ resourceSpans: [] });
});
