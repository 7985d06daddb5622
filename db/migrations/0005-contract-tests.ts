import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createRuns(knex);
  await createResults(knex);
  await createChecks(knex);
}

async function createRuns(knex: Knex): Promise<void> {
  await knex.schema.createTable('test_runs', (table) => {
    table.comment('Requested contract tests; leases and attempts are in work');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table.uuid('work_id').notNullable().comment('Work row that does it');
    key(table, 'data_contract_id').notNullable().comment('Contract that is tested');
    table
      .integer('data_contract_revision')
      .notNullable()
      .comment('Revision at the time of the request');
    table
      .text('data_contract_version')
      .notNullable()
      .comment('Version that this revision declares');
    table.text('server').notNullable().comment('Key of the server in the contract');
    table.text('requested_by').notNullable().comment('Principal');
    instant(table, 'requested_at').notNullable().comment('When it was requested');
    instant(table, 'ended_at').comment('When it ended; null while it is open');
    table
      .text('outcome')
      .checkIn(['COMPLETED', 'FAILED', 'CANCELLED'], 'test_runs_outcome')
      .comment('How it ended: COMPLETED has a verdict on the data, FAILED says why there is none');
    table.text('error').comment('Why it failed');
    table.uuid('test_result_id').comment('Its result');
    table.primary(['organization_id', 'id']);
    table.check('(ended_at is null) = (outcome is null)', {}, 'test_runs_ended');
  });
  await knex.raw(`create unique index test_runs_by_work on test_runs (organization_id, work_id)`);
  await knex.raw(
    `create index test_runs_by_contract on test_runs (organization_id, data_contract_id, requested_at)`,
  );
}

async function createResults(knex: Knex): Promise<void> {
  await knex.schema.createTable('test_results', (table) => {
    table.comment('Results of contract tests; one per run');
    organization(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    table.uuid('test_run_id').comment('Run that gave it');
    key(table, 'data_contract_id').notNullable().comment('Contract that was tested');
    table.text('data_contract_version').notNullable().comment('Version that was tested');
    table.text('server').comment('Key of the server in the contract');
    instant(table, 'timestamp_start').notNullable().comment('Start of the test');
    instant(table, 'timestamp_end').notNullable().comment('End of the test');
    table
      .text('result')
      .notNullable()
      .checkIn(['passed', 'warning', 'failed', 'error', 'unknown'], 'test_results_result')
      .comment('Worst result of the checks');
    table.specificType('logs', 'json').notNullable().comment('Log lines of the test');
    instant(table, 'created_at').notNullable().comment('When it was stored');
    table.primary(['organization_id', 'id']);
    table
      .foreign(['organization_id', 'test_run_id'], 'test_results_run')
      .references(['organization_id', 'id'])
      .inTable('test_runs');
    table.unique(['organization_id', 'test_run_id'], { indexName: 'test_results_once_per_run' });
  });
  await knex.raw(
    `create index test_results_newest on test_results (organization_id, created_at desc, id desc)`,
  );
  await knex.raw(
    `create index test_results_of_contract on test_results (organization_id, data_contract_id, created_at desc, id desc)`,
  );
}

async function createChecks(knex: Knex): Promise<void> {
  await knex.schema.createTable('test_checks', (table) => {
    table.comment('Checks of a result, in the order of the contract');
    organization(table);
    table.uuid('test_result_id').notNullable().comment('Result it belongs to');
    table.integer('position').notNullable().comment('Order, from 0');
    table.text('type').notNullable().comment('Type, e.g. field_required');
    table.text('result').notNullable().comment('passed, warning, failed, error or unknown');
    table.text('model').comment('Table, file or topic');
    table.text('field').comment('Column');
    table.specificType('body', 'json').notNullable().comment('The check as the API shows it');
    table.primary(['organization_id', 'test_result_id', 'position']);
    table
      .foreign(['organization_id', 'test_result_id'], 'test_checks_result')
      .references(['organization_id', 'id'])
      .inTable('test_results')
      .onDelete('CASCADE');
  });
}
