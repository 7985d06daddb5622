import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** Git credentials of teams and organizations. */
export async function up(knex: Knex): Promise<void> {
  await createCredentials(knex);
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
