import type { Knex } from 'knex';
import { organizationUnchecked, refers } from './column-types.ts';

/** Contacts of people, tokens that end with a session, and how often keys are used. */
export async function up(knex: Knex): Promise<void> {
  await bindContacts(knex);
  await bindTokens(knex);
  await createKeyUses(knex);
}

async function bindContacts(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contacts', (table) => {
    table.uuid('person_id').comment('Person who writes as this contact; null for programs');
    table
      .foreign(['organization_id', 'person_id'], 'contacts_person')
      .references(['organization_id', 'id'])
      .inTable('people');
  });
  await knex.raw(`create unique index contacts_by_person on contacts (organization_id, person_id)
    where person_id is not null and deleted_at is null`);
}

async function bindTokens(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contact_tokens', (table) => {
    table.uuid('session_id').comment('Session of the web UI with which it ends; null: none');
    table
      .foreign(['organization_id', 'session_id'], 'contact_tokens_session')
      .references(['organization_id', 'id'])
      .inTable('ui_sessions')
      .onDelete('CASCADE');
  });
  await knex.raw(`create index contact_tokens_by_session on contact_tokens (organization_id, session_id)
    where session_id is not null`);
}

async function createKeyUses(knex: Knex): Promise<void> {
  await knex.schema.createTable('api_key_uses', (table) => {
    table.comment('Requests of each key, a row for each day');
    organizationUnchecked(table);
    table.uuid('api_key_id').notNullable().comment('The key');
    table.specificType('day', 'date').notNullable().comment('Day in UTC');
    table.bigInteger('requests').notNullable().comment('Requests with the key, sessions too');
    table
      .bigInteger('failed')
      .notNullable()
      .comment('Those of them that were answered with 400 or more');
    table.primary(['organization_id', 'api_key_id', 'day']);
    refers(table, 'api_key_id', 'api_keys', 'CASCADE');
  });
  await knex.raw('create index api_key_uses_by_day on api_key_uses (day)');
}
