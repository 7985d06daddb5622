import type { Database } from '../../db/connect.ts';
import { findMembership } from '../../db/tables/conversation-members.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { transactAsCaller } from '../contacts/transact-as-caller.ts';
import { refuseUnknownConversation } from './conversation-request.ts';
import type { ConversationRequest } from './conversation-request.ts';
import { endConversations } from './end-conversations.ts';

/**
 * Deletes a conversation for all its members. Refuses with `not_found`, and with `permission_denied` who did not begin it, in a
 * group who did not make the group.
 */
export function deleteConversation(
  database: Database,
  { caller, requestId, id, now }: ConversationRequest,
): Promise<void> {
  const { organizationId, contact } = caller;
  return transactAsCaller(database, caller, async (tx) => {
    const key = { organizationId, conversationId: id, contactId: contact.id };
    const { createdBy } = (await findMembership(tx, key)) ?? refuseUnknownConversation(id);
    if (createdBy !== contact.id) {
      refuse('permission_denied', 'Only the contact that began the conversation may delete it.');
    }
    const principal = contactPrincipal(contact.id);
    await endConversations(tx, [id], { organizationId, principal, requestId, now });
  });
}
