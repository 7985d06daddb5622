import type { Knex } from 'knex';

/** What waits for an operator counts the failing tests of all contracts, which are read from an index now. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table contract_quality add column failing_servers integer not null generated always as (
    jsonb_array_length(jsonb_path_query_array(servers, '$.*.result \\? (@ == "failed" || @ == "error")'))) stored`);
  await knex.raw(
    `comment on column contract_quality.failing_servers is 'On how many servers the newest test failed or had an error'`,
  );
  await knex.raw(`create index contract_quality_failing on contract_quality (organization_id, data_contract_id)
    include (failed_checks, timestamp_start, failing_servers) where result in ('failed', 'error')`);
}
