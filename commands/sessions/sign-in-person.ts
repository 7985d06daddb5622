import type { Tx } from '../../db/connect.ts';
import { upsertPerson } from '../../db/tables/organizations/people.ts';
import type { SignInMethod } from '../../db/tables/organizations/ui-sessions.ts';
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

/** Begins a session of a person; the first one stores the person. */
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
  return beginSession(tx, { person }, request);
}
