import type { Knex } from 'knex';

/** Rules of policies, and what documents do not keep of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('organizations', (table) => {
    table
      .integer('rules_version')
      .notNullable()
      .defaultTo(0)
      .comment(
        'Raised whenever the rules of the policies in force change; 0 without any rule so far',
      );
    table
      .integer('rules_judged')
      .notNullable()
      .defaultTo(0)
      .comment('Version of the rules by which all documents were judged last');
  });
  await knex.schema.alterTable('documents', (table) => {
    table
      .jsonb('findings')
      .comment('Rules of policies that the document does not keep; null if it keeps all');
  });
  await knex.raw(
    `create index documents_findings on documents (organization_id, kind, id) where findings is not null`,
  );
}
