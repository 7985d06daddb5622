import { connectDatabase } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { findApiKey, hasOrganizationKey } from '../db/tables/organizations/api-keys.ts';
import {
  findFirstOrganization,
  insertOrganization,
  lockOrganizations,
} from '../db/tables/organizations/organizations.ts';
import { transact } from '../db/transact.ts';
import { readKeyText, sameDigest } from '../domain/organizations/api-key-rules.ts';
import type { OrganizationId } from '../domain/principal.ts';
import type { Logger } from '../lib/log.ts';
import { createApiKey } from './keys/create-api-key.ts';

/**
 * Migrates the schema to the newest version and ensures an organization with a key for everything: `bootstrapApiKey` if given,
 * else a random key if there is none. The text of a random key is returned once. Safe to call at every start, by any number of
 * processes.
 */
export async function prepareInstallation(options: {
  databaseUrl: string;
  bootstrapApiKey: string | undefined;
  log: Logger;
}): Promise<{ organizationId: string; createdKey: string | undefined }> {
  const { databaseUrl: url, bootstrapApiKey, log } = options;
  await migrateDatabase(url, log);
  const database = connectDatabase({ url, poolMax: 1, applicationName: 'concordat prepare', log });
  try {
    return await ensureFirstKey(database, bootstrapApiKey, new Date());
  } finally {
    await database.close();
  }
}

async function ensureFirstKey(
  database: Database,
  wanted: string | undefined,
  now: Date,
): Promise<{ organizationId: OrganizationId; createdKey: string | undefined }> {
  return transact(database, async (tx) => {
    // Two concurrent first starts must not create two organizations.
    await lockOrganizations(tx);
    const organizationId =
      (await findFirstOrganization(tx)) ??
      (await insertOrganization(tx, { name: 'My organization', vanity: 'my-organization', now }));
    const exists = wanted
      ? await isStored(tx, wanted)
      : await hasOrganizationKey(tx, organizationId);
    if (exists) return { organizationId, createdKey: undefined };
    const { text } = await createApiKey(tx, {
      organizationId,
      scope: 'organization',
      displayName: wanted ? 'Bootstrap key' : 'First key',
      text: wanted,
      createdBy: 'system',
      now,
    });
    // A given key is already known to the operator, and must not reach a log.
    return { organizationId, createdKey: wanted === undefined ? text : undefined };
  });
}

async function isStored(tx: Parameters<typeof findApiKey>[0], text: string): Promise<boolean> {
  const parts = readKeyText(text);
  const key = parts && (await findApiKey(tx, parts.publicId));
  if (!parts || !key) return false;
  if (!sameDigest(parts.secretHash, key.secretHash)) {
    throw new Error(
      'BOOTSTRAP_API_KEY has the public part of another key; choose other characters',
    );
  }
  return true;
}
