import type { Tx } from '../../db/connect.ts';
import { removeConversations } from '../../db/tables/messaging/conversations.ts';
import { recordMessagingDeletions } from '../../db/tables/messaging/messaging-event-batches.ts';
import type { MessagingAuthor } from '../../db/tables/messaging/messaging-event-batches.ts';

/**
 * Ends conversations in a transaction of `transactMessaging`: they become invisible at once. Housekeeping removes their messages
 * later, because there may be millions.
 */
export async function endConversations(
  tx: Tx,
  ids: readonly string[],
  by: MessagingAuthor,
): Promise<void> {
  if (ids.length === 0) return;
  await removeConversations(tx, by.organizationId, ids, by.now);
  await recordMessagingDeletions(tx, 'conversation', ids, by);
}
