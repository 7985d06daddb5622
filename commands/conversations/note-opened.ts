import type { Database } from '../../db/connect.ts';
import { updateLastOpened } from '../../db/tables/conversation-members.ts';
import type { ConversationRequest } from './conversation-request.ts';

/** Notes that the caller has looked at the conversation. Nobody else is told of it, so that it is no event. */
export function noteOpened(
  database: Database,
  { caller, id, now }: Omit<ConversationRequest, 'requestId'>,
): Promise<void> {
  const { organizationId, contact } = caller;
  const key = { organizationId, conversationId: id, contactId: contact.id };
  return updateLastOpened(database.knex, key, now);
}
