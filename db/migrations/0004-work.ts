import type { Knex } from 'knex';
import { instant } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createWork(knex);
  await createIndexes(knex);
}

async function createWork(knex: Knex): Promise<void> {
  await knex.schema.createTable('work', (table) => {
    table.comment('Something to do, now or later: the truth that queues are filled from');
    table.uuid('id').primary().comment('UUIDv7');
    table
      .uuid('organization_id')
      .references('organizations.id')
      .comment('Organization; null for work of the installation');
    table.text('kind').notNullable().comment('Kind of work = name of its queue');
    table.text('job').notNullable().comment('Job within the kind');
    table
      .text('key')
      .notNullable()
      .comment('At most one QUEUED row per organization, kind and key');
    table.text('subject_id').comment('What the work is about, for people who look');
    table
      .specificType('payload', 'json')
      .notNullable()
      .comment('Typed input of the job: ids, never secrets');
    table
      .text('state')
      .notNullable()
      .defaultTo('QUEUED')
      .checkIn(['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'], 'work_state')
      .comment('QUEUED, RUNNING, DONE, FAILED or CANCELLED');
    table
      .integer('attempt')
      .notNullable()
      .defaultTo(1)
      .comment('Number of the current or next attempt');
    table.integer('max_attempts').comment('Set at the claim from the kind of work');
    table
      .bigInteger('fence')
      .notNullable()
      .defaultTo(0)
      .comment('Raised by each claim; writes must name the current one');
    instant(table, 'available_at').notNullable().comment('Not before (business time)');
    instant(table, 'dispatched_at').comment('When a queue was last told of this attempt');
    instant(table, 'lease_until').comment('Until when the worker is believed alive');
    instant(table, 'deadline_at').comment('When this attempt is given up even if the worker lives');
    instant(table, 'cancel_requested_at').comment('Since when it should stop');
    table.specificType('progress', 'json').comment('What the job last said about itself');
    table.text('last_error').comment('Why the last attempt ended without success');
    instant(table, 'created_at').notNullable().comment('When it was requested');
    instant(table, 'started_at').comment('When the current attempt began');
    instant(table, 'finished_at').comment('When it ended for good');
  });
}

async function createIndexes(knex: Knex): Promise<void> {
  await knex.raw(
    `create unique index work_queued_once on work (organization_id, kind, key) nulls not distinct where state = 'QUEUED'`,
  );
  await knex.raw(
    `create index work_to_dispatch on work (available_at) where state = 'QUEUED' and dispatched_at is null`,
  );
  await knex.raw(
    `create index work_dispatched on work (dispatched_at) where state = 'QUEUED' and dispatched_at is not null`,
  );
  await knex.raw(`create index work_running on work (lease_until) where lease_until is not null`);
  // Only retention queries it, and rows end roughly in their physical order, so a BRIN index of a few bytes
  // suffices.
  await knex.raw(`create index work_finished on work using brin (finished_at)`);
}
