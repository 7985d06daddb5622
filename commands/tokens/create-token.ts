import type { Database } from '../../db/connect.ts';
import { insertContactToken } from '../../db/tables/messaging/contact-tokens.ts';
import { findContact } from '../../db/tables/messaging/contacts.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { nextPosition } from '../../db/tables/messaging/messaging-heads.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { makeTokenText, readTokenText } from '../../domain/messaging/token-text.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

export type CreateToken = {
  organizationId: OrganizationId;
  contactId: string;
  expiresAt?: Date | undefined;
  /** The creator: api-key:<id> or system. */
  createdBy: string;
  requestId?: string | undefined;
  now: Date;
};

/**
 * Creates a token for a contact and returns its text, which is not stored and cannot be shown again. Refuses with
 * `unknown_reference` an unknown contact, and with `invalid_body` an expiry in the past.
 */
export async function createToken(
  database: Database,
  request: CreateToken,
): Promise<{ tokenId: string; token: string }> {
  const { organizationId, contactId, expiresAt, createdBy, requestId, now } = request;
  if (expiresAt && expiresAt <= now)
    refuse('invalid_body', 'expiresAt is in the past: use a later time.');
  const token = makeTokenText();
  const parts = readTokenText(token);
  if (!parts) throw new Error('the generated token is invalid');
  const tokenId = newId();
  await transact(database, async (tx) => {
    // Takes the lock of messaging, so that a contact being deleted does not get a token afterwards.
    await nextPosition(tx, organizationId);
    const contact = await findContact(tx, { organizationId, id: contactId });
    if (!contact) refuse('unknown_reference', `There is no contact with the id '${contactId}'.`);
    await insertContactToken(tx, {
      organizationId,
      id: tokenId,
      contactId,
      ...parts,
      expiresAt,
      createdBy,
      now,
    });
    await recordEvent(tx, {
      organizationId,
      type: 'ContactTokenCreated',
      subjectKind: 'contact-token',
      subjectId: tokenId,
      principal: createdBy,
      requestId,
      public: false,
      data: { contactId },
      now,
    });
  });
  return { tokenId, token };
}
