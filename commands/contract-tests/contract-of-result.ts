import type { Db } from '../../db/connect.ts';
import { findChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import { changeRequestOf, contractOfCandidate } from '../../domain/contract-branches/branch-id.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** The data contract that a test result or a test run belongs to, which may be stored under the id of a branch or a candidate. */
export async function contractOfResult(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
): Promise<string> {
  const id = changeRequestOf(dataContractId);
  const branch = id === undefined ? undefined : await findChangeRequest(db, { organizationId, id });
  return branch?.documentId ?? contractOfCandidate(dataContractId) ?? dataContractId;
}
