import type { Database } from '../../db/connect.ts';
import { insertChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import { findContractBranch } from '../../db/tables/change-requests/contract-branches.ts';
import type { ContractBranch } from '../../db/tables/change-requests/contract-branches.ts';
import { transact } from '../../db/transact.ts';
import { maxOpenRequests, maxTitleLength } from '../../domain/change-requests/change-request.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { readerOf } from '../../domain/notices/reader.ts';
import { mayWrite } from '../../domain/organizations/permissions.ts';
import { newId } from '../../lib/ids.ts';
import { recordStep } from '../change-requests/record-step.ts';
import type { Reading } from '../reading.ts';
import { runTask } from '../tasks/run-task.ts';
import { branchKey, getBranch, getContract } from './read-branch.ts';
import type { BranchRequest } from './read-branch.ts';

/**
 * Cuts a branch: a change request that starts as a copy of the contract. An open branch with this name is returned as it is.
 * Everybody who may write can cut one. Refuses with `not_found`, `permission_denied` and `limit_reached`.
 */
export async function cutBranch(
  database: Database,
  request: BranchRequest & Reading,
): Promise<ContractBranch> {
  const { dataContractId, name, principal, now, reading } = request;
  const key = branchKey(request);
  const { organizationId } = key;
  if (!mayWrite(principal)) {
    refuse('permission_denied', `A key with scope '${principal.scope}' may only read.`);
  }
  const { revision, edition, body, source } = await getContract(
    reading.knex,
    organizationId,
    dataContractId,
  );
  const text = source ?? (await runTask('toYaml', body));
  return transact(database, async (tx) => {
    const existing = await findContractBranch(tx, key);
    if (existing) return existing;
    const id = newId();
    const about = { kind: dataContract.name, documentId: dataContractId };
    const cut = {
      ...about,
      source: text,
      format: 'yaml' as const,
      title: name.slice(0, maxTitleLength),
      note: null,
      baseRevision: revision,
      baseEdition: edition,
      proposer: readerOf(principal),
      proposedBy: principal.name,
      branch: name,
    };
    if (await insertChangeRequest(tx, { organizationId, id }, cut, { now, max: maxOpenRequests })) {
      await recordStep(tx, 'created', { ...request, id }, { ...about, branch: name });
    } else if (!(await findContractBranch(tx, key))) {
      refuse(
        'limit_reached',
        `The data contract has ${maxOpenRequests} open branches and change requests, which is the limit: merge or delete some first.`,
      );
    }
    return getBranch(tx, key);
  });
}
