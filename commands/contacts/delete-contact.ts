import type { Database } from '../../db/connect.ts';
import { markUnattachedRemoved } from '../../db/tables/attachments.ts';
import { listDirectConversations, removeContact } from '../../db/tables/contact-deletion.ts';
import { handOverGroups } from '../../db/tables/contact-groups.ts';
import { findContact } from '../../db/tables/contacts.ts';
import { recordMessagingDeletions } from '../../db/tables/messaging-event-batches.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import type { Principal } from '../../domain/principal.ts';
import { endConversations } from '../conversations/end-conversations.ts';
import { removeGroups } from '../groups/remove-groups.ts';
import { tellOfGroups } from '../groups/tell-of-groups.ts';
import { auditContact } from './audit-contact.ts';
import { assertMayChangeContact, refuseUnknownContact } from './contact-rights.ts';
import { transactAsCaller } from './transact-as-caller.ts';

export type DeleteContact = {
  /** A contact, or a key that acts for the organization: it may delete any. */
  principal: Principal;
  requestId: string | undefined;
  id: string;
  now: Date;
};

/**
 * Deletes a contact: its tokens stop working, its conversations with one other end, and it leaves its groups; those that it made
 * go to who joined next, and end when it was alone. What it wrote to groups stays. Refuses with `not_found` and
 * `permission_denied`.
 */
export function deleteContact(
  database: Database,
  { principal, requestId, id, now }: DeleteContact,
): Promise<void> {
  const { organizationId } = principal;
  return transactAsCaller(database, principal, async (tx) => {
    const key = { organizationId, id };
    const contact = (await findContact(tx, key)) ?? refuseUnknownContact(id);
    assertMayChangeContact(principal, contact);
    const by = { organizationId, principal: principal.name, requestId, now };
    await endConversations(tx, await listDirectConversations(tx, key), by);
    await removeGroups(tx, await handOverGroups(tx, organizationId, id), by);
    await markUnattachedRemoved(tx, organizationId, id, now);
    await tellOfGroups(tx, await removeContact(tx, key, now), by);
    await recordMessagingDeletions(tx, 'contact', [id], by);
    await auditContact(tx, 'ContactDeleted', { principal, requestId, id, now });
    signalAfterCommit(tx, 'keys_changed');
  });
}
