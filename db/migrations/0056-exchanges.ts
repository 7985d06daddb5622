import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** What was sent and answered, and deliveries that are made again from a position. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('webhook_deliveries', (table) => {
    table
      .specificType('last_request', 'json')
      .comment('Headers of the last request without secrets, and the digest of its body');
    table
      .specificType('last_response', 'json')
      .comment('Headers of the last answer, and whether its body is cut');
    table.integer('last_duration_ms').comment('Time from the last request to its answer');
    table.uuid('replay_id').comment('Replay that made it; null for events as they came');
  });
  await createReplays(knex);
  await knex.raw(`drop index webhook_deliveries_failed`);
  await knex.raw(
    `create index webhook_deliveries_by_status on webhook_deliveries (organization_id, webhook_id, status, id)`,
  );
  await knex.raw(
    `create index webhook_deliveries_of_event on webhook_deliveries (organization_id, event_id)`,
  );
  await knex.raw(`create index webhook_deliveries_of_replay
    on webhook_deliveries (organization_id, webhook_id, replay_id, status) where replay_id is not null`);
  await knex.schema.alterTable('notifications', (table) => {
    table.text('answer').comment('What the mail server or the chat answered last');
  });
  await knex.raw(
    `create index notifications_of_status on notifications (organization_id, status, id)`,
  );
}

async function createReplays(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_replays', (table) => {
    table.comment('Requests to send events of the feed again to a webhook');
    organization(table);
    key(table, 'webhook_id').notNullable().comment('Webhook that receives them');
    table.uuid('id').notNullable().comment('UUIDv7');
    table.bigInteger('from_seq').notNullable().comment('Position of the first event');
    table.bigInteger('to_seq').notNullable().comment('Position of the last event');
    table.bigInteger('cursor_seq').notNullable().comment('Position up to which deliveries exist');
    table
      .specificType('events', 'text[]')
      .notNullable()
      .comment('Types of events without prefix; * at the end stands for any letters');
    table.integer('planned').notNullable().comment('Number of events when it was requested');
    table.integer('queued').notNullable().defaultTo(0).comment('Number of deliveries made');
    table
      .text('state')
      .notNullable()
      .checkIn(['running', 'done', 'cancelled'], 'webhook_replays_state')
      .comment('done: all deliveries exist');
    table.text('principal').notNullable().comment('Who requested it');
    instant(table, 'created_at').notNullable().comment('When it was requested');
    instant(table, 'ended_at').comment('When its last delivery was made, or it was cancelled');
    table.primary(['organization_id', 'webhook_id', 'id']);
    table
      .foreign(['organization_id', 'webhook_id'], 'webhook_replays_webhook')
      .references(['organization_id', 'id'])
      .inTable('webhooks')
      .onDelete('cascade');
  });
  await knex.raw(
    `create unique index webhook_replays_running on webhook_replays (organization_id, webhook_id) where state = 'running'`,
  );
}
