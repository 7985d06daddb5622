import type { Knex } from 'knex';

/** Adds indexes for what waits for people: open requests, and accesses that end or are reassessed soon. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index access_by_state on access (organization_id, state, id)`);
  await knex.raw(`create index access_ending on access (organization_id, deactivate_at)
    where state = 'active' and deactivate_at is not null`);
  await knex.raw(`create index access_reassessed on access (organization_id, reassess_on)
    where state = 'active' and reassess_on is not null`);
}
