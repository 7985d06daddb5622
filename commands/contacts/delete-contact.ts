import type { Database } from '../../db/connect.ts';
import { markUnattachedRemoved } from '../../db/tables/messaging/attachments.ts';
import {
  listDirectConversations,
  removeContact,
} from '../../db/tables/messaging/contact-deletion.ts';
import { handOverGroups } from '../../db/tables/messaging/contact-groups.ts';
import { findContact } from '../../db/tables/messaging/contacts.ts';
import { recordMessagingDeletions } from '../../db/tables/messaging/messaging-event-batches.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import type { Principal } from '../../domain/principal.ts';
import { endConversations } from './end-conversations.ts';
import { removeGroups } from './remove-groups.ts';
import { recordGroupUpdates } from './record-group-updates.ts';
import { auditContact } from './audit-contact.ts';
import { assertMayChangeContact, refuseUnknownContact } from './contact-rights.ts';
import { transactAsCaller } from './transact-as-caller.ts';

export type DeleteContact = {
  /** A contact, or a key that acts for the organization and may delete any contact. */
  principal: Principal;
  requestId: string | undefined;
  id: string;
  now: Date;
};

/**
 * Deletes a contact: its tokens stop working, its one-to-one conversations end, and it leaves its groups. Its own groups pass to
 * the member who joined next, and end if there is none. Its messages to groups stay. Refuses with `not_found` and
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
    await recordGroupUpdates(tx, await removeContact(tx, key, now), by);
    await recordMessagingDeletions(tx, 'contact', [id], by);
    await auditContact(tx, 'ContactDeleted', { principal, requestId, id, now });
    signalAfterCommit(tx, 'keys_changed');
  });
}
