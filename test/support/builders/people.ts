import { findHomeOrganization } from '../../../commands/sessions/find-home-organization.ts';
import { signInPerson } from '../../../commands/sessions/sign-in-person.ts';
import { transact } from '../../../db/transact.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { TestApi } from '../http/api.ts';

/** Signs a person in without a mail or a provider; returns the headers that a page sends with every later request. */
export async function signInAsPerson(
  { database, organizationId }: TestApi,
  email: string,
  { name, into, now = new Date() }: { name?: string; into?: OrganizationId; now?: Date } = {},
): Promise<Record<string, string>> {
  const home = into ?? (await findHomeOrganization(database.knex, email, { admitsUnknown: false }));
  const person = { organizationId: home ?? organizationId, email, name };
  const request = { method: 'mail', userAgent: 'a test', requestId: 'test', now } as const;
  const { token } = await transact(database, (tx) => signInPerson(tx, person, request));
  return { cookie: `concordat_session=${token}`, 'x-requested-with': 'concordat' };
}
