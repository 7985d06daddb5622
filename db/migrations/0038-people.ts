import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** People who have signed in, and their sessions beside those of keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('people', (table) => {
    table.comment('People who have signed in to the web UI');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7; user:<id> is their principal');
    key(table, 'email').notNullable().comment('Verified e-mail address in lower case');
    table.text('name').comment('Name for people, as the sign-in provider knows it');
    table
      .boolean('is_local_administrator')
      .notNullable()
      .comment('Signed in with a link that an operator printed; has the rights of an Owner');
    instant(table, 'created_at').notNullable().comment('First sign-in');
    instant(table, 'signed_in_at').notNullable().comment('Last sign-in');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'email'], { indexName: 'people_email' });
  });
  await knex.raw('create index people_by_email on people (email)');
  await knex.raw('alter table ui_sessions alter column api_key_id drop not null');
  await knex.schema.alterTable('ui_sessions', (table) => {
    table.comment('Sessions of the web UI, each of an API key or of a person');
    table
      .uuid('id')
      .notNullable()
      .defaultTo(knex.raw('gen_random_uuid()'))
      .comment('Names the session to the person who has it');
    table.uuid('person_id').comment('Person who signed in; null if an API key did');
    table
      .text('method')
      .notNullable()
      .defaultTo('api-key')
      .comment('Kind of the sign-in: api-key, link, mail or oidc');
    table.text('user_agent').comment('Browser that signed in, as it calls itself');
    table
      .text('provider_token')
      .comment('ID token of the sign-in provider, sealed; it signs out there, too');
    table.unique(['organization_id', 'id'], { indexName: 'ui_sessions_id' });
    table
      .foreign(['organization_id', 'person_id'], 'ui_sessions_person')
      .references(['organization_id', 'id'])
      .inTable('people')
      .onDelete('CASCADE');
  });
  await knex.raw(`alter table ui_sessions alter column id drop default, alter column method drop default,
    add constraint ui_sessions_who check (api_key_id is not null or person_id is not null)`);
  await knex.raw('create index ui_sessions_by_person on ui_sessions (organization_id, person_id)');
}
