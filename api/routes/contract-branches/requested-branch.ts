import type { BranchRequest } from '../../../commands/contract-branches/read-branch.ts';
import { checkBranchName } from '../../../domain/semantics/branch-names.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { ApiRequest } from '../../exchange.ts';

export const branchPath = '/api/datacontracts/:id/branches/:branch';

export const branchTag = 'contract branches';

type Requested = Pick<
  ApiRequest<{ id: string; branch: string }, unknown>,
  'params' | 'principal' | 'requestId' | 'now'
>;

/** The branch that a request is about, with checked names. */
export function branchRequestOf({ params, principal, requestId, now }: Requested): BranchRequest {
  const dataContractId = checkDocumentId(params.id);
  return { dataContractId, name: checkBranchName(params.branch), principal, requestId, now };
}
