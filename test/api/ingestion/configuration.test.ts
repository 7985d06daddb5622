import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { parse } from 'yaml';

let api: TestApi;
registerStubSource();
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('answers the configuration as a write takes it, without credentials', async () => {
  const document = {
    configuration: { place: 'here' },
    credentials: { token: 'secret-token' },
    filters: { schemas: { exclude: ['a*'] } },
    scheduleExpression: '0 0 6 * * ?',
    enabled: false,
  };
  await integrations(api).put('warehouse', document);
  const path = '/api/integrations/warehouse/configuration';
  const { status, text, headers } = await api.send('GET', path);
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
    200,
    expect.stringContaining('application/yaml'),
    expect.stringContaining('accept'),
  ]);
  expect(text).not.toContain('secret-token');
  const { credentials: _, ...shown } = document;
  const expected = { externalId: 'warehouse', name: 'warehouse', source: 'stub', ...shown };
  expect(parse(text)).toMatchObject(expected);
  const asJson = await api.send('GET', path, { headers: { accept: 'application/json' } });
  expect(asJson.json).toEqual(parse(text));
  expect(Object.keys(asJson.json)).not.toContain('latestRun');
});

it('answers 404 for an unknown integration', async () => {
  const { status } = await api.send('GET', '/api/integrations/nothing/configuration');
  expect(status).toBe(404);
});
