import type { Database } from '../../db/connect.ts';
import { insertContactToken } from '../../db/tables/contact-tokens.ts';
import { findContact } from '../../db/tables/contacts.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { nextPosition } from '../../db/tables/messaging-heads.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { makeTokenText, readTokenText } from '../../domain/messaging/token-text.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

export type CreateToken = {
  organizationId: OrganizationId;
  contactId: string;
  expiresAt?: Date | undefined;
  /** Who makes it: api-key:<id>, system. */
  createdBy: string;
  requestId?: string | undefined;
  now: Date;
};

/**
 * Makes a token of a contact and answers its text, which is stored nowhere and cannot be shown again. Refuses with
 * `unknown_reference` when there is no such contact, and with `invalid_body` an end that is past.
 */
export async function createToken(
  database: Database,
  request: CreateToken,
): Promise<{ tokenId: string; token: string }> {
  const { organizationId, contactId, expiresAt, createdBy, requestId, now } = request;
  if (expiresAt && expiresAt <= now) refuse('invalid_body', 'expiresAt is past.');
  const token = makeTokenText();
  const parts = readTokenText(token);
  if (!parts) throw new Error('a token that was made is none');
  const tokenId = newId();
  await transact(database, async (tx) => {
    // The lock of messaging: a contact that is being deleted must not get a token behind that.
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
