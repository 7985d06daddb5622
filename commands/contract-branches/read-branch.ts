import type { Db, Tx } from '../../db/connect.ts';
import { lockChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import { findContractBranch } from '../../db/tables/change-requests/contract-branches.ts';
import type {
  BranchKey,
  ContractBranch,
} from '../../db/tables/change-requests/contract-branches.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { StoredDocument } from '../../db/tables/documents/documents.ts';
import { findPastDocument } from '../../db/tables/documents/revisions.ts';
import type { BranchJudgement, BranchTexts } from '../../domain/contract-branches/judge-branch.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import { isProposer, readTarget } from '../change-requests/read-change-request.ts';
import type { Target } from '../change-requests/read-change-request.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** A request about a branch of a data contract. */
export type BranchRequest = {
  dataContractId: string;
  name: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

export const branchKey = ({ dataContractId, name, principal }: BranchRequest): BranchKey => ({
  organizationId: principal.organizationId,
  dataContractId,
  name,
});

/** The contract as it is now. Refuses with `not_found`. */
export async function getContract(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredDocument> {
  const stored = await findDocument(db, { organizationId, kind: dataContract.name, id });
  return stored ?? refuseUnknownDocument(dataContract, id);
}

/** The open branch. Refuses with `not_found`. */
export async function getBranch(db: Db, key: BranchKey): Promise<ContractBranch> {
  const branch = await findContractBranch(db, key);
  if (branch) return branch;
  await getContract(db, key.organizationId, key.dataContractId);
  return refuse(
    'not_found',
    `The data contract '${key.dataContractId}' has no open branch '${key.name}'; merged and deleted branches are not found.`,
  );
}

/** The branch, locked until the end of the transaction, with the head of its contract. Refuses with `not_found`. */
export async function lockBranch(
  tx: Tx,
  key: BranchKey,
): Promise<{ branch: ContractBranch; target: Target }> {
  const { organizationId } = key;
  const { id } = await getBranch(tx, key);
  const branch = await lockChangeRequest(tx, { organizationId, id });
  // A concurrent merge or deletion came first: the second look says so.
  if (branch?.status !== 'open')
    return { branch: await getBranch(tx, key), target: await targetOf(tx, key) };
  return { branch: branch as ContractBranch, target: await targetOf(tx, key) };
}

const targetOf = (
  db: Db,
  { organizationId, dataContractId }: Omit<BranchKey, 'name'>,
): Promise<Target> =>
  readTarget(db, organizationId, { kind: dataContract.name, documentId: dataContractId });

/** Refuses with `permission_denied` unless the principal has cut the branch or may save the contract. */
export async function assertMayWrite(
  tx: Tx,
  request: BranchRequest,
  branch: ContractBranch,
): Promise<void> {
  if (!isProposer(request.principal, branch)) await assertMaySave(tx, request);
}

/** Refuses with `permission_denied` unless the principal may save the contract. */
export async function assertMaySave(
  db: Db,
  { dataContractId, principal }: Pick<BranchRequest, 'dataContractId' | 'principal'>,
): Promise<void> {
  const { organizationId } = principal;
  const { kind, head } = await targetOf(db, { organizationId, dataContractId });
  await assertPermission(db, principal, kind.permissions.edit, [head.ownerId ?? undefined]);
}

/** A branch with the contract as it is now, and the texts that a merge starts from. */
export type BranchState = {
  branch: ContractBranch;
  current: StoredDocument;
  texts: BranchTexts;
  isBehind: boolean;
};

/** Reads what a merge of the branch starts from. */
export async function readState(db: Db, key: BranchKey): Promise<BranchState> {
  const branch = await getBranch(db, key);
  const current = await getContract(db, key.organizationId, key.dataContractId);
  return stateOf(db, key.organizationId, branch, current);
}

async function stateOf(
  db: Db,
  organizationId: OrganizationId,
  branch: ContractBranch,
  current: StoredDocument,
): Promise<BranchState> {
  const { kind, documentId: id, baseRevision: revision, baseEdition } = branch;
  const isBehind = current.revision !== revision || current.edition !== baseEdition;
  const base = isBehind && (await findPastDocument(db, { organizationId, kind, id }, { revision }));
  const texts = { base: (base || current).body, target: current.body, source: branch.source };
  return { branch, current, texts, isBehind };
}

export type JudgedBranch = BranchState & { judgement: BranchJudgement };

/** What a merge of each branch would do. */
export async function judgeBranches(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
  branches: readonly ContractBranch[],
): Promise<JudgedBranch[]> {
  const current = await getContract(db, organizationId, dataContractId);
  const judged: JudgedBranch[] = [];
  for (const branch of branches) {
    const state = await stateOf(db, organizationId, branch, current);
    judged.push({ ...state, judgement: await runOnStored('judgeBranch', state.texts) });
  }
  return judged;
}
