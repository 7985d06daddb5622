import type { Database } from '../../db/connect.ts';
import {
  findSeenContact,
  updateContact as storeContact,
} from '../../db/tables/messaging/contacts.ts';
import type { SeenContact } from '../../db/tables/messaging/contacts.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import { readChange } from '../../domain/messaging/changes.ts';
import { contactChangeSchema, contactObject } from '../../domain/messaging/contact.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertMayChangeContact, refuseUnknownContact } from './contact-rights.ts';
import { transactAsCaller } from './transact-as-caller.ts';

export type UpdateContact = {
  principal: Principal;
  requestId: string | undefined;
  id: string;
  /** Checked here against `contactChangeSchema`. */
  body: unknown;
  now: Date;
};

/**
 * Changes the names of a contact; returns the contact as the caller sees it. Refuses with `invalid_body`, `not_found` and
 * `permission_denied`.
 */
export function updateContact(
  database: Database,
  { principal, requestId, id, body, now }: UpdateContact,
): Promise<SeenContact> {
  const { organizationId, contact: caller } = callerOf(principal);
  const { display_name } = readChange(contactChangeSchema, body);
  return transactAsCaller(database, principal, async (tx) => {
    const key = { organizationId, id };
    const former = (await findSeenContact(tx, key, caller.id)) ?? refuseUnknownContact(id);
    assertMayChangeContact(principal, former);
    if (display_name === undefined || display_name === former.displayName) return former;
    const contact = { ...former, displayName: display_name };
    await storeContact(tx, key, contact);
    await recordMessagingEvent(tx, {
      organizationId,
      type: 'contact.updated',
      subjectId: id,
      conversationId: null,
      principal: principal.name,
      requestId,
      data: contactObject(contact, null),
      now,
    });
    return contact;
  });
}
