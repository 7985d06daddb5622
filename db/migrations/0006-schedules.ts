import type { Knex } from 'knex';
import { instant, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('schedules', (table) => {
    table.comment(
      'What the clock fires: each due time gives one work row, however many clocks run',
    );
    table.uuid('id').primary().comment('UUIDv7');
    table
      .uuid('organization_id')
      .references('organizations.id')
      .comment('Organization; null for the installation');
    table.text('kind').notNullable().comment('Kind of the work that is requested');
    table.text('job').notNullable().comment('Job within the kind');
    table.text('key').notNullable().comment('Key of the work that is requested');
    table.text('cron').notNullable().comment('CRON expression with five fields');
    table
      .text('timezone')
      .notNullable()
      .defaultTo('UTC')
      .comment('IANA time zone of the expression');
    table.boolean('enabled').notNullable().defaultTo(true).comment('Whether it fires');
    instant(table, 'next_due_at').notNullable().comment('Next time it fires');
    instant(table, 'last_fired_at').comment('Due time that fired last');
    instant(table, 'last_skipped_at').comment('Due time that was skipped last');
  });
  await knex.raw(
    `create unique index schedules_once on schedules (organization_id, kind, key) nulls not distinct`,
  );
  await knex.raw(`create index schedules_due on schedules (next_due_at) where enabled`);

  await knex.schema.createTable('idempotency_keys', (table) => {
    table.comment('Answers to POSTs with an Idempotency-Key, kept for 24 hours');
    organization(table);
    table
      .text('principal')
      .notNullable()
      .comment('Who sent it; keys of different principals never meet');
    table.text('key').notNullable().comment('Value of the header');
    table.binary('request_hash').notNullable().comment('SHA-256 of method, address and body');
    table.uuid('work_id').comment('Work that the request waits for; a repetition joins it');
    table
      .integer('status')
      .comment('HTTP status of the answer; null while the request is being handled');
    table.specificType('headers', 'json').comment('Headers of the answer that matter');
    table.text('body').comment('Body of the answer');
    instant(table, 'claimed_at').notNullable().comment('When the request that handles it came');
    table.primary(['organization_id', 'principal', 'key']);
  });
  await knex.raw(`create index idempotency_keys_by_age on idempotency_keys (claimed_at)`);
}
