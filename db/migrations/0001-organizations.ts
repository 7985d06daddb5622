import type { Knex } from 'knex';
import { instant, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('organizations', (table) => {
    table.comment('Tenants; nothing is ever visible across them');
    table.uuid('id').primary().comment('UUIDv7');
    table.text('name').notNullable().comment('Display name');
    table.text('vanity').notNullable().unique().comment('Short name in web addresses');
    table
      .specificType('settings', 'json')
      .notNullable()
      .defaultTo('{}')
      .comment('Features and settings');
    instant(table, 'created_at').notNullable().comment('When it was created');
  });

  await knex.schema.createTable('api_keys', (table) => {
    table.comment('API keys; of the secret only a digest is kept');
    organization(table);
    table.uuid('id').notNullable().comment('Identifier, shown in lists and in the audit trail');
    table
      .text('public_id')
      .notNullable()
      .unique()
      .comment('Eight characters in the key by which it is found');
    table
      .binary('secret_hash')
      .notNullable()
      .comment('SHA-256 of the secret part (190 bits of entropy)');
    table
      .text('scope')
      .notNullable()
      .checkIn(
        ['organization', 'organization_read', 'team', 'team_read', 'user', 'user_read'],
        'api_keys_scope',
      )
      .comment('What the key may do');
    table.text('team_id').comment('Team of a team key');
    table.text('email').comment('Person of a user key');
    table.text('display_name').notNullable().comment('What people call it');
    table.date('expires_on').comment('Last day (UTC) on which it works');
    instant(table, 'revoked_at').comment('Since when it no longer works');
    instant(table, 'last_used_at').comment('Last use, written at most once a minute');
    instant(table, 'created_at').notNullable().comment('When it was made');
    table.text('created_by').notNullable().comment('Principal who made it');
    table.primary(['organization_id', 'id']);
  });
}
