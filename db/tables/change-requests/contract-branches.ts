import { branchIdPattern } from '../../../domain/contract-branches/branch-id.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { changeRequestColumns } from './change-requests.ts';
import type { ChangeRequestKey, StoredChangeRequest } from './change-requests.ts';

/** Names the open branch of one data contract. */
export type BranchKey = { organizationId: OrganizationId; dataContractId: string; name: string };

/** An open change request with a name. */
export type ContractBranch = StoredChangeRequest & { branch: string };

const ofContract = `from change_requests
    where organization_id = $1 and kind = 'data-contract' and document_id = $2 and status = 'open'`;

const find = {
  name: 'contract-branches-find',
  text: `select ${changeRequestColumns} ${ofContract} and branch = $3`,
};

/** The open branch with its text. */
export async function findContractBranch(
  db: Db,
  { organizationId, dataContractId, name }: BranchKey,
): Promise<ContractBranch | undefined> {
  const [row] = await runStatement<ContractBranch>(db, find, [
    organizationId,
    dataContractId,
    name,
  ]);
  return row;
}

const list = {
  name: 'contract-branches-list',
  text: `select ${changeRequestColumns} ${ofContract} and branch is not null and ($3::text is null or branch > $3)
    order by branch limit $4 offset $5`,
};

/** Open branches in the order of their names. */
export function listContractBranches(
  db: Db,
  { organizationId, dataContractId }: Omit<BranchKey, 'name'>,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<ContractBranch[]> {
  const { after, limit, offset } = page;
  const values = [organizationId, dataContractId, after, limit, offset];
  return runStatement<ContractBranch>(db, list, values);
}

const mark = {
  name: 'contract-branches-mark',
  text: `update change_requests set conflict_revision = $3 where organization_id = $1 and id = $2`,
};

/** Notes the revision of the contract that a locked branch disagrees with; the next text of the branch starts from it. */
export async function markConflict(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
  revision: number | null,
): Promise<void> {
  await runStatement(tx, mark, [organizationId, id, revision]);
}

const results = `delete from test_results where organization_id = $1 and data_contract_id = any($2::text[])`;
const runs = `delete from test_runs where organization_id = $1 and data_contract_id = any($2::text[])`;
const quality = `delete from contract_quality where organization_id = $1 and data_contract_id = any($2::text[])`;

/** Deletes test results and runs that are stored under ids of branches; a run in progress finds nothing to test. */
export async function deleteBranchResults(
  tx: Tx,
  organizationId: OrganizationId,
  branchIds: readonly string[],
): Promise<void> {
  const values = [organizationId, branchIds];
  await runStatement(tx, { name: 'branch-results-delete', text: results }, values);
  await runStatement(tx, { name: 'branch-runs-delete', text: runs }, values);
  await runStatement(tx, { name: 'branch-quality-delete', text: quality }, values);
}

const listIds = {
  name: 'contract-branches-list-ids',
  text: `select id from change_requests
    where organization_id = $1 and kind = 'data-contract' and document_id = $2 and branch is not null`,
};

/** Ids of the change requests of all branches of a contract, merged ones included. */
export async function listBranchRequests(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, listIds, [organizationId, dataContractId]);
  return rows.map(({ id }) => id);
}

const remove = {
  name: 'contract-branches-delete',
  text: `delete from change_requests where organization_id = $1 and id = $2`,
};

/** Deletes a locked branch with its comments. */
export async function deleteBranch(
  tx: Tx,
  { organizationId, id }: ChangeRequestKey,
): Promise<void> {
  await runStatement(tx, remove, [organizationId, id]);
}

/** SQL that is true unless a row holds results or runs of a branch. */
export const isNoBranch = `data_contract_id not like '${branchIdPattern}'`;
