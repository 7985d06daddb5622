import { refuse } from '../../domain/errors.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import type { Principal } from '../../domain/principal.ts';

/** Refuses with `not_found`. */
export function refuseUnknownContact(id: string): never {
  return refuse('not_found', `There is no contact with the id '${id}'.`);
}

/**
 * Refuses with `permission_denied` unless the contact changes itself or was created by the caller. A caller that is not a contact
 * acts for the organization: routes have checked its key.
 */
export function assertMayChangeContact(
  { contact: caller }: Principal,
  contact: StoredContact,
): void {
  if (!caller || caller.id === contact.id || caller.id === contact.createdBy) return;
  refuse(
    'permission_denied',
    'Only the contact itself and the contact that created it may change it.',
  );
}
