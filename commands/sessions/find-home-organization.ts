import type { Db } from '../../db/connect.ts';
import { findFirstOrganization } from '../../db/tables/organizations/organizations.ts';
import { findLastOrganization } from '../../db/tables/organizations/people.ts';
import { isDeprovisioned } from '../../db/tables/scim/resources.ts';
import { listOrganizationsOfPerson } from '../../db/views/organizations/organizations-of-person.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/**
 * Finds the organization to which an address (in lower case) signs in: the last used of those that know it, else the oldest. An
 * address that none knows is only admitted to the first organization of the installation, where it may read as a Member.
 */
export async function findHomeOrganization(
  db: Db,
  email: string,
  { admitsUnknown }: { admitsUnknown: boolean },
): Promise<OrganizationId | undefined> {
  const known = await listOrganizationsOfPerson(db, email);
  const last = known.length > 1 ? await findLastOrganization(db, email) : undefined;
  const home = known.find(({ id }) => id === last) ?? known[0];
  if (home || !admitsUnknown) return home?.id;
  const first = await findFirstOrganization(db);
  const isEnded = first !== undefined && (await isDeprovisioned(db, first, email));
  return isEnded ? undefined : first;
}
