import type { Tx } from '../../db/connect.ts';
import { recordMessagingEvents } from '../../db/tables/messaging/messaging-event-batches.ts';
import type { MessagingAuthor } from '../../db/tables/messaging/messaging-event-batches.ts';
import { listGroupsByIds } from '../../db/views/messaging/groups.ts';
import { groupObject } from '../../domain/messaging/group.ts';

/** Groups per statement. A group may have 500 contacts, and a contact may be in thousands of groups. */
const groupsAtOnce = 100;

/** Records in a transaction of `transactMessaging` that these groups were changed, with their new state. */
export async function recordGroupUpdates(
  tx: Tx,
  ids: readonly string[],
  by: MessagingAuthor,
): Promise<void> {
  for (let start = 0; start < ids.length; start += groupsAtOnce) {
    const some = ids.slice(start, start + groupsAtOnce);
    const groups = await listGroupsByIds(tx, by.organizationId, some);
    const events = groups.map((group) => ({
      subjectId: group.id,
      conversationId: null,
      data: groupObject(group),
    }));
    await recordMessagingEvents(tx, { ...by, type: 'group.updated' }, events);
  }
}
