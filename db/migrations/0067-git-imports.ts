import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** Imports of files in Git as new documents, pull requests, and webhooks of Git hosts. */
export async function up(knex: Knex): Promise<void> {
  await createImports(knex);
  await createImportFiles(knex);
  await createWebhooks(knex);
  await knex.schema.alterTable('git_runs', (table) => {
    table.jsonb('proposal').comment('Text, branch, title and comment of a pull request to open');
    table.jsonb('pull_request').comment('Number, title and address of the pull request');
  });
}

async function createImports(knex: Knex): Promise<void> {
  await knex.schema.createTable('git_imports', (table) => {
    table.comment('Imports of files in Git repositories as new documents');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table.uuid('work_id').notNullable().comment('Its work');
    key(table, 'kind').notNullable().comment('Kind of the documents');
    table.boolean('single').notNullable().comment('True if path is one file, and no pattern');
    table.boolean('preview').notNullable().comment('True if nothing is to be stored');
    table.uuid('credential_id').notNullable().comment('Credential that reads the repository');
    table.boolean('named').notNullable().comment('True if the connections name the credential');
    table.text('type').notNullable().comment('Git host: github, gitlab, gitea, …');
    table.text('host').notNullable().comment('Host of the repository, in lower case');
    key(table, 'repository_url').notNullable().comment('Address without user name and password');
    key(table, 'branch').notNullable().comment('Branch that is read');
    key(table, 'path').notNullable().comment('Path of a file, or a pattern of paths');
    table.text('principal').notNullable().comment('Who requested it');
    table.text('request_id').comment('Request that requested it');
    table.text('phase').notNullable().comment('queued, fetching, storing, ended');
    table
      .jsonb('log')
      .notNullable()
      .defaultTo('[]')
      .comment('Lines with time, level and message; at most 100');
    instant(table, 'requested_at').notNullable().comment('When it was requested');
    instant(table, 'ended_at').comment('When it ended');
    table.text('outcome').comment('SUCCESS, FAILED, CANCELLED; null while it is going on');
    table.text('code').comment('Code of the refusal of a failed import');
    table.text('message').comment('What came of it, in one sentence');
    table.text('commit').comment('Commit that was read');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'work_id']);
  });
  await knex.raw(
    'create index git_imports_ended on git_imports (ended_at) where ended_at is not null',
  );
}

async function createImportFiles(knex: Knex): Promise<void> {
  await knex.schema.createTable('git_import_files', (table) => {
    table.comment('Files of an import with their verdicts');
    organization(table);
    table.uuid('import_id').notNullable().comment('Import');
    key(table, 'path').notNullable().comment('Path of the file');
    table
      .text('verdict')
      .notNullable()
      .comment('IMPORTED, NEW, CHANGED, UNCHANGED, EXISTS, REFUSED');
    key(table, 'document_id').comment('Id that the file names; null if it could not be read');
    table.text('code').comment('Code of the refusal of the file');
    table.text('message').comment('Why it was refused');
    table.primary(['organization_id', 'import_id', 'path']);
    table
      .foreign(['organization_id', 'import_id'], 'git_import_files_import')
      .references(['organization_id', 'id'])
      .inTable('git_imports')
      .onDelete('CASCADE');
  });
}

async function createWebhooks(knex: Knex): Promise<void> {
  await knex.schema.createTable('git_webhooks', (table) => {
    table.comment('Webhooks of Git hosts, whose pushes start pulls');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7; part of the address');
    table.text('type').notNullable().comment('Git host: github, gitlab, gitea, …');
    key(table, 'repository_url').notNullable().comment('Repository whose pushes it tells');
    table.text('secret').notNullable().comment('Verifies deliveries; sealed under SECRET_KEY');
    table.text('principal').notNullable().comment('Who created it, with whose rights it pulls');
    instant(table, 'created_at').notNullable().comment('When it was created');
    table.primary(['organization_id', 'id']);
    table.unique(['id'], { indexName: 'git_webhooks_id' });
  });
}
