import { tasks } from '../../../domain/tasks.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { line, linesOf, ndjson, postImport } from '../../support/builders/imports.ts';
import { entity, namespacesPath, ontology, semantics } from '../../support/builders/ontologies.ts';

/** Tasks on long texts may take longer than a transaction may stay idle: none is waited for while one is open. */
let api: TestApi;
/** Transactions that were idle when a task began, by task. */
const idle: [task: string, transactions: number][] = [];

beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  for (const [name, task] of Object.entries(tasks)) {
    const watched = async (...input: unknown[]): Promise<unknown> => {
      idle.push([name, await countIdle()]);
      return (task as (...values: unknown[]) => unknown)(...input);
    };
    jest.spyOn(tasks, name as 'edit').mockImplementation(watched as never);
  }
});
afterAll(async () => {
  jest.restoreAllMocks();
  await api.stop();
});
beforeEach(() => idle.splice(0));

async function countIdle(): Promise<number> {
  const { rows } = await api.database.knex.raw(
    `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`,
  );
  return rows[0].n;
}

async function put(path: string, body: unknown): Promise<void> {
  const answer = await api.send('PUT', path, { body });
  expect([answer.status, answer.text]).toEqual([200, '']);
}

const longText = 'x'.repeat(40_000);
const long = (id: string, version: string) =>
  contract(id, { version, description: { purpose: `${version} ${longText}` } });

it.each([
  [
    'a rehearsed PUT',
    'compareDocuments',
    async () => {
      await put('/api/datacontracts/orders', long('orders', '1.0.0'));
      return api.send('PUT', '/api/datacontracts/orders?dryRun=true', {
        body: long('orders', '1.1.0'),
      });
    },
  ],
  [
    'a rehearsed DELETE',
    'endsOfPorts',
    async () => {
      const description = { purpose: longText };
      await put('/api/dataproducts/shop', product('shop', ['orders'], { description }));
      return api.send('DELETE', '/api/dataproducts/shop?dryRun=true');
    },
  ],
  [
    'an import',
    'compareDocuments',
    async () => {
      const send = (version: string) =>
        postImport(
          api,
          ['a', 'b'].map((id) => line('datacontracts', long(id, version))).join(''),
          ndjson,
        );
      await send('1.0.0');
      const answer = await send('1.1.0');
      const [first] = linesOf(answer);
      expect(first).toMatchObject({ id: 'a', status: 'updated' });
      return answer;
    },
  ],
  [
    'a rehearsed edit of a concept',
    'edit',
    async () => {
      await semantics(api).put('shop', ontology('shop', [entity('Order')]));
      const path = `${namespacesPath}/shop/concepts/Item?dryRun=true`;
      return api.send('PUT', path, { body: { name: 'Item', kind: 'entity' } });
    },
  ],
])('%s waits for no task while its transaction is open', async (_what, task, run) => {
  const { status } = await run();
  expect(status).toBe(200);
  expect(idle.map(([name]) => name)).toContain(task);
  expect(idle.filter(([, transactions]) => transactions > 0)).toEqual([]);
});
