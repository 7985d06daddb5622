import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

// Only one scheduled run of a contract and server is open at a time, so there are no concurrent writers.
// Locking the former row would miss it after an update.
const note = {
  name: 'scheduled-test-states-note',
  text: `with former as (
      select failing from scheduled_test_states
      where organization_id = $1 and data_contract_id = $2 and server = $3)
    insert into scheduled_test_states as s (organization_id, data_contract_id, server, failing, since, test_run_id)
    select $1::uuid, $2::text, $3::text, $4::boolean, $5::timestamptz, $6::uuid
    where exists (select 1 from documents where organization_id = $1 and kind = 'data-contract' and id = $2)
    on conflict (organization_id, data_contract_id, server) do update set failing = excluded.failing,
      since = case when s.failing = excluded.failing then s.since else excluded.since end,
      test_run_id = case when s.failing = excluded.failing then s.test_run_id else excluded.test_run_id end
    returning (select failing from former) as former`,
};

/** The short result of a scheduled run. */
export type ScheduledVerdict = {
  organizationId: OrganizationId;
  dataContractId: string;
  server: string;
  failing: boolean;
  testRunId: string;
  now: Date;
};

/**
 * Records a verdict; returns the previous one, null when this is the first, or undefined when the contract was
 * deleted.
 */
export async function noteScheduledVerdict(
  tx: Tx,
  verdict: ScheduledVerdict,
): Promise<{ former: boolean | null } | undefined> {
  const { organizationId, dataContractId, server, failing, testRunId, now } = verdict;
  const values = [organizationId, dataContractId, server, failing, now, testRunId];
  const [row] = await runStatement<{ former: boolean | null }>(tx, note, values);
  return row;
}

const skip = {
  name: 'scheduled-test-states-skip',
  text: `insert into scheduled_test_states (organization_id, data_contract_id, server, skipped_at, skipped_reason)
    select $1, k.id, k.server, $2, k.reason
    from unnest($3::text[], $4::text[], $5::text[]) as k(id, server, reason)
    join documents d on d.organization_id = $1 and d.kind = 'data-contract' and d.id = k.id
    order by k.id, k.server
    on conflict (organization_id, data_contract_id, server) do update set skipped_at = excluded.skipped_at,
      skipped_reason = excluded.skipped_reason`,
};

/** A scheduled test that was not started; `server` is empty when it concerns the whole contract. */
export type SkippedTest = { dataContractId: string; server: string; reason: string };

/** Records the tests skipped at a due time, with the reason; each contract and server at most once. */
export async function noteSkippedTests(
  tx: Tx,
  organizationId: OrganizationId,
  dueAt: Date,
  skipped: readonly SkippedTest[],
): Promise<void> {
  if (skipped.length === 0) return;
  await runStatement(tx, skip, [
    organizationId,
    dueAt,
    skipped.map(({ dataContractId }) => dataContractId),
    skipped.map(({ server }) => server),
    skipped.map(({ reason }) => reason),
  ]);
}

const forgetSkipped = {
  name: 'scheduled-test-states-forget-skipped',
  text: `update scheduled_test_states s set skipped_at = null, skipped_reason = null
    from unnest($2::text[], $3::text[]) as k(id, server)
    where s.organization_id = $1 and s.data_contract_id = k.id and s.server = k.server and s.skipped_at is not null`,
};

/** Clears the "skipped" mark of scheduled tests that have now started. */
export async function clearSkippedTests(
  tx: Tx,
  organizationId: OrganizationId,
  begun: readonly { dataContractId: string; server: string }[],
): Promise<void> {
  await runStatement(tx, forgetSkipped, [
    organizationId,
    begun.map(({ dataContractId }) => dataContractId),
    begun.map(({ server }) => server),
  ]);
}

/** The scheduled tests of a contract on a server. */
export type ScheduledTestState = {
  server: string;
  failing: boolean | null;
  since: Date | null;
  testRunId: string | null;
  skippedAt: Date | null;
  skippedReason: string | null;
};

const list = {
  name: 'scheduled-test-states-list',
  text: `select server, failing, since, test_run_id as "testRunId", skipped_at as "skippedAt",
      skipped_reason as "skippedReason"
    from scheduled_test_states where organization_id = $1 and data_contract_id = $2 order by server`,
};

/** The states of all servers of a contract, in the order of their keys. */
export function listScheduledTestStates(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
): Promise<ScheduledTestState[]> {
  return runStatement<ScheduledTestState>(db, list, [organizationId, dataContractId]);
}

const remove = {
  name: 'scheduled-test-states-delete',
  text: `delete from scheduled_test_states where organization_id = $1 and data_contract_id = $2`,
};

/** Deletes all states of a contract. */
export async function deleteScheduledTestStates(
  tx: Tx,
  organizationId: OrganizationId,
  dataContractId: string,
): Promise<void> {
  await runStatement(tx, remove, [organizationId, dataContractId]);
}
