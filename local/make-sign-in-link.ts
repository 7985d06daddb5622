import pino from 'pino';

import { createSignInLink } from '../commands/sessions/create-sign-in-link.ts';
import { connectDatabase } from '../db/connect.ts';
import { asOrganizationId } from '../domain/principal.ts';

/** Creates the sign-in link that a start prints. */
export async function makeSignInLink(
  databaseUrl: string,
  { organizationId, publicUrl }: { organizationId: string; publicUrl: string },
): Promise<string> {
  const log = pino({ level: 'silent' });
  const options = { url: databaseUrl, poolMax: 1, applicationName: 'concordat start', log };
  const database = connectDatabase(options);
  try {
    const organization = { organizationId: asOrganizationId(organizationId), publicUrl };
    return (await createSignInLink(database.knex, organization)).link;
  } finally {
    await database.close();
  }
}
