import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

/** Reads events newest first by any filter, and stores how far the readers of the feed are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index events_newest on events (organization_id, at, id)`);
  await knex.raw(
    `create index events_newest_by_principal on events (organization_id, principal, at, id)`,
  );
  await knex.raw(
    `create index events_newest_by_type on events (organization_id, subject_kind, type, at, id)`,
  );
  await knex.schema.createTable('feed_readers', (table) => {
    table.comment('Clients that read the feed by polling or as a stream, and how far they are');
    organization(table);
    key(table, 'id').notNullable().comment('Identifies the reader: digest of the columns below');
    table
      .text('form')
      .notNullable()
      .checkIn(['poll', 'stream'], 'feed_readers_form')
      .comment('poll: separate requests; stream: server-sent events');
    table.text('principal').notNullable().comment('Whose key or session reads');
    table.text('agent').comment('User-Agent of its last request');
    table
      .specificType('types', 'text[]')
      .comment('Types of events that it asks for; null for all of them');
    table.bigInteger('seq').notNullable().comment('Position of the last event that it was sent');
    instant(table, 'first_seen_at').notNullable().comment('When it first read');
    instant(table, 'seen_at').notNullable().comment('When it last read, at most 10 s late');
    table.primary(['organization_id', 'id']);
    table.index(['seen_at'], 'feed_readers_by_time');
  });
}
