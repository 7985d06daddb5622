import type { Database, Db, Tx } from '../../db/connect.ts';
import { findContact } from '../../db/tables/messaging/contacts.ts';
import { findConversationOf } from '../../db/tables/messaging/conversations.ts';
import type { ConversationParties } from '../../db/tables/messaging/conversations.ts';
import { findConversation } from '../../db/views/messaging/conversations.ts';
import { findGroup } from '../../db/views/messaging/groups.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { conversationRequestSchema } from '../../domain/messaging/conversation.ts';
import type { StoredConversation } from '../../domain/messaging/conversation.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import { refuseUnknownContact } from './contact-rights.ts';
import { transactAsCaller } from './transact-as-caller.ts';
import { refuseUnknownGroup } from './group-request.ts';
import { beginConversation } from './begin-conversation.ts';

export type FindOrBeginConversation = {
  caller: Caller;
  requestId: string | undefined;
  /** Checked here against `conversationRequestSchema`. */
  body: unknown;
  now: Date;
};

/**
 * Finds the conversation with a contact or of a group, or begins it. Refuses with `invalid_body`, and with `not_found` if the
 * contact or group is unknown to the caller.
 */
export async function findOrBeginConversation(
  database: Database,
  { caller, body, ...request }: FindOrBeginConversation,
): Promise<StoredConversation> {
  const parties = readParties(caller, body);
  const existing = await findExisting(database.knex, caller, parties);
  if (existing) return existing;
  return transactAsCaller(database, caller, async (tx) => {
    // A concurrent request may have begun the conversation meanwhile.
    const begun = await findExisting(tx, caller, parties);
    if (begun) return begun;
    const who = await readMembers(tx, caller, parties);
    return beginConversation(tx, { caller, parties, ...who, ...request });
  });
}

function readParties({ contact }: Caller, body: unknown): ConversationParties {
  const checked = assertValid(conversationRequestSchema, body, 'invalid_body');
  const contactId = checked.contact_id ?? undefined;
  const groupId = checked.group_id ?? undefined;
  if ((contactId === undefined) === (groupId === undefined)) {
    refuse('invalid_body', 'Send either contact_id or group_id.');
  }
  if (groupId !== undefined) return { groupId, contactIds: undefined };
  if (contactId === undefined || contactId === contact.id) {
    return refuse(
      'invalid_body',
      'A contact cannot have a conversation with itself: send the id of another contact.',
    );
  }
  const [first, second] = [contact.id, contactId].toSorted();
  return { groupId: undefined, contactIds: [first as string, second as string] };
}

async function findExisting(
  db: Db,
  { organizationId, contact }: Caller,
  parties: ConversationParties,
): Promise<StoredConversation | undefined> {
  const conversationId = await findConversationOf(db, organizationId, parties);
  if (conversationId === undefined) return undefined;
  return findConversation(db, { organizationId, conversationId, contactId: contact.id });
}

/** The members, and the owner of the conversation; for a group, the contact that created the group. */
async function readMembers(
  tx: Tx,
  { organizationId, contact }: Caller,
  { groupId, contactIds }: ConversationParties,
): Promise<{ memberIds: readonly string[]; createdBy: string }> {
  if (groupId === undefined) {
    for (const id of contactIds) {
      if (!(await findContact(tx, { organizationId, id }))) refuseUnknownContact(id);
    }
    return { memberIds: contactIds, createdBy: contact.id };
  }
  const group = await findGroup(tx, { organizationId, id: groupId }, contact.id);
  if (!group) return refuseUnknownGroup(groupId);
  return { memberIds: group.contacts.map(({ id }) => id), createdBy: group.createdBy };
}
