import type { Tx } from '../../db/connect.ts';
import type { Access, AccessParties } from '../../domain/access/access.ts';
import type { MergedRequest } from '../../domain/access/merge-request.ts';
import type { Principal } from '../../domain/principal.ts';
import { holdsOnSide } from './assert-side.ts';

/**
 * The access without its open change request, if this PUT answers it: it changes something, and comes from the consuming side. A
 * pipeline that repeats the request as it was does not answer.
 */
export async function answerChangeRequest(
  tx: Tx,
  principal: Principal,
  access: Access,
  { merged, parties }: { merged: MergedRequest; parties: AccessParties },
): Promise<Access> {
  const isAsked = access.state === 'requested' && access.changeRequestedAt !== undefined;
  if (!isAsked || !(merged.changesText || parties !== access)) return access;
  const isRequester = await holdsOnSide(tx, principal, parties, {
    consumer: ['ACCESS_EDIT', 'ACCESS_REQUEST'],
  });
  return isRequester ? { ...access, changeRequestedAt: undefined } : access;
}
