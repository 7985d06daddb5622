import type { Knex } from 'knex';

/** Lets operators see which machine has a wrong clock. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('processes', (table) => {
    table
      .bigInteger('skew_ms')
      .comment('By how much the clock of its machine is ahead of Postgres, negative when behind');
  });
}
