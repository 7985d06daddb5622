import type { Knex } from 'knex';
import { key, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('document_references', (table) => {
    table.comment('Which documents name which others now; what is named need not exist');
    organizationUnchecked(table);
    table.text('kind').notNullable().comment('Kind of the document that names the other');
    key(table, 'id').notNullable().comment('Identifier of the document that names the other');
    table
      .text('role')
      .notNullable()
      .comment('What the other is to it, e.g. output-port: contract of an output port');
    table.text('target_kind').notNullable().comment('Kind of the document that is named');
    key(table, 'target_id').notNullable().comment('Identifier of the document that is named');
    table.primary(['organization_id', 'kind', 'id', 'role', 'target_kind', 'target_id']);
    table
      .foreign(['organization_id', 'kind', 'id'], 'document_references_document')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
  await knex.raw(
    `create index document_references_by_target on document_references (organization_id, target_kind, target_id, role)`,
  );
}
