import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { TestResultHead } from '../../tables/contract-tests/test-results.ts';

const listNewest = {
  name: 'contract-states-newest',
  text: `select r.id, r.data_contract_id as "dataContractId", r.data_contract_version as "dataContractVersion", r.server,
      r.timestamp_start as "timestampStart", r.timestamp_end as "timestampEnd", r.result,
      r.check_count as "checkCount", r.failed_checks as "failedChecks"
    from contract_quality q cross join lateral jsonb_each(q.servers) as s(server, state)
    join test_results r on r.organization_id = $1 and r.id = s.state->>'id'
    where q.organization_id = $1 and q.data_contract_id = any($2)
    order by r.data_contract_id, r.timestamp_start desc, r.created_at desc`,
};

/** The newest result on each server of the contracts, newest first, as the search counts them. */
export function listNewestResults(
  db: Db,
  organizationId: OrganizationId,
  dataContractIds: readonly string[],
): Promise<TestResultHead[]> {
  if (dataContractIds.length === 0) return Promise.resolve([]);
  return runStatement(db, listNewest, [organizationId, [...dataContractIds]]);
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
