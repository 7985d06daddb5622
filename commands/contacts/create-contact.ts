import type { Database } from '../../db/connect.ts';
import { findContactByUsername } from '../../db/tables/messaging/contacts.ts';
import { refuse } from '../../domain/errors.ts';
import { contactWriteSchema } from '../../domain/messaging/contact.ts';
import type { ContactWrite, StoredContact } from '../../domain/messaging/contact.ts';
import { newMessagingId } from '../../domain/messaging/ids.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import { storeContact } from './store-contact.ts';
import { transactAsCaller } from './transact-as-caller.ts';

export type CreateContact = {
  principal: Principal;
  requestId?: string | undefined;
  /** Checked here against `contactWriteSchema`. */
  body: unknown;
  now: Date;
};

/** Creates a contact; refuses with `invalid_body`, and with `name_taken` if the username is in use. */
export function createContact(
  database: Database,
  { principal, requestId, body, now }: CreateContact,
): Promise<StoredContact> {
  const checked: ContactWrite = assertValid(contactWriteSchema, body, 'invalid_body');
  const { organizationId } = principal;
  const contact: StoredContact = {
    id: newMessagingId(),
    username: checked.username,
    phoneNumber: checked.phone_number,
    avatarUrl: checked.avatar_url ?? null,
    displayName: checked.display_name ?? null,
    createdBy: principal.contact?.id ?? null,
    lastActiveAt: now,
    createdAt: now,
  };
  return transactAsCaller(database, principal, async (tx) => {
    const taken = await findContactByUsername(tx, organizationId, contact.username);
    if (taken) {
      refuse(
        'name_taken',
        `A contact with the username '${taken.username}' already exists; choose another username.`,
      );
    }
    await storeContact(tx, { principal, requestId, contact, now });
    return contact;
  });
}
