import { contract, team } from '../../support/builders/contracts.ts';
import { linkedSchema, putDefinition } from '../../support/builders/linked-definitions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;

beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

async function putContract(id: string, url: string): Promise<void> {
  const body = contract(id, { schema: linkedSchema(url) });
  expect((await api.send('PUT', `/api/datacontracts/${id}`, { body })).status).toBe(200);
}

async function generate(id: string): Promise<{ status: unknown; warnings: string[] }> {
  const { status, json } = await api.send('POST', `/api/datacontracts/${id}/generate`, {
    body: { type: 'json-schema' },
  });
  expect([status, json.detail]).toEqual([200, undefined]);
  const [{ content, metadata }] = json.files;
  return { status: JSON.parse(content).properties.status, warnings: metadata.warnings };
}

it('generated code has what a property takes from its definition, as the definition is now', async () => {
  await putDefinition(api, 'checkout/state', { minLength: 5 });
  await putContract('linking', '/definitions/checkout/state');
  expect((await generate('linking')).status).toMatchObject({ minLength: 5 });
  // Answered from what is stored.
  expect((await generate('linking')).status).toMatchObject({ minLength: 5 });
  expect(await api.database.knex('generations').count({ n: '*' })).toEqual([{ n: 1 }]);
  await putDefinition(api, 'checkout/state', { minLength: 7 });
  const { status, warnings } = await generate('linking');
  expect(status).toMatchObject({ minLength: 7 });
  expect(warnings.filter((warning) => warning.includes('could not be read'))).toEqual([]);
});

it('a warning of each file names a definition that could not be read', async () => {
  await putContract('unread', 'https://other.example/definitions/state');
  const { warnings } = await generate('unread');
  expect(warnings[0]).toMatch(
    /^The definition of 'status' at 'https:\/\/other\.example\/definitions\/state' could not be read and is not applied: /,
  );
});
