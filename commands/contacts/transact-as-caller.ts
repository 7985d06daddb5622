import type { Database, Tx } from '../../db/connect.ts';
import { findContact } from '../../db/tables/messaging/contacts.ts';
import { transactMessaging } from '../../db/tables/messaging/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * Runs a transaction of `transactMessaging` for a caller whose token was checked before waiting for the lock: refuses with
 * `token_invalid` if the contact was deleted meanwhile. A caller that is not a contact acts for the organization.
 */
export function transactAsCaller<T>(
  database: Database,
  { organizationId, contact }: Pick<Principal, 'organizationId' | 'contact'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transactMessaging(database, organizationId, async (tx) => {
    if (contact && !(await findContact(tx, { organizationId, id: contact.id }))) {
      refuse('token_invalid', 'The contact of this token was deleted.');
    }
    return work(tx);
  });
}
