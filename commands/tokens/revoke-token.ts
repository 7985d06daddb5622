import type { Database } from '../../db/connect.ts';
import { revokeContactToken } from '../../db/tables/messaging/contact-tokens.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';

export type RevokeToken = {
  organizationId: OrganizationId;
  tokenId: string;
  /** The revoker: api-key:<id> or system. */
  revokedBy: string;
  requestId?: string | undefined;
  now: Date;
};

/** Revokes a token; processes that cache it are signalled at once. Refuses with `not_found`. */
export function revokeToken(
  database: Database,
  { organizationId, tokenId, revokedBy, requestId, now }: RevokeToken,
): Promise<void> {
  return transact(database, async (tx) => {
    const token = { organizationId, id: tokenId };
    const contactId = isUuid(tokenId) ? await revokeContactToken(tx, token, now) : undefined;
    if (contactId === undefined) {
      refuse('not_found', `There is no working token with the id '${tokenId}'.`);
    }
    await recordEvent(tx, {
      organizationId,
      type: 'ContactTokenRevoked',
      subjectKind: 'contact-token',
      subjectId: tokenId,
      principal: revokedBy,
      requestId,
      public: false,
      data: { contactId },
      now,
    });
    signalAfterCommit(tx, 'keys_changed');
  });
}
