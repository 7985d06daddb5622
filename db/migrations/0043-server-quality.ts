import type { Knex } from 'knex';
import { instant, key, organization } from './column-types.ts';

const worst = `(array['error', 'failed', 'warning', 'passed', 'unknown'])[min(array_position(
  array['error', 'failed', 'warning', 'passed', 'unknown'], result))]`;

/** Keeps the newest test of each server of a contract instead of its newest test only, which says nothing about other servers. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.dropTable('contract_quality');
  await knex.schema.createTable('contract_quality', (table) => {
    table.comment('The newest test on each server of each contract, by its start');
    organization(table);
    key(table, 'data_contract_id').notNullable().comment('Contract that was tested');
    table
      .jsonb('servers')
      .notNullable()
      .comment('By server (empty without one): id, result, start (ms), checks and failed checks');
    table.text('result').notNullable().comment('Worst result of these tests');
    instant(table, 'timestamp_start').notNullable().comment('Start of the newest of them');
    table.integer('check_count').notNullable().comment('How many checks they have');
    table.integer('failed_checks').notNullable().comment('How many of them are failed or error');
    table
      .boolean('of_ports')
      .notNullable()
      .comment('Whether one of them is for one output port only: its server has a slash');
    table.primary(['organization_id', 'data_contract_id']);
  });
  await knex.raw(`insert into contract_quality
    select organization_id, data_contract_id, jsonb_object_agg(server, jsonb_build_object('id', id, 'result', result,
        'checks', check_count, 'failed', failed_checks, 'at', round(extract(epoch from timestamp_start) * 1000)::int8)),
      ${worst}, max(timestamp_start), sum(check_count)::int, sum(failed_checks)::int, bool_or(strpos(server, '/') > 0)
    from (
      select *, max(timestamp_start) over (partition by organization_id, data_contract_id,
        case when strpos(server, '/') > 0 then server else '' end) as newest
      from (
        select distinct on (organization_id, data_contract_id, coalesce(server, '')) organization_id, data_contract_id,
          coalesce(server, '') as server, id, result, timestamp_start, check_count, failed_checks
        from test_results
        order by organization_id, data_contract_id, coalesce(server, ''), timestamp_start desc, created_at desc, id desc) each) dated
    where timestamp_start >= newest - interval '30 days' group by organization_id, data_contract_id`);
}
