import type { Knex } from 'knex';
import { instant } from './column-types.ts';

/** Numbers of operations by minute, kinds of work that operators have paused, and written backups. */
export async function up(knex: Knex): Promise<void> {
  await createMinutes(knex);
  await knex.schema.createTable('paused_kinds', (table) => {
    table.comment('Kinds of work that no clock dispatches and no worker claims');
    table.text('kind').primary().comment('Kind of work');
    table.text('reason').notNullable().comment('Why, in the words of the operator');
    table.text('paused_by').notNullable().comment('Who paused it, e.g. api-key:<id>');
    instant(table, 'paused_at').notNullable().comment('Since when');
  });
  await knex.schema.createTable('backups', (table) => {
    table.comment('Backups that npm run backup has written, so that operators see their age');
    instant(table, 'at').primary().comment('Instant whose rows it has');
    table.bigInteger('bytes').notNullable().comment('Size of the file');
    table.integer('attachments').notNullable().comment('Number of files of attachments in it');
    table.integer('missing').notNullable().comment('Attachments that the storage lacked');
  });
  // By kind, so that much waiting work of a paused kind is not read on each pass of a dispatcher.
  await knex.raw(`drop index work_to_dispatch`);
  await knex.raw(
    `create index work_to_dispatch on work (kind, available_at) where state = 'QUEUED' and dispatched_at is null`,
  );
}

async function createMinutes(knex: Knex): Promise<void> {
  await knex.schema.createTable('installation_minutes', (table) => {
    table.comment(
      'Numbers of the installation, one row a minute; a minute without a clock has none',
    );
    instant(table, 'at').primary().comment('End of the minute');
    table
      .specificType('feed_lag_seconds', 'real')
      .notNullable()
      .comment('Age of the oldest event without a position');
    table
      .integer('webhook_failures')
      .notNullable()
      .comment('Deliveries whose last attempt failed in this minute');
    table
      .integer('webhook_waiting')
      .notNullable()
      .comment('Events waiting for delivery at its end');
    table
      .integer('mail_failures')
      .notNullable()
      .comment('Mails and chat messages that failed for good in this minute');
    table.bigInteger('database_bytes').notNullable().comment('Size of the database at its end');
  });
  await knex.schema.createTable('work_minutes', (table) => {
    table.comment(
      'Numbers of the work of each kind, written together with those of the installation',
    );
    instant(table, 'at').notNullable().comment('End of the minute');
    table.text('kind').notNullable().comment('Kind of work');
    table.integer('waiting').notNullable().comment('Due and waiting at its end');
    table.integer('running').notNullable().comment('Running at its end');
    table
      .specificType('oldest_seconds', 'real')
      .notNullable()
      .comment('Age of the oldest due work at its end');
    table
      .integer('started')
      .notNullable()
      .comment('Attempts that started in this minute, of work that runs or has ended');
    table
      .specificType('start_lag_seconds', 'real')
      .notNullable()
      .comment('Sum of their times from due to start');
    table.integer('done').notNullable().comment('Done in this minute');
    table.integer('failed').notNullable().comment('Failed for good in this minute');
    table.primary(['at', 'kind']);
  });
}
