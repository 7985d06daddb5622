import type { Knex } from 'knex';
import { instant, key } from './column-types.ts';

/** One-time codes of sign-in links, and the limits of sign-ins; both belong to the installation. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('sign_in_codes', (table) => {
    table.comment('Links for one sign-in, from their request until they are used or expire');
    table
      .uuid('organization_id')
      .comment('Organization of a printed link; null in mails, which may reach people of several');
    table.uuid('id').primary().comment('UUIDv7');
    key(table, 'email').notNullable().comment('Address of the person, in lower case');
    table
      .binary('code_hash')
      .unique({ indexName: 'sign_in_codes_code' })
      .comment('SHA-256 of the code, which is stored nowhere; null until the mail is sent');
    table
      .binary('browser_hash')
      .comment('SHA-256 of the cookie of the browser that asked; null for printed links');
    table
      .binary('digits_hash')
      .comment('SHA-256 of id and six digits, which other browsers need; null for printed links');
    table.integer('wrong_digits').notNullable().comment('How often the digits were wrong');
    table.text('return_to').comment('Path of the page that needed the sign-in');
    instant(table, 'expires_at').notNullable().comment('End of the link, by the clock of Postgres');
    instant(table, 'created_at').notNullable().comment('When it was requested');
  });
  await knex.raw('create index sign_in_codes_by_end on sign_in_codes (expires_at)');
  await knex.schema.createTable('sign_in_limits', (table) => {
    table.comment('Sign-ins of the last hour, counted for each address and each host');
    table.binary('subject_hash').primary().comment('SHA-256 of the address or the host');
    table
      .specificType('attempts', 'timestamptz[]')
      .notNullable()
      .comment('Times of the attempts of the last hour, oldest first');
    instant(table, 'updated_at').notNullable().comment('Time of the last attempt');
  });
  await knex.raw('create index sign_in_limits_by_end on sign_in_limits (updated_at)');
}
