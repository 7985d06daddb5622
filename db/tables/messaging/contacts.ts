import { usernameKey } from '../../../domain/messaging/contact.ts';
import type { StoredContact } from '../../../domain/messaging/contact.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { definePositionList, readPositionList } from '../../position-list.ts';
import type { PositionPage } from '../../position-list.ts';
import { runStatement } from '../../statement.ts';

/** Names one contact. */
export type ContactKey = { organizationId: OrganizationId; id: string };

/** Columns of `StoredContact`, of the table `c`. */
export const contactColumns = `c.id, c.username, c.phone_number as "phoneNumber", c.avatar_url as "avatarUrl",
      c.display_name as "displayName", c.created_by as "createdBy", c.last_active_at as "lastActiveAt",
      c.created_at as "createdAt"`;

const findByUsername = {
  name: 'contacts-find-by-username',
  text: `select ${contactColumns} from contacts c
    where c.organization_id = $1 and c.username_key = $2 and c.deleted_at is null`,
};

/** The contact with this username, compared without case and Unicode composition. */
export async function findContactByUsername(
  db: Db,
  organizationId: OrganizationId,
  username: string,
): Promise<StoredContact | undefined> {
  const values = [organizationId, usernameKey(username)];
  const [row] = await runStatement<StoredContact>(db, findByUsername, values);
  return row;
}

const find = {
  name: 'contacts-find',
  text: `select ${contactColumns} from contacts c
    where c.organization_id = $1 and c.id = $2 and c.deleted_at is null`,
};

/** The contact, unless it was deleted. */
export async function findContact(db: Db, key: ContactKey): Promise<StoredContact | undefined> {
  const [row] = await runStatement<StoredContact>(db, find, [key.organizationId, key.id]);
  return row;
}

/** Stores a contact, of a person if there is one. */
export async function insertContact(
  tx: Tx,
  organizationId: OrganizationId,
  contact: StoredContact,
  { position, personId }: { position: number; personId?: string },
): Promise<void> {
  await tx('contacts').insert({
    organization_id: organizationId,
    id: contact.id,
    position,
    username: contact.username,
    username_key: usernameKey(contact.username),
    phone_number: contact.phoneNumber,
    avatar_url: contact.avatarUrl,
    display_name: contact.displayName,
    created_by: contact.createdBy,
    last_active_at: contact.lastActiveAt,
    created_at: contact.createdAt,
    person_id: personId ?? null,
  });
}

const findOfPerson = {
  name: 'contacts-find-of-person',
  text: `select ${contactColumns} from contacts c
    where c.organization_id = $1 and c.person_id = $2 and c.deleted_at is null`,
};

/** The contact as which a person writes. */
export async function findContactOfPerson(
  db: Db,
  organizationId: OrganizationId,
  personId: string,
): Promise<StoredContact | undefined> {
  const [row] = await runStatement<StoredContact>(db, findOfPerson, [organizationId, personId]);
  return row;
}

/** A contact as another one sees it. */
export type SeenContact = StoredContact & {
  /** The conversation of the two; null without a viewer. */
  conversationId: string | null;
};

/** Contacts with the conversation that the contact $2 has with them. */
const selectSeen = `select ${contactColumns}, (
      select k.id from conversations k
      where k.organization_id = c.organization_id and k.group_id is null and k.deleted_at is null
        and k.first_contact_id = least(c.id, $2::text collate "C")
        and k.second_contact_id = greatest(c.id, $2::text collate "C")) as "conversationId"
    from contacts c where c.organization_id = $1 and c.deleted_at is null`;

const findSeen = { name: 'contacts-find-seen', text: `${selectSeen} and c.id = $3` };

/** The contact as `viewerId` sees it, unless it was deleted. */
export async function findSeenContact(
  db: Db,
  { organizationId, id }: ContactKey,
  viewerId: string,
): Promise<SeenContact | undefined> {
  const [row] = await runStatement<SeenContact>(db, findSeen, [organizationId, viewerId, id]);
  return row;
}

const list = definePositionList('contacts-list', selectSeen, {
  column: 'c.position',
  parameters: 2,
});

/** A page of the contacts of the organization, as `viewerId` sees them when there is one. */
export function listContacts(
  db: Db,
  organizationId: OrganizationId,
  page: PositionPage,
  viewerId?: string,
): Promise<SeenContact[]> {
  return readPositionList<SeenContact>(db, list, [organizationId, viewerId], page);
}

const findPosition = {
  name: 'contacts-find-position',
  text: 'select position from contacts where organization_id = $1 and id = $2',
};

/** Position of a contact in the list, also of a deleted contact, so that paging can continue from it. */
export async function findContactPosition(
  db: Db,
  { organizationId, id }: ContactKey,
): Promise<number | undefined> {
  const [row] = await runStatement<{ position: number }>(db, findPosition, [organizationId, id]);
  return row?.position;
}

const listNamed = {
  name: 'contacts-list-named',
  text: `select ${contactColumns} from contacts c
    where c.organization_id = $1 and c.deleted_at is null and (c.id = any($2) or c.username_key = any($3))`,
};

/** Contacts with one of these ids or usernames, compared without case and Unicode composition; in no order. */
export function listContactsNamed(
  db: Db,
  organizationId: OrganizationId,
  names: readonly string[],
): Promise<StoredContact[]> {
  return runStatement<StoredContact>(db, listNamed, [
    organizationId,
    names,
    names.map(usernameKey),
  ]);
}

/** Updates the profile of a contact. */
export async function updateContact(
  tx: Tx,
  { organizationId, id }: ContactKey,
  change: Pick<StoredContact, 'displayName'>,
): Promise<void> {
  await tx('contacts')
    .where({ organization_id: organizationId, id })
    .update({ display_name: change.displayName });
}
