import type { Database } from '../../db/connect.ts';
import { deleteUiSession } from '../../db/tables/organizations/ui-sessions.ts';
import type { UiSession } from '../../db/tables/organizations/ui-sessions.ts';
import { transact } from '../../db/transact.ts';
import { listOrganizationsOfPerson } from '../../db/views/organizations/organizations-of-person.ts';
import { refuse } from '../../domain/errors.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { auditSession } from './audit-session.ts';
import type { SignedIn, SignInRequest } from './begin-session.ts';
import { readProviderToken } from './read-provider-token.ts';
import { principalOfSession } from './session-principal.ts';
import { signInPerson } from './sign-in-person.ts';

/**
 * Replaces the session of a person by one in another of their organizations, which ends at the same time. Refuses with
 * `permission_denied` sessions of keys and other organizations, and with `login_required` a session that has just ended.
 */
export async function switchOrganization(
  database: Database,
  request: SignInRequest & {
    session: UiSession & { tokenHash: Buffer };
    organizationId: string;
    secretKey: SecretKeys | undefined;
  },
): Promise<SignedIn> {
  const { session, secretKey, requestId, now } = request;
  if (!('person' in session))
    return refuse('permission_denied', 'A session of an API key stays in its organization.');
  const { email, name } = session.person;
  const own = await listOrganizationsOfPerson(database.knex, email);
  const chosen =
    own.find(({ id }) => id === request.organizationId) ??
    refuse('permission_denied', 'You belong to no team of this organization.');
  const before = principalOfSession(session);
  return transact(database, async (tx) => {
    if (!(await deleteUiSession(tx, before.organizationId, session.tokenHash)))
      refuse('login_required', 'The session has ended: sign in again at /sign-in.');
    await auditSession(tx, 'UiSessionEnded', { principal: before, requestId, now });
    const { method, expiresAt } = session;
    const idToken = readProviderToken(session, before.organizationId, secretKey);
    const provider = idToken !== undefined && secretKey ? { idToken, secretKey } : undefined;
    return signInPerson(
      tx,
      { organizationId: chosen.id, email, name: name ?? undefined },
      { ...request, method, expiresAt, provider },
    );
  });
}
