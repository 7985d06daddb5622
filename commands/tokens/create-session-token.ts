import type { Database } from '../../db/connect.ts';
import { insertTokenOfSession } from '../../db/tables/messaging/contact-tokens.ts';
import { refuse } from '../../domain/errors.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import { personIdOf, sessionTokenMinutes } from '../../domain/messaging/person-contact.ts';
import { makeTokenText, readTokenText } from '../../domain/messaging/token-text.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { openContactOfPerson } from '../contacts/open-contact-of-person.ts';

/** Said to sessions of API keys. */
export const onlyPeopleWrite =
  'This session belongs to an API key. Sign in as a person to read and write messages.';

/**
 * Creates a token with which a page reads and writes messages as the contact of the signed-in person; it ends with the session,
 * or after some minutes. Not audited: the sign-in is, and the token gives no further rights. Refuses with `permission_denied` the
 * session of an API key, and with `login_required` a session that has just ended.
 */
export async function createSessionToken(
  database: Database,
  request: { principal: Principal; sessionId: string; requestId: string; now: Date },
): Promise<{ token: string; expiresAt: Date; contact: StoredContact }> {
  const { principal, sessionId, requestId, now } = request;
  const person = personIdOf(principal) ?? refuse('permission_denied', onlyPeopleWrite);
  const contact = await openContactOfPerson(database, { principal, person, requestId, now });
  const token = makeTokenText();
  const parts = readTokenText(token);
  if (!parts) throw new Error('the generated token is invalid');
  const expiresAt = await insertTokenOfSession(database.knex, {
    organizationId: principal.organizationId,
    sessionId,
    id: newId(),
    contactId: contact.id,
    ...parts,
    expiresAt: new Date(now.getTime() + sessionTokenMinutes * 60_000),
    createdBy: principal.name,
    now,
  });
  if (!expiresAt)
    return refuse('login_required', 'The session has ended: sign in again at /sign-in.');
  return { token, expiresAt, contact };
}
