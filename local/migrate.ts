import { prepareInstallation } from '../commands/prepare-installation.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { createLog } from '../lib/log.ts';

/**
 * Process entry for installations that do not use bin/start: migrates DATABASE_URL, makes sure that there is
 * an organization with a key, and prints the key when it made one.
 */
async function main(): Promise<void> {
  const { databaseUrl, bootstrapApiKey, logLevel } = loadConfig();
  const log = createLog('migrate', logLevel);
  const { organizationId, createdKey } = await prepareInstallation({
    databaseUrl,
    bootstrapApiKey,
    log,
  });
  console.log(`Schema is up to date; organization ${organizationId}.`);
  if (createdKey) console.log(`API key (shown only this once): ${createdKey}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
