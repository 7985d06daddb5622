import type { Tx } from '../../db/connect.ts';
import { upsertPerson } from '../../db/tables/organizations/people.ts';
import type { SignInMethod } from '../../db/tables/organizations/ui-sessions.ts';
import { isDeprovisioned } from '../../db/tables/scim/resources.ts';
import { refuse } from '../../domain/errors.ts';
import { localAdministrator } from '../../domain/organizations/people.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { beginSession } from './begin-session.ts';
import type { ProviderToken, SignedIn, SignInRequest } from './begin-session.ts';

/** A person whose address is verified, and the organization that they sign in to. */
export type VerifiedPerson = {
  organizationId: OrganizationId;
  /** In lower case. */
  email: string;
  name?: string | undefined;
};

/** Begins a session of a person; the first one stores the person. Refuses with `permission_denied` people who are deprovisioned. */
export async function signInPerson(
  tx: Tx,
  { organizationId, email, name }: VerifiedPerson,
  request: SignInRequest & {
    method: SignInMethod;
    provider?: ProviderToken | undefined;
    expiresAt?: Date;
  },
): Promise<SignedIn> {
  const isLocalAdministrator = email === localAdministrator.email;
  const person = await upsertPerson(tx, {
    organizationId,
    email,
    name: isLocalAdministrator ? localAdministrator.name : name,
    isLocalAdministrator,
    now: request.now,
  });
  // The row of the person is locked, so that deprovisioning either came before, or ends this session, too.
  if (await isDeprovisioned(tx, organizationId, email)) {
    refuse('permission_denied', 'The identity provider of the organization has switched you off.');
  }
  return beginSession(tx, { person }, request);
}
