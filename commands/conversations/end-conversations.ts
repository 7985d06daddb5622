import type { Tx } from '../../db/connect.ts';
import { removeConversations } from '../../db/tables/conversations.ts';
import { recordMessagingDeletions } from '../../db/tables/messaging-event-batches.ts';
import type { MessagingAuthor } from '../../db/tables/messaging-event-batches.ts';

/**
 * Ends conversations in a transaction of `transactMessaging`: nobody sees them from then on. Their messages may be millions, and
 * are removed by housekeeping.
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
