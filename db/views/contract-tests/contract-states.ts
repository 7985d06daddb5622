import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { TestResultHead } from '../../tables/contract-tests/test-results.ts';

/**
 * The first part sorts in the index of trends. The newest test of a contract or of a port may be older than the rest; tests of
 * ports have a server with a slash.
 */
const listNewest = {
  name: 'contract-states-newest',
  text: `with recent as (
      select distinct on (data_contract_id, server) data_contract_id, server, id from test_results
      where organization_id = $1 and data_contract_id = any($2) and timestamp_start >= $3
      order by data_contract_id, server, timestamp_start desc, created_at desc),
    wanted as (
      select id from recent
      union
      select newest.id from unnest($2::text[], $4::text[]) as k(contract, port) cross join lateral (
        select id from test_results
        where organization_id = $1 and data_contract_id = k.contract
          and case when k.port is null then coalesce(strpos(server, '/'), 0) = 0 else server = k.port end
        order by timestamp_start desc, created_at desc limit 1) newest)
    select r.id, r.data_contract_id as "dataContractId", r.data_contract_version as "dataContractVersion", r.server,
      r.timestamp_start as "timestampStart", r.timestamp_end as "timestampEnd", r.result,
      r.check_count as "checkCount", r.failed_checks as "failedChecks"
    from wanted w join test_results r on r.organization_id = $1 and r.id = w.id
    order by r.data_contract_id, r.timestamp_start desc, r.created_at desc`,
};

/** A contract, and a port for which results of it may have been published: `<data product>/<output port>`. */
export type TestedPort = { dataContractId: string; port: string };

/** The newest result on each server of the contracts since an instant, and the newest of each contract and port, newest first. */
export function listNewestResults(
  db: Db,
  organizationId: OrganizationId,
  ports: readonly TestedPort[],
  since: Date,
): Promise<TestResultHead[]> {
  if (ports.length === 0) return Promise.resolve([]);
  const contracts = ports.map(({ dataContractId }) => dataContractId);
  const servers = [...ports.map(({ port }) => port), ...contracts.map(() => null)];
  const values = [organizationId, [...contracts, ...contracts], since, servers];
  return runStatement(db, listNewest, values);
}

const findNewest = {
  name: 'contract-states-find-newest',
  text: `select r.id, r.data_contract_id as "dataContractId", r.data_contract_version as "dataContractVersion", r.server,
      r.timestamp_start as "timestampStart", r.timestamp_end as "timestampEnd", r.result,
      r.check_count as "checkCount", r.failed_checks as "failedChecks"
    from test_results r where r.organization_id = $1 and r.data_contract_id = $2 and ($3::text is null or r.server = $3)
    order by r.timestamp_start desc, r.created_at desc limit 1`,
};

/** The newest result of a contract, or of one of its servers. */
export async function findNewestResult(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
  server: string | undefined,
): Promise<TestResultHead | undefined> {
  const values = [organizationId, dataContractId, server];
  const [row] = await runStatement<TestResultHead>(db, findNewest, values);
  return row;
}

/** A check as pages show it beside a field. */
export type ShownCheck = {
  type: string;
  name: string;
  result: string;
  model: string | null;
  field: string | null;
  reason: string | null;
  failedNumber: number | null;
  totalNumber: number | null;
  dimension: string | null;
  qualityReference: string | null;
  hasSamples: boolean;
};

const numberIn = (member: string): string =>
  `case json_typeof(body->'${member}') when 'number' then (body->>'${member}')::float8 end as "${member}"`;

const listChecks = {
  name: 'contract-states-checks',
  text: `select type, coalesce(body->>'name', type) as name, result, model, field, body->>'reason' as reason,
      ${numberIn('failedNumber')}, ${numberIn('totalNumber')}, body->>'dimension' as dimension,
      body->>'qualityReference' as "qualityReference", body->'failedSamples' is not null as "hasSamples"
    from test_checks where organization_id = $1 and test_result_id = $2 order by position`,
};

/** All checks of a result, in the order of the contract, without their samples. */
export function listShownChecks(
  db: Db,
  organizationId: OrganizationId,
  testResultId: string,
): Promise<ShownCheck[]> {
  return runStatement(db, listChecks, [organizationId, testResultId]);
}
