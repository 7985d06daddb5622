import type { Tx } from '../../db/connect.ts';
import { deleteGroups } from '../../db/tables/messaging/contact-groups.ts';
import { listConversationsOfGroups } from '../../db/tables/messaging/conversations.ts';
import { recordMessagingDeletions } from '../../db/tables/messaging/messaging-event-batches.ts';
import type { MessagingAuthor } from '../../db/tables/messaging/messaging-event-batches.ts';
import { endConversations } from './end-conversations.ts';

/** Deletes groups with their conversations in a transaction of `transactMessaging`. */
export async function removeGroups(
  tx: Tx,
  ids: readonly string[],
  by: MessagingAuthor,
): Promise<void> {
  if (ids.length === 0) return;
  await endConversations(tx, await listConversationsOfGroups(tx, by.organizationId, ids), by);
  await deleteGroups(tx, by.organizationId, ids);
  await recordMessagingDeletions(tx, 'group', ids, by);
}
