import type { Knex } from 'knex';
import { instant, key, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('events', (table) => {
    table.comment('What happened: the audit trail; its public part is the feed');
    organizationUnchecked(table);
    table.uuid('id').notNullable().comment('UUIDv7; the id of the CloudEvent');
    table
      .specificType('n', 'bigint generated always as identity')
      .notNullable()
      .comment('Insert number; says nothing about commits');
    table
      .bigInteger('seq')
      .comment('Position in the feed, stamped after the commit; gapless over all public events');
    table.text('type').notNullable().comment('Type without prefix, e.g. TeamCreatedEvent');
    table.text('subject_kind').notNullable().comment('Kind of what changed');
    key(table, 'subject_id').notNullable().comment('Identifier of what changed');
    table.integer('revision').comment('Revision of a document that the change made');
    table.text('principal').notNullable().comment('Who did it: api-key:<id>, user:<id>, system');
    table.text('request_id').comment('Request that did it');
    table.boolean('public').notNullable().comment('Whether it is in the feed');
    table.specificType('data', 'json').notNullable().comment('Payload of the CloudEvent');
    instant(table, 'at').notNullable().comment('When it happened');
    table.primary(['organization_id', 'id']);
  });
  await knex.raw(`create index events_unsequenced on events (n) where seq is null and public`);
  await knex.raw(
    `create unique index events_by_position on events (organization_id, seq) where seq is not null`,
  );
  await knex.raw(`create index events_by_time on events using brin (at)`);

  await knex.schema.createTable('feed_head', (table) => {
    table.comment(
      'One row: the last position given in the feed; its lock makes one sequencer at a time',
    );
    table.boolean('only').primary().checkIn(['true'], 'feed_head_one_row').comment('Always true');
    table.bigInteger('seq').notNullable().comment('Last position given');
  });
  await knex('feed_head').insert({ only: true, seq: 0 });
}
