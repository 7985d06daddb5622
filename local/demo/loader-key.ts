import { createApiKey } from '../../commands/keys/create-api-key.ts';
import { connectDatabase } from '../../db/connect.ts';
import { transact } from '../../db/transact.ts';
import { makeKeyText } from '../../domain/organizations/api-key-rules.ts';
import { createApi } from './api-client.ts';
import type { Api } from './api-client.ts';
import { readText, writePrivately } from './demo-folder.ts';
import type { LoadDemo } from './open-demo.ts';

/** Statuses of the API for an unknown or revoked key. */
const refusals = [401, 403];

/** The API with the loader's key: the key in its file while it works, else a new key, stored there. */
export async function openApi(demo: LoadDemo): Promise<Api> {
  const { keyFile } = demo.folder;
  const kept = readText(keyFile);
  if (kept !== undefined) {
    const api = createApi(demo.address, kept);
    const { status } = await api('GET', '/api/teams?size=1', { accept: refusals });
    if (!refusals.includes(status)) return api;
  }
  const text = makeKeyText('organization');
  // The file is written first: after a kill in between, the next start finds a key that does not work and creates another.
  writePrivately(keyFile, text);
  await storeKey(demo, text);
  return createApi(demo.address, text);
}

async function storeKey(demo: LoadDemo, text: string): Promise<void> {
  const { databaseUrl: url, organizationId, log } = demo;
  const database = connectDatabase({ url, poolMax: 1, applicationName: 'concordat demo', log });
  try {
    await transact(database, async (tx) =>
      createApiKey(tx, {
        organizationId,
        scope: 'organization',
        displayName: 'Demo loader',
        text,
        createdBy: 'system',
        now: new Date(),
      }),
    );
  } finally {
    await database.close();
  }
}
