import { editConcept } from '../../../commands/semantics/edit-concept.ts';
import type { Database } from '../../../db/connect.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  call = semantics(api);
});
afterAll(() => api.stop());

/** A database in which somebody writes the namespace before each statement that stands in no transaction. */
function busyDatabase(namespace: string): { database: Database; writes: () => number } {
  const { knex } = api.database;
  let writes = 0;
  const client = {
    acquireConnection: async () => {
      writes++;
      await knex('namespaces').where({ id: namespace }).increment('edition');
      return knex.client.acquireConnection();
    },
    releaseConnection: (connection: unknown) => knex.client.releaseConnection(connection),
  };
  const busy = new Proxy(knex, {
    get: (target, name) => (name === 'client' ? client : Reflect.get(target, name)),
  });
  return { database: { ...api.database, knex: busy }, writes: () => writes };
}

async function edit(database: Database, namespace: string): Promise<void> {
  const { organizationId } = api;
  const principal = {
    organizationId,
    name: 'system',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  } as const;
  const request = {
    namespace,
    principal,
    requestId: undefined,
    now: new Date(),
    reading: database,
    preconditions: { ifMatch: undefined, mustBeNew: false },
    readTag: () => Promise.resolve(undefined),
  };
  await editConcept(database, request, {
    op: 'put-concept',
    id: 'New',
    json: { name: 'New', kind: 'entity' },
  });
}

it('a concept is written although others never stop writing its namespace', async () => {
  await call.put('busy', ontology('busy', [entity('Old')]));
  const { database, writes } = busyDatabase('busy');
  await edit(database, 'busy');
  expect(writes()).toBeGreaterThanOrEqual(6);
  const { text } = await call.get('busy');
  for (const name of ['Old', 'New']) expect(text).toContain(`concept: ${name}`);
});

it('a large namespace is not locked while it is edited: it is refused in the end', async () => {
  const description = 'x'.repeat(1024 * 1024);
  await call.put('busy-large', ontology('busy-large', [entity('Old', description)]));
  const { database } = busyDatabase('busy-large');
  await expect(edit(database, 'busy-large')).rejects.toMatchObject({ code: 'concurrent_change' });
  expect((await call.get('busy-large')).text).not.toContain('concept: New');
});
