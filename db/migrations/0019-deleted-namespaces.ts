import type { Knex } from 'knex';
import { instant, key, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('deleted_namespaces', (table) => {
    table.comment(
      'How far the numbers of deleted namespaces went; one of the same id continues them',
    );
    organizationUnchecked(table);
    key(table, 'id').notNullable().comment('Identifier of the namespace');
    table.integer('revision').notNullable().comment('Last revision of its ontology');
    table.integer('metadata_revision').notNullable().comment('Last revision of its metadata');
    instant(table, 'deleted_at').notNullable().comment('When it was deleted last');
    table.primary(['organization_id', 'id']);
  });
}
