import { readDocument } from '../../../domain/documents/read-document.ts';
import { putDocument } from '../../../commands/documents/put-document.ts';
import { batched } from '../../../db/batched.ts';
import { writeDocument } from '../../../db/tables/documents/writes.ts';
import type { DocumentWrite } from '../../../db/tables/documents/writes.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { violatedConstraint } from '../../../db/postgres-errors.ts';
import { team } from '../../../domain/kinds/team.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

let store: TestDatabase;
let organizationId: OrganizationId;
beforeAll(async () => {
  store = await createTestDatabase();
  organizationId = await insertOrganization(store.database.knex, {
    name: 'o',
    vanity: 'o',
    now: new Date(),
  });
});
afterAll(() => store.drop());

function write(id: string, change: Partial<DocumentWrite> = {}): DocumentWrite {
  return {
    organizationId,
    kind: 'data-contract',
    id,
    ownerId: undefined,
    name: id,
    status: undefined,
    tags: JSON.stringify(['a"b', 'c,d', '{}']),
    search: `'${id}':1A`,
    description: id,
    archetype: undefined,
    contentHash: Buffer.from(id),
    body: `{"id":"${id}", "text":"\\"{},ü\\n"}`,
    source: 'x: "y"\n',
    principal: 'system',
    requestId: undefined,
    eventType: 'DataContractUpdatedEvent',
    now: new Date(),
    references: undefined,
    ...change,
  };
}

const replaces = { revision: 1, edition: 0 };

it('writes replacements that come together as each alone would be, byte for byte', async () => {
  const { knex } = store.database;
  const ids = Array.from({ length: 9 }, (_, index) => `doc-${index}`);
  for (const id of ids) await writeDocument(knex, write(id));
  const statements: string[] = [];
  const listen = ({ sql }: { sql: string }): void => void statements.push(sql);
  knex.on('query', listen);
  const revisions = await Promise.all(
    ids.map((id) => writeDocument(knex, write(id, { replaces }))),
  );
  knex.removeListener('query', listen);
  expect(revisions).toEqual(ids.map(() => 2));
  expect(statements.length).toBeLessThan(ids.length);
  const stored = await findDocument(knex, { organizationId, kind: 'data-contract', id: 'doc-3' });
  expect(stored).toMatchObject({
    revision: 2,
    body: write('doc-3').body,
    source: write('doc-3').source,
  });
  const [head] = await knex('documents').where({ id: 'doc-3' });
  expect(head.tags).toEqual(JSON.parse(write('x').tags));
  expect(await knex('events').where({ subject_id: 'doc-3' })).toHaveLength(2);
});

it('lets one wrong write fail alone, and one of two of the same revision win', async () => {
  const { knex } = store.database;
  for (const id of ['good', 'bad', 'twice']) await writeDocument(knex, write(id));
  const [good, bad, ...twice] = await Promise.allSettled([
    writeDocument(knex, write('good', { replaces })),
    writeDocument(knex, write('bad', { replaces, ownerId: 'no-such-team' })),
    writeDocument(knex, write('twice', { replaces, name: 'one' })),
    writeDocument(knex, write('twice', { replaces, name: 'two' })),
  ]);
  expect(good).toEqual({ status: 'fulfilled', value: 2 });
  expect(bad?.status === 'rejected' && violatedConstraint(bad.reason)).toBe('documents_owner');
  const winners = twice.filter((result) => result.status === 'fulfilled' && result.value === 2);
  expect(winners).toHaveLength(1);
  expect(await knex('document_revisions').where({ id: 'twice' })).toHaveLength(2);
});

it('refuses nobody for the sake of another: every key gets its own answer', async () => {
  const loads: number[] = [];
  const answer = batched<number, string>({ maxRunning: 1 }, (_, keys) => {
    loads.push(keys.length);
    if (keys.includes(3)) return Promise.reject(new Error('three'));
    return Promise.resolve(keys.map((key) => `${key}`));
  });
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((key) => answer(store.database.knex, key)),
  );
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
  ).toEqual(['1', '2', 'failed', '4']);
  expect(loads).toEqual([4, 1, 1, 1, 1]);
});

it('leaves writes of a team tree to one at a time', async () => {
  const principal = {
    organizationId,
    name: 'system',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  } as const;
  const put = (id: string, parent?: string) => {
    const document = { id, name: id, type: 'Team', ...(parent && { parent }) };
    const body = JSON.stringify(document);
    return putDocument(store.database, {
      kind: team,
      id,
      content: readDocument(
        { text: body, format: 'json' },
        { kind: team.name, id, now: new Date() },
      ),
      principal,
      requestId: undefined,
      preconditions: { ifMatch: undefined, mustBeNew: false },
      now: new Date(),
    });
  };
  for (const id of ['a', 'b', 'c']) await put(id);
  const results = await Promise.allSettled([put('a', 'b'), put('b', 'c'), put('c', 'a')]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
