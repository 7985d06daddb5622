import type { Knex } from 'knex';

/** What each process runs, so that operators see which were not replaced by an update. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('processes', (table) => {
    table.text('version').comment('Version of Concordat that it runs; null of earlier ones');
    table.text('commit').comment('Commit of its build; null if it is not known');
  });
}
