import path from 'node:path';
import { access, fillForAccess } from '../support/builders/access.ts';
import { installPython, run } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';

const version = '1.38.0';
const programs = installPython([
  `opentelemetry-sdk==${version}`,
  `opentelemetry-exporter-otlp-proto-http==${version}`,
]);
const [tests, why] = 'missing' in programs ? [describe.skip, programs.missing] : [describe, 'real'];

const script = path.resolve('test/support/foreign/export_spans.py');

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await fillForAccess(api);
  await api.send('PUT', '/api/access/a1', { body: access('a1') });
});
afterAll(() => api.stop());

async function exportSpans(headers: Record<string, string>, product = 'shop'): Promise<unknown> {
  const python = path.join('folder' in programs ? programs.folder : '', 'python');
  const input = { url: `${api.address}/api/v1/traces`, product, count: 300, headers };
  const { stdout, stderr } = await run(python, [script, JSON.stringify(input)], {});
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

tests(`the OpenTelemetry SDK for Python (${why})`, () => {
  it('reports usage with gzip and either form of the key, counted once', async () => {
    expect(await exportSpans({ 'x-api-key': api.key })).toEqual(['SUCCESS', 'SUCCESS']);
    const usage = () => api.send('GET', '/api/dataproducts/shop/usage?by=team');
    const counted = { count: 300, rows: (299 * 300) / 2, users: 1, teams: 1 };
    expect((await usage()).json).toMatchObject({
      ...counted,
      entries: [{ key: 'marketing', count: 300 }],
    });
    const bearer = { authorization: `Bearer ${api.key}` };
    expect(await exportSpans(bearer)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await usage()).json).toMatchObject({ count: 600 });
  });

  it('gets what it understands: rejected spans are no failure, a wrong key is one', async () => {
    const key = { 'x-api-key': api.key };
    expect(await exportSpans(key, 'ghost')).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await exportSpans({ 'x-api-key': 'wrong' })).toEqual(['FAILURE', 'FAILURE']);
  });
});
