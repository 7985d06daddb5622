import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createWebhooks(knex);
  await createDeliveries(knex);
  await indexDeliveries(knex);
}

async function createWebhooks(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhooks', (table) => {
    table.comment('Addresses that events are sent to');
    organization(table);
    key(table, 'id').notNullable().comment('Identifier chosen by the caller');
    table
      .specificType('body', 'json')
      .notNullable()
      .comment('The webhook as sent, without its secret');
    table.text('url').notNullable().comment('Where to; may itself be a secret');
    table
      .specificType('events', 'text[]')
      .notNullable()
      .comment('Types of events without prefix; * stands for any letters at the end');
    table.boolean('enabled').notNullable().comment('False: events wait behind the cursor');
    table.text('secret').notNullable().comment('Signs what is sent; sealed under SECRET_KEY');
    table.text('previous_secret').comment('The one before, sealed; signs too for a while');
    instant(table, 'previous_secret_until').comment('Until when it does');
    table
      .bigInteger('cursor_seq')
      .notNullable()
      .comment('Position in the feed up to which events became deliveries');
    table.text('paused_reason').comment('Why nothing is sent');
    instant(table, 'paused_at').comment('Since when nothing is sent; null while all is well');
    table
      .integer('generation')
      .notNullable()
      .defaultTo(0)
      .comment(
        'Raised when somebody changes or resumes it: what was sent before does not pause it',
      );
    instant(table, 'created_at').notNullable().comment('When it was first written');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.primary(['organization_id', 'id']);
  });
}

async function createDeliveries(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_deliveries', (table) => {
    table.comment('What was, or is to be, sent to a webhook, one row for each event');
    organization(table);
    key(table, 'webhook_id').notNullable().comment('Webhook that it is for');
    table.uuid('id').notNullable().comment('UUIDv7');
    table.uuid('event_id').notNullable().comment('Event; the webhook-id of every attempt');
    table.bigInteger('event_seq').comment('Its position in the feed; null for a test');
    table.text('event_type').notNullable().comment('Its type, without prefix');
    table.text('subject_kind').notNullable().comment('Kind of what changed');
    key(table, 'subject_id').notNullable().comment('What changed; its events are sent in order');
    table
      .text('status')
      .notNullable()
      .defaultTo('pending')
      .checkIn(['pending', 'delivered', 'failed'], 'webhook_deliveries_status')
      .comment('pending, delivered or failed');
    table.integer('attempts').notNullable().defaultTo(0).comment('How often it was sent in all');
    table.integer('failures').notNullable().defaultTo(0).comment('Failures since first_failed_at');
    instant(table, 'first_failed_at').comment('Since when it fails');
    instant(table, 'next_attempt_at').notNullable().comment('Not before (business time)');
    table.integer('last_status').comment('HTTP status of the last answer');
    table.text('last_error').comment('Why the last attempt failed');
    table.text('last_answer').comment('Beginning of the last answer');
    instant(table, 'first_attempt_at').comment('When it was first sent');
    instant(table, 'last_attempt_at').comment('When it was last sent');
    instant(table, 'delivered_at').comment('When the receiver took it');
    table.uuid('sending_by').comment('Work that sends it, as long as that runs');
    instant(table, 'sending_since').comment('When that work began to');
    table
      .integer('generation')
      .notNullable()
      .defaultTo(0)
      .comment('Raised when it is made due anew: what was sent before decides nothing any more');
    instant(table, 'created_at').notNullable().comment('When the event became a delivery');
    table.primary(['organization_id', 'webhook_id', 'id']);
    table
      .foreign(['organization_id', 'webhook_id'], 'webhook_deliveries_webhook')
      .references(['organization_id', 'id'])
      .inTable('webhooks')
      .onDelete('cascade');
  });
}

async function indexDeliveries(knex: Knex): Promise<void> {
  await knex.raw(`create index webhook_deliveries_pending
    on webhook_deliveries (organization_id, webhook_id, subject_kind, subject_id, event_seq nulls first, id)
    where status = 'pending'`);
  await knex.raw(`create index webhook_deliveries_failing
    on webhook_deliveries (organization_id, webhook_id, first_failed_at) where status = 'pending' and first_failed_at is not null`);
  await knex.raw(`create index webhook_deliveries_sending
    on webhook_deliveries (organization_id, webhook_id) where sending_by is not null`);
  await knex.raw(`create index webhook_deliveries_failed
    on webhook_deliveries (organization_id, webhook_id, id) where status = 'failed'`);
  await knex.raw(
    `create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at)`,
  );
}
