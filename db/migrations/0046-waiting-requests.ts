import type { Knex } from 'knex';

/** Finds also notices of requests that were changed: they are deleted when the request is decided. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`drop index notices_of_requests`);
  await knex.raw(`create index notices_of_requests on notices (organization_id, subject_id)
    where kind in ('access-requested', 'access-request-changed')`);
}
