import type { Database, Tx } from '../../db/connect.ts';
import { findContact } from '../../db/tables/contacts.ts';
import { transactMessaging } from '../../db/tables/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * A transaction of `transactMessaging` for somebody whose token was looked at before the lock was waited for: refuses with
 * `token_invalid` a contact that was deleted meanwhile. Who is no contact acts for the organization.
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
