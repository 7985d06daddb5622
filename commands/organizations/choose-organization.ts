import type { Db } from '../../db/connect.ts';
import { listOrganizations } from '../../db/tables/organizations/organizations.ts';
import type { Organization } from '../../db/tables/organizations/organizations.ts';
import { refuse } from '../../domain/errors.ts';

/**
 * Finds the organization with this vanity name or id; without a name the only organization. Refuses with `not_found` an unknown
 * name, and with `bad_request` if there are several organizations and no name.
 */
export async function chooseOrganization(
  db: Db,
  wanted: string | undefined,
): Promise<Organization> {
  const all = await listOrganizations(db);
  const [first, second] = all;
  if (first === undefined)
    return refuse('not_found', 'There is no organization yet: create one, or run the migration.');
  const names = all.map((each) => each.vanity).join(', ');
  if (wanted === undefined) {
    if (second === undefined) return first;
    return refuse(
      'bad_request',
      `There are several organizations: add --organization <name>, one of: ${names}.`,
    );
  }
  return (
    all.find((each) => each.vanity === wanted || each.id === wanted.toLowerCase()) ??
    refuse('not_found', `There is no organization '${wanted}'; there are: ${names}.`)
  );
}
