import type { Knex } from 'knex';
import { instant, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('ui_sessions', (table) => {
    table.comment('Who is signed in to the web UI, and with which key');
    organizationUnchecked(table);
    table
      .binary('token_hash')
      .notNullable()
      .unique({ indexName: 'ui_sessions_token' })
      .comment('SHA-256 of the token in the cookie, which is stored nowhere');
    table.uuid('api_key_id').notNullable().comment('Key that signed in; the session acts as it');
    instant(table, 'expires_at').notNullable().comment('When it ends at the latest');
    instant(table, 'created_at').notNullable().comment('When somebody signed in');
    table.primary(['organization_id', 'token_hash']);
    table
      .foreign(['organization_id', 'api_key_id'], 'ui_sessions_api_key')
      .references(['organization_id', 'id'])
      .inTable('api_keys')
      .onDelete('CASCADE');
  });
  await knex.raw('create index ui_sessions_by_key on ui_sessions (organization_id, api_key_id)');
  await knex.raw('create index ui_sessions_by_end on ui_sessions (expires_at)');
}
