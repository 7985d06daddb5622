import type { Tx } from '../../db/connect.ts';
import { insertContact } from '../../db/tables/messaging/contacts.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { contactObject } from '../../domain/messaging/contact.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import type { Principal } from '../../domain/principal.ts';
import { auditContact } from './audit-contact.ts';

export type StoreContact = {
  principal: Principal;
  requestId: string | undefined;
  contact: StoredContact;
  /** Person who writes as the contact. */
  personId?: string;
  now: Date;
};

/** Stores a new contact with its event, in a transaction of `transactMessaging`. */
export async function storeContact(
  tx: Tx,
  { principal, requestId, contact, personId, now }: StoreContact,
): Promise<void> {
  const { organizationId } = principal;
  const position = await recordMessagingEvent(tx, {
    organizationId,
    type: 'contact.created',
    subjectId: contact.id,
    conversationId: null,
    principal: principal.name,
    requestId,
    data: contactObject(contact, null),
    now,
  });
  await insertContact(tx, organizationId, contact, { position, ...(personId && { personId }) });
  await auditContact(tx, 'ContactCreated', { principal, requestId, id: contact.id, now });
}
