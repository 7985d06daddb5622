import type { Db } from '../../db/connect.ts';
import { findChangeRequest } from '../../db/tables/change-requests/change-requests.ts';
import { findPastDocument } from '../../db/tables/documents/revisions.ts';
import { changeRequestOf } from '../../domain/contract-branches/branch-id.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { readContent } from '../documents/read-content.ts';

/** The text that work is about, and the data contract that it belongs to. */
export type TestedContract = { contractId: string; body: string; source: string | null };

type Tested = { dataContractId: string; revision: number };

/**
 * The text of a contract, or of one of its branches, at a revision; undefined if it no longer exists. Only the current text of a
 * branch exists.
 */
export async function findTestedContract(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId: id, revision }: Tested,
  now: Date,
): Promise<TestedContract | undefined> {
  const kind = dataContract.name;
  const branchId = changeRequestOf(id);
  if (branchId === undefined) {
    const stored = await findPastDocument(db, { organizationId, kind, id }, { revision });
    return stored && { ...stored, contractId: id };
  }
  const branch = await findChangeRequest(db, { organizationId, id: branchId });
  if (branch?.revision !== revision) return undefined;
  const { source: text, format, documentId } = branch;
  const { body } = await readContent({ text, format }, { kind, id: documentId, now });
  return { contractId: documentId, body, source: format === 'yaml' ? text : null };
}
