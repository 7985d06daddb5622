import type { Knex } from 'knex';

/** How many conflicts there are, because not all are kept; of those that were found before, all are there. */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['ontology_branches', 'ontology_merges']) {
    await knex.schema.alterTable(name, (table) => {
      table
        .integer('conflict_count')
        .comment('How many conflicts there are; the first ones are kept');
    });
    await knex.raw(
      `update ?? set conflict_count = json_array_length(conflicts) where conflicts is not null`,
      [name],
    );
  }
}
