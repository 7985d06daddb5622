import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;

const put = async (id: string, schema: unknown[]): Promise<void> => {
  const body = contract(id, { schema });
  const { status, text } = await api.send('PUT', `/api/datacontracts/${id}`, { body });
  expect([status, text]).toEqual([200, '']);
};
const generate = (id: string, more: object = {}): Promise<TestAnswer> =>
  api.send('POST', `/api/datacontracts/${id}/generate`, { body: { type: 'sql-ddl', ...more } });
const table = (...names: string[]) => ({
  name: 'a',
  properties: names.map((name) => ({ name, logicalType: 'string' })),
});

beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await put('plain', [table('x')]);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

it('properties of one name are refused, and named', async () => {
  await put('twice', [table('x', 'y', 'x')]);
  const answer = await generate('twice');
  expect([answer.status, answer.json.code]).toEqual([422, 'duplicate_names']);
  expect(answer.json.detail).toContain("Properties of 'a' have the same physical name: 'x'.");
  await put('capitals', [table('x', 'X')]);
  expect((await generate('capitals')).status).toBe(200);
});

it.each([
  ['PostgreSQL', 'postgres'],
  ['Postgres', 'postgres'],
  ['mariadb', 'mysql'],
  ['glue', 'athena'],
  ['MSSQL', 'sqlserver'],
])('the dialect %s is %s', async (asked, dialect) => {
  const answer = await generate('plain', { dialect: asked });
  expect([answer.status, answer.json.dialect]).toEqual([200, dialect]);
});
