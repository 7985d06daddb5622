import type { Db } from '../../db/connect.ts';
import { listContactsNamed } from '../../db/tables/messaging/contacts.ts';
import { refuse } from '../../domain/errors.ts';
import { usernameKey } from '../../domain/messaging/contact.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/**
 * Finds contacts by id or username (case-insensitive), without duplicates, in the given order; an id takes precedence over an
 * equal username. Refuses with `unknown_reference`.
 */
export async function resolveContacts(
  db: Db,
  organizationId: OrganizationId,
  names: readonly string[],
): Promise<StoredContact[]> {
  const found = await listContactsNamed(db, organizationId, names);
  const byId = new Map(found.map((contact) => [contact.id, contact]));
  const byKey = new Map(found.map((contact) => [usernameKey(contact.username), contact]));
  const resolved = names.map(
    (name) =>
      byId.get(name) ??
      byKey.get(usernameKey(name)) ??
      refuse(
        'unknown_reference',
        `contacts: there is no contact '${name}'; send ids or usernames.`,
      ),
  );
  return [...new Set(resolved)];
}
