import type { Db } from '../../db/connect.ts';
import { findMessage } from '../../db/views/messaging/messages.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import type { StoredMessage } from '../../domain/messaging/message.ts';

/** Reads a message in a conversation of the caller. Refuses with `not_found`. */
export async function getMessage(
  db: Db,
  { organizationId, contact }: Caller,
  id: string,
): Promise<StoredMessage> {
  const message = await findMessage(db, { organizationId, id, contactId: contact.id });
  return message ?? refuse('not_found', `You have no message with the id '${id}'.`);
}
