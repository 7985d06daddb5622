import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { worstResult } from '../../worst-result.ts';

/**
 * Servers are renamed and removed: one counts no more 30 days before the newest test on another server. Results for an output port
 * have `<data product>/<output port>` as server, and always count.
 */
const currentMs = 30 * 86_400_000;
const group = `case when strpos(server, '/') > 0 then server else '' end`;

/** Maximum number of servers of a contract, the last tested first. */
const maxServers = 200;

/** SQL of the newest test of a server, from a row `r` of `test_results`, as it is kept in `servers` under its name. */
export const serverState = `jsonb_build_object('id', r.id, 'result', r.result, 'checks', r.check_count, 'failed', r.failed_checks,
  'at', round(extract(epoch from r.timestamp_start) * 1000)::int8)`;

/** SQL of the columns of a contract from the rows `(server, state)` of a query, the newest of each server. */
export function summaryOf(states: string): string {
  return `select jsonb_object_agg(server, state), ${worstResult(`state->>'result'`)},
      to_timestamp(max((state->>'at')::float8) / 1000), sum((state->>'checks')::int)::int, sum((state->>'failed')::int)::int,
      bool_or(strpos(server, '/') > 0)
    from (
      select server, state from (
        select server, state, max((state->>'at')::int8) over (partition by ${group}) as newest from (${states}) each) dated
      where (state->>'at')::int8 >= newest - ${currentMs}
      order by (state->>'at')::int8 desc, server limit ${maxServers}) shown`;
}

const columns = 'servers, result, timestamp_start, check_count, failed_checks, of_ports';

const merged = summaryOf(`
    select distinct on (server) server, state from (
      select key as server, value as state, 0 as n from jsonb_each(contract_quality.servers)
      union all
      select key, value, 1 from jsonb_each(excluded.servers)) both_of
    order by server, (state->>'at')::int8 desc, n desc`);

/** SQL that stores one row `r` of a query as the newest test of its server, unless a newer one is stored. */
export function noteQuality(row: string): string {
  return `insert into contract_quality (organization_id, data_contract_id, ${columns})
      select r.organization_id, r.data_contract_id, jsonb_build_object(coalesce(r.server, ''), ${serverState}), r.result,
        r.timestamp_start, r.check_count, r.failed_checks, coalesce(strpos(r.server, '/'), 0) > 0
      from (${row}) r
      on conflict (organization_id, data_contract_id) do update set (${columns}) = (${merged})`;
}

const remove = {
  name: 'contract-quality-delete',
  text: `delete from contract_quality where organization_id = $1 and data_contract_id = $2
    and jsonb_path_exists(servers, '$.*.id ? (@ == $id)', jsonb_build_object('id', $3::text)) returning 1`,
};

const noteLeft = {
  name: 'contract-quality-note-left',
  text: `insert into contract_quality (organization_id, data_contract_id, ${columns})
    select $1, $2, left_over.* from (${summaryOf(`
      select distinct on (coalesce(r.server, '')) coalesce(r.server, '') as server, ${serverState} as state from test_results r
      where r.organization_id = $1 and r.data_contract_id = $2
      order by coalesce(r.server, ''), r.timestamp_start desc, r.created_at desc`)}) as left_over (${columns})
    where servers is not null`,
};

/** Replaces a deleted result by the newest one of its server that is left. */
export async function forgetQuality(
  tx: Tx,
  deleted: { organizationId: OrganizationId; dataContractId: string; testResultId: string },
): Promise<void> {
  const key = [deleted.organizationId, deleted.dataContractId];
  const removed = await runStatement(tx, remove, [...key, deleted.testResultId]);
  if (removed.length > 0) await runStatement(tx, noteLeft, key);
}
