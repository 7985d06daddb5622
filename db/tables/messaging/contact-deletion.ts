import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { ContactKey } from './contacts.ts';

const listDirect = {
  name: 'contact-deletion-list-direct-conversations',
  text: `select k.id from conversation_members m
    join conversations k on k.organization_id = m.organization_id and k.id = m.conversation_id
    where m.organization_id = $1 and m.contact_id = $2 and k.group_id is null and k.deleted_at is null`,
};

/** Ids of the contact's direct conversations. */
export async function listDirectConversations(
  tx: Tx,
  { organizationId, id }: ContactKey,
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(tx, listDirect, [organizationId, id]);
  return rows.map((row) => row.id);
}

/**
 * Runs before the contact is locked: recording the use of a token locks the token first and then its contact.
 */
const removeTokens = {
  name: 'contact-deletion-remove-tokens',
  text: `delete from contact_tokens where organization_id = $1 and contact_id = $2`,
};

/** Rows deleted with the contact; the contact's row and username stay, for its messages in groups. */
const removals = {
  name: 'contact-deletion-remove',
  text: `with
      members as (delete from conversation_members where organization_id = $1 and contact_id = $2),
      group_members as (
        delete from contact_group_members where organization_id = $1 and contact_id = $2 returning group_id),
      contact as (
        update contacts set deleted_at = $3, phone_number = null, avatar_url = null, display_name = null, person_id = null,
          told_up_to = (select position from messaging_heads where organization_id = $1)
        where organization_id = $1 and id = $2)
    select group_id as "groupId" from group_members`,
};

/**
 * Deletes the contact's tokens and memberships and hides its reactions and personal data in events, which
 * housekeeping deletes later. Returns the groups that it leaves.
 */
export async function removeContact(
  tx: Tx,
  { organizationId, id }: ContactKey,
  now: Date,
): Promise<string[]> {
  await runStatement(tx, removeTokens, [organizationId, id]);
  const rows = await runStatement<{ groupId: string }>(tx, removals, [organizationId, id, now]);
  return rows.map(({ groupId }) => groupId);
}
