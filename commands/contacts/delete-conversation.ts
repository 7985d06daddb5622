import type { Database } from '../../db/connect.ts';
import { findMembership } from '../../db/tables/messaging/conversation-members.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import { transactAsCaller } from './transact-as-caller.ts';
import { refuseUnknownConversation } from './conversation-request.ts';
import type { ConversationRequest } from './conversation-request.ts';
import { endConversations } from './end-conversations.ts';

/**
 * Deletes a conversation for all its members. Refuses with `not_found`, and with `permission_denied` unless the caller began the
 * conversation or created its group.
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
