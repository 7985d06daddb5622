import { newId } from '../../../../lib/ids.ts';
import { createEmptyDatabase } from '../../../support/servers/empty-database.ts';
import type { EmptyDatabase } from '../../../support/servers/empty-database.ts';

let database: EmptyDatabase;
let organization: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const day = (number: number): string => `2026-03-0${number}T12:00:00.000Z`;

async function storeAccess(id: string, state: string, decidedAt: string | null): Promise<void> {
  await database.query(
    `insert into access (organization_id, id, revision, state, body, provider_product_id, provider_port_id, consumer_type,
       decided_at, created_at, updated_at)
     values ($1, $2, 2, $3, '{}', 'shop', 'port', 'team', $4, $5, $5)`,
    [organization, id, state, decidedAt, day(2)],
  );
}

async function storeEvent(
  subject: string,
  type: string,
  at: string,
  revision: number,
): Promise<void> {
  await database.query(
    `insert into events (organization_id, id, type, subject_kind, subject_id, revision, principal, public, data, at)
     values ($1, $2, $3, 'access', $4, $5, $6, true, '{}', $7)`,
    [organization, newId(), type, subject, revision, `api-key:of-${revision}`, at],
  );
}

test('accesses get their history from kept events, and older requests and decisions without authors', async () => {
  await database.migrateUntil('0040-access-history');
  organization = await database.addOrganization();
  await storeAccess('kept', 'active', day(3));
  await storeAccess('old', 'rejected', day(3));
  await storeAccess('open', 'requested', null);
  // This event is about a deleted access with the same id.
  await storeEvent('kept', 'AccessRejectedEvent', day(1), 1);
  const events: [type: string, at: string, revision: number][] = [
    ['AccessCreatedEvent', day(2), 1],
    ['AccessRequestedEvent', day(2), 1],
    ['AccessUpdatedEvent', day(3), 2],
    ['AccessApprovedEvent', day(3), 2],
    ['AccessActivatedEvent', day(3), 2],
    ['AccessProvisionedEvent', day(3), 3],
    ['AccessUpdatedEvent', day(4), 4],
  ];
  for (const event of events) await storeEvent('kept', ...event);
  await database.migrate();
  const rows = await database.query<{
    id: string;
    step: string;
    principal: string | null;
    at: Date;
  }>(`select access_id as id, step, principal, at from access_history h order by access_id, h.id`);
  expect(rows.map(({ at, ...row }) => [...Object.values(row), at.toISOString()])).toEqual([
    ['kept', 'requested', 'api-key:of-1', day(2)],
    ['kept', 'approved', 'api-key:of-2', day(3)],
    ['kept', 'activated', null, day(3)],
    ['kept', 'changed', 'api-key:of-4', day(4)],
    ['old', 'requested', null, day(2)],
    ['old', 'rejected', null, day(3)],
    ['open', 'requested', null, day(2)],
  ]);
  const columns = await database.query(
    `select id, requested_by, decided_by from access order by id`,
  );
  expect(columns).toEqual([
    { id: 'kept', requested_by: 'api-key:of-1', decided_by: 'api-key:of-2' },
    { id: 'old', requested_by: null, decided_by: null },
    { id: 'open', requested_by: null, decided_by: null },
  ]);
});
