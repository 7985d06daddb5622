import type { Knex } from 'knex';

/** Copies onto each result what lists and trends show, so that neither reads its checks. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('test_results', (table) => {
    table.integer('check_count').comment('How many checks it has');
    table.integer('failed_checks').comment('How many of them are failed or error');
    table
      .boolean('has_samples')
      .notNullable()
      .defaultTo(false)
      .comment('Whether its checks keep rows that failed; retention takes them out');
  });
  await knex.raw(`
    update test_results r set check_count = c.total, failed_checks = c.failed
    from (
      select organization_id, test_result_id, count(*) as total,
        count(*) filter (where result in ('failed', 'error')) as failed
      from test_checks group by 1, 2) c
    where c.organization_id = r.organization_id and c.test_result_id = r.id`);
  await knex.raw(
    `update test_results set check_count = 0, failed_checks = 0 where check_count is null`,
  );
  await knex.schema.alterTable('test_results', (table) => {
    table.dropNullable('check_count');
    table.dropNullable('failed_checks');
  });
  await knex.raw(`create index test_results_trend on test_results (organization_id, data_contract_id, timestamp_start)
    include (server, timestamp_end, result, check_count, failed_checks)`);
  await knex.raw(
    `create index test_results_with_samples on test_results (created_at) where has_samples`,
  );
}
