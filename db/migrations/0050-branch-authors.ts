import type { Knex } from 'knex';
import { instant } from './column-types.ts';

/** What pages show of branches, and the concepts that a concept extends. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('ontology_branches', (table) => {
    table.text('title').comment('Title for people; null if the author gave none');
    table.text('author').comment('Who cut it, e.g. api-key:<id>; null before this was recorded');
    table.text('changed_by').comment('Who changed its text last; null while it equals its base');
    instant(table, 'changed_at').comment('When its text was changed last');
    table
      .specificType('choices', 'json')
      .comment('Saved choices for its conflicts, until they are applied');
    table.text('choices_by').comment('Who saved the choices');
    instant(table, 'choices_at').comment('When the choices were saved');
  });
  await knex.schema.alterTable('namespace_concepts', (table) => {
    table
      .specificType('parents', 'text[]')
      .notNullable()
      .defaultTo('{}')
      .comment('Concepts that it extends, so that a search for children reads no bodies');
  });
  await fillParents(knex);
}

/** Fills in for existing concepts what they extend, as their next change would. */
export async function fillParents(knex: Knex): Promise<void> {
  await knex.raw(`update namespace_concepts c set parents = array(
      select parent #>> '{}' from json_array_elements(c.body->'fields'->'extends') parent
      where json_typeof(parent) = 'string')
    where json_typeof(c.body->'fields'->'extends') = 'array'`);
}
