import type { Knex } from 'knex';
import { instant, organization } from './column-types.ts';

/** Retries and cancellations of many pieces of work. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('work_batches', (table) => {
    table.comment('One retry or cancellation of many pieces of work, done in waves');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table
      .text('action')
      .notNullable()
      .checkIn(['retry', 'cancel'], 'work_batches_action')
      .comment('retry or cancel');
    table.specificType('filter', 'json').notNullable().comment('Filter that chose the work');
    table.integer('total').notNullable().comment('Number of its pieces of work');
    table
      .integer('done')
      .notNullable()
      .defaultTo(0)
      .comment('Pieces that were retried or cancelled');
    table
      .integer('refused')
      .notNullable()
      .defaultTo(0)
      .comment('Pieces whose state did not allow it');
    table
      .integer('failed')
      .notNullable()
      .defaultTo(0)
      .comment('Pieces that met an unexpected error');
    table.text('requested_by').notNullable().comment('Who requested it, e.g. api-key:<id>');
    table.text('request_id').comment('Request that began it');
    instant(table, 'created_at').notNullable().comment('When it was requested');
    instant(table, 'stopped_at').comment('When it was stopped; the rest stays as it is');
    instant(table, 'ended_at').comment('When it was stopped, or its last piece was handled');
    table.primary(['organization_id', 'id']);
  });
  await knex.raw(
    `create index work_batches_open on work_batches (created_at) where ended_at is null`,
  );
  await createRows(knex);
}

async function createRows(knex: Knex): Promise<void> {
  await knex.schema.createTable('work_batch_rows', (table) => {
    table.comment('Each piece of work of a batch, with what became of it');
    table.uuid('organization_id').notNullable().comment('Organization of the batch');
    table.uuid('batch_id').notNullable().comment('The batch');
    table.uuid('work_id').notNullable().comment('The work, which retention may have deleted');
    table
      .text('outcome')
      .notNullable()
      .defaultTo('waiting')
      .checkIn(['waiting', 'done', 'refused', 'failed'], 'work_batch_rows_outcome')
      .comment('waiting, done, refused or failed');
    table.text('reason').comment('Why it was refused or failed');
    instant(table, 'handled_at').comment('When it was handled');
    table.primary(['organization_id', 'batch_id', 'work_id']);
    table
      .foreign(['organization_id', 'batch_id'], 'work_batch_rows_batch')
      .references(['organization_id', 'id'])
      .inTable('work_batches')
      .onDelete('CASCADE');
  });
  await knex.raw(
    `create index work_batch_rows_waiting on work_batch_rows (organization_id, batch_id, work_id) where outcome = 'waiting'`,
  );
}
