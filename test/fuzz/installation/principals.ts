import { createApiKey } from '../../../commands/keys/create-api-key.ts';
import type { Database } from '../../../db/connect.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import type { KeyScope, OrganizationId } from '../../../domain/principal.ts';
import { createContactWithToken } from '../../support/builders/messaging/contact-with-token.ts';
import type { Credentials } from '../send/wire.ts';

/** Two organizations; the second has only a key, so reaching data of the first is a fault. */
export async function makeOrganizations(
  database: Database,
): Promise<{ first: OrganizationId; second: OrganizationId }> {
  const make = (name: string) =>
    insertOrganization(database.knex, { name, vanity: name, now: new Date() });
  return { first: await make('fuzz'), second: await make('other') };
}

/** Requests never name this person, so that they cannot remove the person's permissions. */
export const person = 'fuzz-person@example.com';

/** New credentials for every principal; old ones stay valid. */
export async function makeCredentials(
  database: Database,
  address: string,
  organizations: { first: OrganizationId; second: OrganizationId },
): Promise<Credentials> {
  const key = async (scope: KeyScope, organizationId = organizations.first): Promise<string> => {
    const isTeam = scope.startsWith('team');
    const { text } = await createApiKey(database.knex, {
      organizationId,
      scope,
      displayName: 'fuzz',
      teamId: isTeam ? 'checkout' : undefined,
      email: scope.startsWith('user') ? person : undefined,
      createdBy: 'system',
      now: new Date(),
    });
    return text;
  };
  const organization = await key('organization');
  const organizationRead = await key('organization_read');
  const bearer = (token: string) => [['Authorization', `Bearer ${token}`]] as const;
  const header = (text: string) => [['x-api-key', text]] as const;
  const session = async (text: string) =>
    [
      ['Cookie', await signIn(address, text)],
      ['x-requested-with', 'concordat'],
    ] as const;
  return {
    none: [],
    wrong: header('ck_o_fuzzfuzz_0123456789abcdefghijABCDEFGHIJ01'),
    organization: header(organization),
    organizationRead: header(organizationRead),
    team: header(await key('team')),
    teamRead: bearer(await key('team_read')),
    user: header(await key('user')),
    userRead: bearer(await key('user_read')),
    otherOrganization: header(await key('organization', organizations.second)),
    session: await session(organization),
    readSession: await session(organizationRead),
    contact: bearer(await newContactToken(database, organizations.first)),
    otherContact: bearer(await newContactToken(database, organizations.first)),
  };
}

async function signIn(address: string, apiKey: string): Promise<string> {
  const answer = await fetch(`${address}/ui/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  });
  if (answer.status !== 200) throw new Error(`the sign-in was answered ${answer.status}`);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

let contacts = 0;

async function newContactToken(
  database: Database,
  organizationId: OrganizationId,
): Promise<string> {
  contacts += 1;
  return (await createContactWithToken(database, organizationId, `fuzz-${contacts}`)).token;
}
