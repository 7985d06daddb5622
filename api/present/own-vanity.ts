import { getOrganizationProfile } from '../../db/tables/organizations/organizations.ts';
import { refuse } from '../../domain/errors.ts';
import type { ApiRequest } from '../exchange.ts';

/** Refuses with `not_found` an address that names another organization than that of the key, whether or not it exists. */
export async function assertOwnVanity(
  { principal, services }: ApiRequest<object, object>,
  vanity: string | undefined,
): Promise<void> {
  if (vanity === undefined) return;
  const { knex } = services.database;
  const { vanity: own } = await getOrganizationProfile(knex, principal.organizationId);
  if (own === vanity) return;
  refuse(
    'not_found',
    `'${vanity}' is not the vanity name of the organization of this key, which is '${own}': begin the path with /${own}/, or leave the name out.`,
  );
}
