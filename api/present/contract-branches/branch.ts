import type { Static } from '@sinclair/typebox';
import { judgeBranches } from '../../../commands/contract-branches/read-branch.ts';
import type { JudgedBranch } from '../../../commands/contract-branches/read-branch.ts';
import {
  isProposer,
  mayDecide,
  readTarget,
} from '../../../commands/change-requests/read-change-request.ts';
import type { Db } from '../../../db/connect.ts';
import type { ContractBranch } from '../../../db/tables/change-requests/contract-branches.ts';
import { listNames } from '../../../db/views/documents/names.ts';
import { listPrincipalNames } from '../../../db/views/organizations/principal-names.ts';
import { branchContractId } from '../../../domain/contract-branches/branch-id.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { mayWrite } from '../../../domain/organizations/permissions.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { contractBranchSchema } from '../../schemas/contract-branches/contract-branches.ts';

type Shown = Static<typeof contractBranchSchema>;

/** Changes and conflicts of each branch in a list. */
const listedParts = 5;

/** Branches of one contract in the form of the API; the names of all people are read at once. */
export async function presentContractBranches(
  db: Db,
  principal: Principal,
  dataContractId: string,
  branches: readonly ContractBranch[],
): Promise<Shown[]> {
  const shown = await present(db, principal, dataContractId, branches);
  return shown.map(({ conflicts, breaking_changes, ...branch }) => ({
    ...branch,
    breaking_changes: breaking_changes.slice(0, listedParts),
    conflicts: conflicts.slice(0, listedParts),
  }));
}

/** A branch in the form of the API. */
export async function presentContractBranch(
  db: Db,
  principal: Principal,
  branch: ContractBranch,
): Promise<Shown> {
  const [shown] = await present(db, principal, branch.documentId, [branch]);
  if (!shown) throw new Error('a branch was not judged');
  return shown;
}

async function present(
  db: Db,
  principal: Principal,
  dataContractId: string,
  branches: readonly ContractBranch[],
): Promise<Shown[]> {
  const { organizationId } = principal;
  const judged = await judgeBranches(db, organizationId, dataContractId, branches);
  const authors = branches.map(({ proposedBy }) => proposedBy);
  const names = await listPrincipalNames(db, organizationId, authors);
  const about = { kind: dataContract.name, documentId: dataContractId };
  const [contract] = await listNames(db, organizationId, [
    { kind: dataContract.name, id: dataContractId },
  ]);
  const { kind, head } = await readTarget(db, organizationId, about);
  const mayMerge = await mayDecide(db, principal, { kind, ownerId: head.ownerId });
  return judged.map((each) => ({
    ...presentOne(each),
    data_contract_name: contract?.name ?? dataContractId,
    author_name: names.get(each.branch.proposedBy) ?? null,
    may_write: mayMerge || (mayWrite(principal) && isProposer(principal, each.branch)),
    may_merge: mayMerge,
  }));
}

function presentOne({ branch, judgement, isBehind }: JudgedBranch) {
  return {
    name: branch.branch,
    change_request_id: branch.id,
    data_contract_id: branch.documentId,
    branch_data_contract_id: branchContractId(branch.id),
    author: branch.proposedBy,
    created_at: branch.createdAt.toISOString(),
    updated_at: branch.updatedAt.toISOString(),
    revision: branch.revision,
    base_revision: branch.baseRevision,
    version: judgement.version,
    target_version: judgement.targetVersion,
    version_state: judgement.versionState,
    suggested_step: judgement.suggestedStep,
    suggested_version: judgement.suggestedVersion,
    breaking_changes: judgement.breaking,
    change_count: judgement.changes.length,
    behind_target: isBehind,
    conflicted: judgement.conflictCount > 0,
    conflicts: judgement.conflicts,
    conflict_count: judgement.conflictCount,
  };
}
