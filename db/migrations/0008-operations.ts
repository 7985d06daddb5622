import type { Knex } from 'knex';
import { instant } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createProcesses(knex);
  await createWorkAttempts(knex);
  await createWorkIndexes(knex);
}

async function createProcesses(knex: Knex): Promise<void> {
  await knex.schema.createTable('processes', (table) => {
    table.comment('Processes of the installation that run, or vanished without a farewell');
    table.uuid('id').primary().comment('UUIDv7, made at the start of the process');
    table
      .text('role')
      .notNullable()
      .checkIn(['api', 'worker', 'clock'], 'processes_role')
      .comment('api, worker or clock');
    table.text('host').notNullable().comment('Name of its machine or container');
    table.integer('pid').notNullable().comment('Process number on that machine');
    table
      .specificType('kinds', 'text[]')
      .notNullable()
      .comment('Kinds of work that it does; empty unless it is a worker');
    table
      .specificType('metrics', 'json')
      .notNullable()
      .comment('Its own measurements, as prom-client writes them');
    instant(table, 'started_at').notNullable().comment('When it started');
    instant(table, 'seen_at').notNullable().comment('When it last said that it lives');
  });
}

async function createWorkAttempts(knex: Knex): Promise<void> {
  await knex.schema.createTable('work_attempts', (table) => {
    table.comment('Attempts of work that ended without success; the others leave no row');
    table
      .uuid('work_id')
      .notNullable()
      .references('work.id')
      .onDelete('cascade')
      .comment('Work that was attempted');
    table.bigInteger('fence').notNullable().comment('Claim under which it was attempted');
    table.integer('attempt').notNullable().comment('Number of the attempt');
    table
      .text('outcome')
      .notNullable()
      .checkIn(['RETRIED', 'FAILED', 'CANCELLED'], 'work_attempts_outcome')
      .comment('RETRIED: put back in the queue; FAILED and CANCELLED: the end of the work');
    table.text('error').comment('Why it ended');
    instant(table, 'started_at').comment('When it was claimed');
    instant(table, 'ended_at').notNullable().comment('When it ended');
    table.primary(['work_id', 'fence']);
    table.index('ended_at', 'work_attempts_by_end');
  });
}

/** Operators look for rare rows, so partial indexes cost nothing for work that succeeds. */
async function createWorkIndexes(knex: Knex): Promise<void> {
  await knex.raw(`create index work_unsuccessful on work (state, kind, finished_at)
    where state in ('FAILED', 'CANCELLED')`);
  await knex.raw(`create index work_with_error on work (id) where last_error is not null`);
}
