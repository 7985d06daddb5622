import { refuse } from '../../domain/errors.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import type { Principal } from '../../domain/principal.ts';

/** Refuses because there is no such contact. */
export function refuseUnknownContact(id: string): never {
  return refuse('not_found', `There is no contact with the id '${id}'.`);
}

/**
 * Refuses with `permission_denied` contacts that are neither the contact nor the one that made it. Who is no contact acts for
 * the organization: routes have looked at its key.
 */
export function assertMayChangeContact(
  { contact: caller }: Principal,
  contact: StoredContact,
): void {
  if (!caller || caller.id === contact.id || caller.id === contact.createdBy) return;
  refuse('permission_denied', 'Only the contact itself and the one that made it may change it.');
}
