import type { Knex } from 'knex';

/** Lets ontologies be connected with files in Git: each connection is of a document or of a namespace, and ends with it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table git_connections drop constraint git_connections_document');
  const isNamespace = `kind = 'semantic-namespace'`;
  await knex.schema.alterTable('git_connections', (table) => {
    table
      .specificType(
        'connected_document_id',
        `text collate "C" generated always as (case when ${isNamespace} then null else document_id end) stored`,
      )
      .comment('The document, for its foreign key; null for ontologies');
    table
      .specificType(
        'namespace_id',
        `text collate "C" generated always as (case when ${isNamespace} then document_id end) stored`,
      )
      .comment('The namespace of the ontology, for its foreign key; null for documents');
    table
      .foreign(['organization_id', 'kind', 'connected_document_id'], 'git_connections_document')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
    table
      .foreign(['organization_id', 'namespace_id'], 'git_connections_namespace')
      .references(['organization_id', 'id'])
      .inTable('namespaces')
      .onDelete('CASCADE');
    table.index(
      ['organization_id', 'kind', 'connected_document_id'],
      'git_connections_by_document',
    );
  });
  await knex.raw(`create index git_connections_by_namespace on git_connections (organization_id, namespace_id)
    where namespace_id is not null`);
  for (const [column, comment] of [
    ['kind', 'Kind of the document, or semantic-namespace for an ontology'],
    ['document_id', 'Document or namespace; it has one connection at most'],
  ])
    await knex.raw(`comment on column git_connections.${column} is '${comment}'`);
}
