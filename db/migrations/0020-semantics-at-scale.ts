import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await countConflicts(knex);
  await knex.schema.alterTable('namespace_concepts', (table) => {
    table
      .specificType('held', 'text[]')
      .notNullable()
      .defaultTo('{}')
      .comment(
        'Concepts that its relationships name, so that nobody who looks for one reads all bodies',
      );
  });
  await fillHeld(knex);
}

/** Fills in for existing concepts what their relationships name, as their next change would. */
export async function fillHeld(knex: Knex): Promise<void> {
  await knex.raw(`update namespace_concepts c set held = array(
      select distinct role->>'concept' from json_array_elements(c.body->'relationships') relationship
      cross join json_array_elements(case json_typeof(relationship->'fields'->'roles')
        when 'array' then relationship->'fields'->'roles' else '[]'::json end) role
      where json_typeof(role->'concept') = 'string')
    where cardinality(relationship_ids) > 0`);
}

/** Conflicts recorded before this step are complete, so their number is the count. */
async function countConflicts(knex: Knex): Promise<void> {
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
