import { chooseOrganization } from '../../commands/organizations/choose-organization.ts';
import type { Db } from '../../db/connect.ts';
import { listOrganizationsOfIntegration } from '../../db/tables/ingestion/integrations.ts';
import { listOrganizations } from '../../db/tables/organizations/organizations.ts';
import type { Organization } from '../../db/tables/organizations/organizations.ts';
import type { Given, Option } from './command.ts';

/** The option of commands on one organization. */
export const organizationOption: Option = {
  name: 'organization',
  value: 'vanity or id',
  help: 'the organization; default: the only one, and to list or show things the first one',
};

/** An organization, and for people a line about the choice, or ''. */
export type Chosen = { organization: Organization; note: string };

/** The organization that the call names, or the only one; refuses a choice among several, because the caller writes. */
export async function organizationToWrite(db: Db, { texts }: Given): Promise<Chosen> {
  return { organization: await chooseOrganization(db, texts['organization']), note: '' };
}

/** The organization that the call names, or the first one, with a line for people when there are others. */
export async function organizationToRead(db: Db, { texts }: Given): Promise<Chosen> {
  const wanted = texts['organization'];
  if (wanted !== undefined) return { organization: await chooseOrganization(db, wanted), note: '' };
  const [first, second] = await listOrganizations(db);
  const organization = await chooseOrganization(db, first?.vanity);
  if (second === undefined) return { organization, note: '' };
  const note = `# Organization ${organization.vanity}; for another one add --organization ${second.vanity}\n`;
  return { organization, note };
}

/** The organization that the call names, or the only one with this integration. */
export async function organizationOfIntegration(db: Db, given: Given): Promise<Chosen> {
  const [id = ''] = given.arguments;
  if (given.texts['organization'] === undefined) {
    const owners = await listOrganizationsOfIntegration(db, id);
    const [owner, other] = (await listOrganizations(db)).filter((each) => owners.includes(each.id));
    if (owner === undefined) return organizationToRead(db, given);
    if (other === undefined) return { organization: owner, note: '' };
  }
  return organizationToWrite(db, given);
}
