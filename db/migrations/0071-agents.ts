import type { Knex } from 'knex';
import { instant, organization, organizationUnchecked, refers } from './column-types.ts';

/** OAuth clients, what people allowed them, and their tokens; events name the agent that acted. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('events', (table) => {
    table.text('agent').comment('Name of the agent that acted for the principal; null for none');
  });
  await createClients(knex);
  await createGrants(knex);
  await createTokens(knex);
}

async function createClients(knex: Knex): Promise<void> {
  await knex.schema.createTable('agent_clients', (table) => {
    table.comment('OAuth clients that registered themselves; nobody has allowed them anything yet');
    table.uuid('id').primary().comment('UUIDv7, the client_id');
    table.text('name').notNullable().comment('As the client calls itself');
    table
      .specificType('redirect_uris', 'text[]')
      .notNullable()
      .comment('Addresses to which the browser may return');
    instant(table, 'created_at').notNullable().comment('When it registered');
    instant(table, 'used_at').notNullable().comment('When a person last allowed it something');
    table.index(['used_at'], 'agent_clients_by_use');
  });
}

async function createGrants(knex: Knex): Promise<void> {
  await knex.schema.createTable('agent_grants', (table) => {
    table.comment('What a person or an API key allowed an OAuth client');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table
      .uuid('client_id')
      .notNullable()
      .comment('The client; without a foreign key, because clients belong to no organization');
    table.uuid('api_key_id').comment('Key whose session allowed it; null if a person did');
    table.uuid('person_id').comment('Person who allowed it; null if an API key did');
    table
      .binary('code_hash')
      .notNullable()
      .unique({ indexName: 'agent_grants_code' })
      .comment('SHA-256 of the authorization code, which is stored nowhere');
    table.text('code_challenge').notNullable().comment('PKCE, S256');
    table.text('redirect_uri').notNullable().comment('Address to which the code was sent');
    instant(table, 'code_expires_at').notNullable().comment('The code works until then, once');
    instant(table, 'code_used_at').comment('When it was exchanged for tokens');
    instant(table, 'created_at').notNullable().comment('When it was allowed');
    table.primary(['organization_id', 'id']);
    refers(table, 'api_key_id', 'api_keys', 'CASCADE');
    refers(table, 'person_id', 'people', 'CASCADE');
    table.index(['client_id'], 'agent_grants_by_client');
    table.index(['organization_id', 'api_key_id'], 'agent_grants_by_key');
    table.index(['organization_id', 'person_id'], 'agent_grants_by_person');
  });
  await knex.raw(
    'alter table agent_grants add constraint agent_grants_who check (api_key_id is not null or person_id is not null)',
  );
}

async function createTokens(knex: Knex): Promise<void> {
  await knex.schema.createTable('agent_tokens', (table) => {
    table.comment('Access and refresh tokens of grants');
    organizationUnchecked(table);
    table
      .binary('token_hash')
      .notNullable()
      .unique({ indexName: 'agent_tokens_token' })
      .comment('SHA-256 of the token, which is stored nowhere');
    table.uuid('grant_id').notNullable().comment('The grant; it ends all its tokens');
    table.text('kind').notNullable().comment('access or refresh');
    instant(table, 'expires_at').notNullable().comment('It works until then');
    instant(table, 'used_at').comment(
      'When a refresh token was exchanged; a second use ends the grant',
    );
    table.primary(['organization_id', 'token_hash']);
    refers(table, 'grant_id', 'agent_grants', 'CASCADE');
    table.index(['organization_id', 'grant_id'], 'agent_tokens_by_grant');
    table.index(['expires_at'], 'agent_tokens_by_end');
  });
}
