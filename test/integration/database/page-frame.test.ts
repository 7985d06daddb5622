import { countUnreadNotices, listNotices } from '../../../db/tables/notices/notices.ts';
import { countAccess } from '../../../db/views/access/list.ts';
import { listDueAccess } from '../../../db/views/todo/due-access.ts';
import { listFailingContracts, listRequestedProducts } from '../../../db/views/todo/todo.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { storeCatalog } from '../../support/builders/stored/stored-catalog.ts';
import { explainFirst } from '../../support/explain-work.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

const size = { teams: 100, contracts: 10_000, products: 1_000 };
const accesses = 10 * size.products;
/** One access in ten waits, one ends soon, and one has an alert. */
const tenth = accesses / 10;
/** Contracts of a team. */
const owned = size.contracts / size.teams;
const limit = 51;

let store: TestDatabase;
let organizationId: OrganizationId;
beforeAll(async () => {
  store = await createTestDatabase();
  organizationId = await storeCatalog(store, size);
});
afterAll(() => store.drop());

const knex = () => store.database.knex;
const until = new Date(Date.now() + 30 * 86_400_000);
const due = (teams: readonly string[] | undefined) =>
  listDueAccess(knex(), organizationId, { providers: teams, consumers: teams }, { until, limit });

describe.each([
  ['a team', ['team-1']],
  ['an operator', undefined],
])('what waits for %s', (_who, teams) => {
  const owners = { teams, limit };

  it.each([
    [
      'counts open requests',
      () => countAccess(knex(), organizationId, { states: ['requested'], providers: teams }),
    ],
    ['lists open requests', () => listRequestedProducts(knex(), organizationId, owners)],
  ])('%s without reading other accesses', async (_what, read) => {
    const work = await explainFirst(store.database, read);
    expect(work['access']).toBe(tenth);
    expect(work['documents'] ?? 0).toBeLessThanOrEqual(tenth + limit);
  });

  it('lists what is due without reading what is not', async () => {
    const work = await explainFirst(store.database, () => due(teams));
    expect(work['access_alerts']).toBe(tenth);
    expect(work['access']).toBeLessThanOrEqual(4 * tenth);
  });
});

it('lists the failing contracts of a team without reading those of others', async () => {
  const work = await explainFirst(store.database, () =>
    listFailingContracts(knex(), organizationId, { teams: ['team-1'], limit }),
  );
  expect(work['contract_quality']).toBeLessThanOrEqual(2 * owned);
  // How Postgres finds the names of the teams, `documents t`, depends on the rows that it samples for its statistics.
  const documents = Object.entries(work).filter(([name]) => name.startsWith('documents d'));
  expect(documents).not.toEqual([]);
  for (const [, rows] of documents) expect(rows).toBeLessThanOrEqual(owned + limit);
});

describe('notices of a person who has read all but 40', () => {
  const reader = 'person:ada@example.com';
  const of = () => ({
    organizationId,
    reader,
    recipients: [reader, 'team:team-1'],
    principal: 'user:ada',
  });

  it.each([false, true])('are listed by page (only unread: %s)', async (unreadOnly) => {
    const page = { before: undefined, unreadOnly, limit: 31 };
    const { notices } = await explainFirst(store.database, () => listNotices(knex(), of(), page));
    expect(notices).toBeLessThanOrEqual(31 + 1);
  });

  it('are counted without reading older ones', async () => {
    const { notices } = await explainFirst(store.database, () =>
      countUnreadNotices(knex(), of(), 100),
    );
    expect(notices).toBeLessThanOrEqual(40 + 1);
  });
});
