import { getOrganizationProfile } from '../db/tables/organizations.ts';
import type { ApiRequest } from './route.ts';

/** Whether an address names the organization of the key, or none. */
export async function isOwnVanity(
  { principal, services }: ApiRequest<object, object>,
  vanity: string | undefined,
): Promise<boolean> {
  if (vanity === undefined) return true;
  const { knex } = services.database;
  return (await getOrganizationProfile(knex, principal.organizationId)).vanity === vanity;
}
