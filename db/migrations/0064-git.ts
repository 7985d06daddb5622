import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** Git credentials of teams and organizations, and the files of documents in Git repositories. */
export async function up(knex: Knex): Promise<void> {
  await createCredentials(knex);
  await createConnections(knex);
  await createRuns(knex);
}

async function createCredentials(knex: Knex): Promise<void> {
  await knex.schema.createTable('git_credentials', (table) => {
    table.comment('How documents are read from and pushed to Git repositories');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7; older credentials are used first');
    key(table, 'team_id').comment('Team that uses it; null for the whole organization');
    table
      .specificType('team_kind', "text generated always as ('team') stored")
      .comment('Constant; makes the foreign key of team_id possible');
    key(table, 'external_id').notNullable().comment('Chosen by the caller, or the id');
    table.text('type').notNullable().comment('Git host: github, gitlab, gitea, …');
    table
      .text('host')
      .notNullable()
      .comment(
        'The only host that gets the secret, in lower case, with a port if it is not the default',
      );
    table
      .text('token_type')
      .notNullable()
      .comment('authenticationToken, apiToken, sshKey, githubApp');
    table.text('token_name').comment('Name for people');
    table.text('username').comment('Name of the account; null for the default of the Git host');
    table.text('app_id').comment('Id of a GitHub App');
    table.text('installation_id').comment('Installation of that app');
    table.text('known_hosts').comment('Public keys of the SSH server, as in a known_hosts file');
    table.text('secret').notNullable().comment('Token or private key; sealed under SECRET_KEY');
    instant(table, 'created_at').notNullable().comment('When it was created');
    table.text('created_by').notNullable().comment('Principal');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.text('updated_by').notNullable().comment('Principal');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'external_id'], {
      indexName: 'git_credentials_external_id',
    });
    table.index(['organization_id', 'team_id', 'id'], 'git_credentials_by_team');
    table
      .foreign(['organization_id', 'team_kind', 'team_id'], 'git_credentials_team')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
}

async function createConnections(knex: Knex): Promise<void> {
  await knex.schema.createTable('git_connections', (table) => {
    table.comment('Files in Git repositories that documents are pulled from and pushed to');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    key(table, 'kind').notNullable().comment('Kind of the document');
    key(table, 'document_id').notNullable().comment('Document; it has one connection at most');
    table.uuid('credential_id').comment('Named credential; null to choose one by type and host');
    table.text('type').notNullable().comment('Git host: github, gitlab, gitea, …');
    table.text('host').notNullable().comment('Host of the repository, in lower case');
    key(table, 'repository_url').notNullable().comment('Address without user name and password');
    key(table, 'branch').notNullable().comment('Branch that is pulled from and pushed to');
    key(table, 'path').notNullable().comment('Path of the file');
    table.text('synced_blob').comment('Git hash of the file when both sides were last equal');
    table.text('synced_hash').comment('Hash of the content of the document then');
    table.text('pushed_blob').comment('Git hash of the file that a push is about to write');
    table.text('pushed_hash').comment('Hash of its content; the next look finds out if it arrived');
    table.text('remote_blob').comment('Git hash of the file when it was last read; null: no file');
    table.text('remote_hash').comment('Hash of its content; null if it is no valid document');
    table.text('remote_text').comment('Its text, while it differs from what was last synced');
    table.text('problem').comment('Why the repository could not be read at the last attempt');
    instant(table, 'checked_at').comment('When the repository was last read');
    instant(table, 'created_at').notNullable().comment('When it was created');
    table.text('created_by').notNullable().comment('Principal');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.text('updated_by').notNullable().comment('Principal');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'kind', 'document_id'], {
      indexName: 'git_connections_document_once',
    });
    table.unique(['organization_id', 'repository_url', 'branch', 'path'], {
      indexName: 'git_connections_file_once',
    });
    table
      .foreign(['organization_id', 'kind', 'document_id'], 'git_connections_document')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents')
      .onDelete('CASCADE');
  });
  await knex.raw(`alter table git_connections add constraint git_connections_credential
    foreign key (organization_id, credential_id) references git_credentials (organization_id, id)
    on delete set null (credential_id)`);
  await knex.raw(`create index git_connections_by_credential on git_connections (organization_id, credential_id)
    where credential_id is not null`);
}

async function createRuns(knex: Knex): Promise<void> {
  await knex.schema.createTable('git_runs', (table) => {
    table.comment('Pulls, pushes and checks of connected files');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table.uuid('connection_id').notNullable().comment('Connected file');
    table.uuid('work_id').notNullable().comment('Its work');
    table.text('action').notNullable().comment('check, pull, push');
    table.text('commit_message').comment('Message of the commit of a push');
    table
      .text('replaces')
      .comment('Hash of the side that the caller has seen and lets be replaced');
    table.text('principal').notNullable().comment('Who requested it');
    table.text('request_id').comment('Request that requested it');
    table.text('phase').notNullable().comment('queued, fetching, storing, pushing, ended');
    table
      .jsonb('log')
      .notNullable()
      .defaultTo('[]')
      .comment('Lines with time, level and message; a few for each attempt');
    instant(table, 'requested_at').notNullable().comment('When it was requested');
    instant(table, 'ended_at').comment('When it ended');
    table.text('outcome').comment('SUCCESS, FAILED, CANCELLED; null while it is going on');
    table.text('code').comment('Code of the refusal of a failed run');
    table.text('message').comment('What came of it, in one sentence');
    table.text('commit').comment('Commit that was read or pushed');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'work_id']);
    table.index(['organization_id', 'connection_id', 'id'], 'git_runs_by_connection');
    table
      .foreign(['organization_id', 'connection_id'], 'git_runs_connection')
      .references(['organization_id', 'id'])
      .inTable('git_connections')
      .onDelete('CASCADE');
  });
  await knex.raw('create index git_runs_ended on git_runs (ended_at) where ended_at is not null');
}
