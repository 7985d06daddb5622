import type { Database, Tx } from '../../db/connect.ts';
import { findContactOfPerson, listContactsNamed } from '../../db/tables/messaging/contacts.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { findPerson } from '../../db/tables/organizations/people.ts';
import { refuse } from '../../domain/errors.ts';
import { usernameKey } from '../../domain/messaging/contact.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import { usernamesFor } from '../../domain/messaging/person-contact.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { storeContact } from './store-contact.ts';

export type OpenContact = {
  principal: Principal;
  /** The person who gets the contact. */
  personId: string;
  requestId: string;
  now: Date;
};

/**
 * The contact as which a person writes, created if the person has none. Two concurrent requests get the same contact. Refuses
 * with `not_found` an unknown person.
 */
export async function openContactOfPerson(
  database: Database,
  { principal, personId, requestId, now }: OpenContact,
): Promise<StoredContact> {
  const { organizationId } = principal;
  if (!isUuid(personId)) return refuseUnknownPerson(personId);
  const existing = await findContactOfPerson(database.knex, organizationId, personId);
  if (existing) return existing;
  return transactMessaging(database, organizationId, async (tx) => {
    const made = await findContactOfPerson(tx, organizationId, personId);
    if (made) return made;
    const person = await findPerson(tx, organizationId, personId);
    if (!person) return refuseUnknownPerson(personId);
    const contact: StoredContact = {
      id: newMessagingId(),
      username: await freeUsername(tx, organizationId, person.email),
      phoneNumber: null,
      avatarUrl: null,
      displayName: person.name,
      createdBy: null,
      lastActiveAt: now,
      createdAt: now,
    };
    await storeContact(tx, { principal, requestId, contact, personId, now });
    return contact;
  });
}

async function freeUsername(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<string> {
  const candidates = usernamesFor(email);
  const found = await listContactsNamed(tx, organizationId, candidates);
  const taken = new Set(found.map(({ username }) => usernameKey(username)));
  const free = candidates.find((candidate) => !taken.has(usernameKey(candidate)));
  return free ?? `${candidates[0]}-${newMessagingId()}`;
}

function refuseUnknownPerson(id: string): never {
  return refuse('not_found', `There is no person with the id '${id}' who has signed in.`);
}
