import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createNotifications(knex);
  await createIndexes(knex);
}

async function createNotifications(knex: Knex): Promise<void> {
  await knex.schema.createTable('notifications', (table) => {
    table.comment('Mails and chat messages to teams: what was to be sent, and what became of it');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7; the Message-ID of a mail is made of it');
    table
      .text('medium')
      .notNullable()
      .checkIn(['mail', 'slack', 'teams', 'googlechat'], 'notifications_medium')
      .comment('How it is sent');
    key(table, 'recipient')
      .notNullable()
      .comment('E-mail address in lower case, or <team>/<channel>; empty when nobody was found');
    key(table, 'team_id').notNullable().comment('Team that is told; it may be deleted since');
    table.text('template').notNullable().comment('Which message');
    table.text('cause_id').notNullable().comment('What made it necessary, e.g. the report');
    table.text('subject_kind').notNullable().comment('Kind of what it is about, e.g. access');
    key(table, 'subject_id').notNullable().comment('What it is about');
    table.specificType('data', 'json').notNullable().comment('What the template needs');
    table
      .text('status')
      .notNullable()
      .checkIn(['queued', 'sending', 'sent', 'failed'], 'notifications_status')
      .comment('sending: since before the connection was opened, until the answer was noted');
    table.text('reason').comment('Why it failed, or has not been sent yet');
    table.text('message_id').comment('Message-ID of a mail, from its first attempt on');
    table.integer('attempts').notNullable().defaultTo(0).comment('How often sending was begun');
    table
      .integer('repeats')
      .notNullable()
      .defaultTo(0)
      .comment('How many attempts followed one that may have arrived');
    table.uuid('work_id').comment('Work that sends it, or sent it last');
    instant(table, 'created_at').notNullable().comment('When it was requested');
    instant(table, 'sending_at').comment('When the last attempt began');
    instant(table, 'sent_at').comment('When it was last accepted');
    instant(table, 'failed_at').comment('When it failed for good');
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'cause_id', 'recipient', 'template'], {
      indexName: 'notifications_once',
    });
  });
}

async function createIndexes(knex: Knex): Promise<void> {
  await knex.raw(
    `create index notifications_of_subject on notifications (organization_id, subject_id, id)`,
  );
  await knex.raw(
    `create index notifications_of_team on notifications (organization_id, team_id, id)`,
  );
  await knex.raw(
    `create index notifications_of_medium on notifications (organization_id, medium, id)`,
  );
  await knex.raw(
    `create index notifications_failed on notifications (failed_at) where status = 'failed'`,
  );
  await knex.raw(`create index notifications_old on notifications (created_at)`);
}
