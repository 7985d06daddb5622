import type { Database } from '../../db/connect.ts';
import { updateLastOpened } from '../../db/tables/messaging/conversation-members.ts';
import type { ConversationRequest } from './conversation-request.ts';

/** Records that the caller has opened the conversation. Other members are not notified, so there is no event. */
export function noteOpened(
  database: Database,
  { caller, id, now }: Omit<ConversationRequest, 'requestId'>,
): Promise<void> {
  const { organizationId, contact } = caller;
  const key = { organizationId, conversationId: id, contactId: contact.id };
  return updateLastOpened(database.knex, key, now);
}
