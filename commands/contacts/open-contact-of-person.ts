import type { Database, Tx } from '../../db/connect.ts';
import { findContactOfPerson, listContactsNamed } from '../../db/tables/messaging/contacts.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { findPerson, storeMember } from '../../db/tables/organizations/people.ts';
import { listPersonNames } from '../../db/views/organizations/person-names.ts';
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
  /** Id of the person who gets the contact, or the address of a member, who may never have signed in. */
  person: string;
  requestId: string;
  now: Date;
};

/**
 * The contact as which a person writes, created if the person has none. Two concurrent requests get the same contact. Refuses
 * with `not_found` an unknown person.
 */
export async function openContactOfPerson(
  database: Database,
  { principal, person, requestId, now }: OpenContact,
): Promise<StoredContact> {
  const { organizationId } = principal;
  const existing =
    isUuid(person) && (await findContactOfPerson(database.knex, organizationId, person));
  if (existing) return existing;
  return transactMessaging(database, organizationId, async (tx) => {
    const { personId, email, name } = await knowPerson(tx, { organizationId, person, now });
    const made = await findContactOfPerson(tx, organizationId, personId);
    if (made) return made;
    const contact: StoredContact = {
      id: newMessagingId(),
      username: await freeUsername(tx, organizationId, email),
      phoneNumber: null,
      avatarUrl: null,
      displayName: name,
      createdBy: null,
      lastActiveAt: now,
      createdAt: now,
    };
    await storeContact(tx, { principal, requestId, contact, personId, now });
    return contact;
  });
}

type Known = { personId: string; email: string; name: string | null };

/** The person with the name that the catalog shows; a member who has never signed in is stored. */
async function knowPerson(
  tx: Tx,
  { organizationId, person, now }: { organizationId: OrganizationId; person: string; now: Date },
): Promise<Known> {
  const found = isUuid(person) ? await findPerson(tx, organizationId, person) : undefined;
  const email = found?.email ?? person.toLowerCase();
  const known = (await listPersonNames(tx, organizationId, [email])).get(email);
  const name = known?.name ?? null;
  if (found) return { personId: found.id, email, name };
  if (!known?.isMember) return refuseUnknownPerson(person);
  return { personId: await storeMember(tx, { organizationId, email, now }), email, name };
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

function refuseUnknownPerson(person: string): never {
  return refuse(
    'not_found',
    `There is no person with the id '${person}' who has signed in, and no member with this address.`,
  );
}
