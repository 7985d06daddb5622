import { insertOrganization } from '../../../../db/tables/organizations/organizations.ts';
import type { OrganizationId } from '../../../../domain/principal.ts';
import type { TestDatabase } from '../../servers/database.ts';

/**
 * Stores, without commands, an organization with `count` conversations of three messages each: the newest messages of all of them
 * come first. `me` is in every conversation; `you` has written all messages. `further` statements get the id of the organization.
 */
export async function storeConversations(
  { database: { knex } }: TestDatabase,
  count: number,
  further: readonly string[] = [],
): Promise<OrganizationId> {
  const named = { name: 'o', vanity: 'o', now: new Date() };
  const organizationId = await insertOrganization(knex, named);
  const statements = [
    `insert into contacts (organization_id, id, position, username, username_key, created_at, last_active_at)
      select ?, id, 0, id, id, now(), now() from unnest(array['me', 'you']) id`,
    `insert into contact_groups (organization_id, id, position, created_at, name, created_by)
      select ?, n, 0, now(), n, 'you' from generate_series(1, ${count}) n`,
    `insert into conversations (organization_id, id, position, group_id, created_by, last_position, last_active_at, created_at)
      select ?, n, n, n, 'you', ${count} * 3 + n, now(), now() from generate_series(1, ${count}) n`,
    `insert into conversation_members (organization_id, conversation_id, contact_id, position, joined_position)
      select ?, n, 'me', n, 0 from generate_series(1, ${count}) n`,
    `insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
      select ?, c || '-' || n, ${count} * n + c, now(), c, 'you', 'Hello'
      from generate_series(1, ${count}) c, generate_series(1, 3) n`,
    ...further,
  ];
  for (const statement of statements) await knex.raw(statement, [organizationId]);
  await knex.raw('vacuum analyze');
  return organizationId;
}
