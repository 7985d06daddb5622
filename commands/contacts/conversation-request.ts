import type { Db } from '../../db/connect.ts';
import { findMembership } from '../../db/tables/messaging/conversation-members.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../domain/messaging/caller.ts';

/** A request about one conversation. */
export type ConversationRequest = {
  caller: Caller;
  requestId: string | undefined;
  id: string;
  now: Date;
};

/** Refuses with `not_found` unless the caller is a member of the conversation, or no conversation is named. */
export async function assertMember(
  db: Db,
  { organizationId, contact }: Caller,
  conversationId: string | undefined,
): Promise<void> {
  if (conversationId === undefined) return;
  const member = { organizationId, conversationId, contactId: contact.id };
  if (!(await findMembership(db, member))) refuseUnknownConversation(conversationId);
}

/** Refuses with `not_found`. */
export function refuseUnknownConversation(id: string): never {
  return refuse('not_found', `There is no conversation with the id '${id}'.`);
}
