import type { Db } from '../../db/connect.ts';
import { findContactOfPerson } from '../../db/tables/messaging/contacts.ts';
import { refuse } from '../../domain/errors.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import { personIdOf } from '../../domain/messaging/person-contact.ts';
import { onlyPeopleWrite } from '../../commands/tokens/create-session-token.ts';
import type { Principal } from '../../domain/principal.ts';

/** The id of the signed-in person; refuses with `permission_denied` the session of an API key. */
export function demandPerson(principal: Principal): string {
  return personIdOf(principal) ?? refuse('permission_denied', onlyPeopleWrite);
}

/** The contact of the signed-in person, if there is one; refuses like `demandPerson`. */
export function contactOfCaller(db: Db, principal: Principal): Promise<StoredContact | undefined> {
  return findContactOfPerson(db, principal.organizationId, demandPerson(principal));
}
