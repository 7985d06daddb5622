import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('test_runs', (table) => {
    table
      .text('trigger')
      .notNullable()
      .defaultTo('request')
      .checkIn(['request', 'schedule'], 'test_runs_trigger')
      .comment('Whether somebody asked for it, or the clock');
    instant(table, 'scheduled_for').comment('Due time of the schedule that started it');
  });
  await knex.raw(`create unique index test_runs_scheduled_open on test_runs (organization_id, data_contract_id, server)
    where trigger = 'schedule' and ended_at is null`);
  await knex.raw(`create unique index test_runs_scheduled_once
    on test_runs (organization_id, data_contract_id, server, scheduled_for) where scheduled_for is not null`);
  await knex.schema.createTable('scheduled_test_states', (table) => {
    table.comment(
      'What the scheduled tests of a contract on a server last said, and what teams were told',
    );
    organization(table);
    key(table, 'data_contract_id').notNullable().comment('Contract that is tested');
    key(table, 'server')
      .notNullable()
      .comment('Key of the server; empty for the contract as a whole');
    table
      .boolean('failing')
      .comment('Whether the last verdict was failed or error; null before the first');
    instant(table, 'since').comment('When that began');
    table.uuid('test_run_id').comment('Run with which it began');
    instant(table, 'skipped_at').comment('Due time that was passed over last');
    table.text('skipped_reason').comment('Why');
    table.primary(['organization_id', 'data_contract_id', 'server']);
  });
}
