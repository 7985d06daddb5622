import {
  deleteNotifications,
  listNotifications,
} from '../../../db/tables/notifications/notifications.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import type { Tx } from '../../../db/connect.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

let organizationId: OrganizationId;
let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  organizationId = await insertOrganization(knex, { name: 'o', vanity: 'o', now: new Date() });
  await knex.raw(
    `insert into notifications (organization_id, id, medium, recipient, team_id, template, cause_id, subject_kind,
        subject_id, data, status, created_at)
      select ?, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        case when n <= 5 then 'slack' else 'mail' end, 'a@example.com', 't', 'x', n::text, 'access', 'a', '{}', 'sent',
        now() - interval '1 day' + n * interval '1 second'
      from generate_series(1, 5000) n`,
    [organizationId],
  );
  await knex.raw('analyze notifications');
});
afterAll(() => store.drop());

/** How the statement that was just prepared by its name is executed with these values. */
async function planOf(tx: Tx, name: string, values: string): Promise<string> {
  const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
    `explain execute "${name}"(${values})`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it('those of a medium that is rare are found by an index', async () => {
  await store.database.knex.transaction(async (tx) => {
    const filter = { status: undefined, medium: 'slack', teamId: undefined, subjectId: undefined };
    const page = { limit: 10, offset: 0, after: undefined };
    const found = await listNotifications(tx, organizationId, filter as never, page);
    expect(found).toHaveLength(5);
    const values = `'${organizationId}', null, 'slack', null, null, null, null, null, null, null, 10, 0`;
    expect(await planOf(tx, 'notifications-list', values)).toContain('notifications_of_medium');
  });
});

it('old ones are deleted without reading all, also by a plan for any values', async () => {
  await store.database.knex.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan');
    const before = new Date(Date.now() - 86_400_000 + 100_000);
    expect(await deleteNotifications(tx, before, 10)).toBe(10);
    const [oldest] = await tx('notifications').select('cause_id').orderBy('created_at').limit(1);
    expect(oldest).toEqual({ cause_id: '11' });
    const plan = await planOf(tx, 'notifications-delete', 'now(), 10');
    expect(plan).toContain('Tid Scan on notifications');
    expect(plan).toContain('Index Scan using notifications_old');
    expect(plan).not.toContain('Seq Scan');
  });
});
