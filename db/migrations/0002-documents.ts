import type { Knex } from 'knex';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createDocuments(knex);
  await createRevisions(knex);
}

async function createDocuments(knex: Knex): Promise<void> {
  await knex.schema.createTable('documents', (table) => {
    table.comment(
      'Narrow head of every document that exists now; the text is in document_revisions',
    );
    organization(table);
    table.text('kind').notNullable().comment('Document kind, e.g. team, data-contract');
    key(table, 'id').notNullable().comment('Identifier chosen by the caller');
    table
      .integer('revision')
      .notNullable()
      .comment('Current revision, from 1; goes on after a deletion');
    table
      .integer('edition')
      .notNullable()
      .comment('Changes of the text of this revision that left its content equal');
    table
      .specificType('owner_kind', "text generated always as ('team') stored")
      .comment('Constant; makes the foreign key of owner_id possible');
    key(table, 'owner_id').comment('Owning team; of a team, its parent');
    table.text('name').notNullable().comment('Display name');
    table.text('status').comment('Status as the document says it');
    table.specificType('tags', 'text[]').notNullable().comment('Tags of the document');
    table
      .specificType('search', 'tsvector')
      .notNullable()
      .comment('Words of id, name and description');
    table
      .binary('content_hash')
      .notNullable()
      .comment('SHA-256 of the canonical JSON: equal content, equal hash');
    instant(table, 'created_at').notNullable().comment('When this id was (last) created');
    instant(table, 'updated_at').notNullable().comment('When the current revision was written');
    table.primary(['organization_id', 'kind', 'id']);
    table
      .foreign(['organization_id', 'owner_kind', 'owner_id'], 'documents_owner')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents');
  });
  await knex.raw(
    `create index documents_by_owner on documents (organization_id, owner_id, kind, id)`,
  );
  await knex.raw(`create index documents_by_words on documents using gin (search)`);
}

async function createRevisions(knex: Knex): Promise<void> {
  await knex.schema.createTable('document_revisions', (table) => {
    table.comment(
      'Every revision of every document, as it was sent; the newest is the document, or says that it was deleted',
    );
    organizationUnchecked(table);
    table.text('kind').notNullable().comment('Document kind');
    key(table, 'id').notNullable().comment('Identifier of the document');
    table.integer('revision').notNullable().comment('Revision, from 1');
    table
      .integer('edition')
      .notNullable()
      .comment('Changes of the text of this revision that left its content equal');
    table
      .specificType('body', 'json')
      .comment(
        'The document as JSON, byte for byte as sent when it was JSON; null marks its deletion',
      );
    table.text('source').comment('The YAML text as sent; null when it came as JSON');
    instant(table, 'at').notNullable().comment('When it was written');
    table.text('principal').notNullable().comment('Who wrote it, e.g. api-key:<id>');
    table.primary(['organization_id', 'kind', 'id', 'revision']);
  });
}
