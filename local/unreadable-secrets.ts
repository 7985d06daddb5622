import { countUnreadableSecrets } from '../commands/secrets/count-unreadable-secrets.ts';
import { onDatabase } from './doctor/on-database.ts';
import { secretKeysIn } from './find-secret-keys.ts';
import type { FoundSecretKeys } from './find-secret-keys.ts';
import type { StartSettings } from './start-settings.ts';

/** Says that the keys do not open this many stored credentials. */
export function describeUnreadable({ origin }: FoundSecretKeys, count: number): string {
  return `${origin} does not open ${credentials(count)}`;
}

/** The number of credentials in words. */
export function credentials(count: number): string {
  return count === 1 ? 'one stored credential' : `${count} stored credentials`;
}

/** One sentence for people if the key that bin/start uses does not open all stored credentials; otherwise undefined. */
export async function findUnreadableSecrets(
  settings: Pick<StartSettings, 'secretKey' | 'secretKeyPrevious' | 'dataDir'>,
  databaseUrl: string,
): Promise<string | undefined> {
  const found = secretKeysIn(settings, settings.dataDir);
  if (found === undefined) return undefined;
  const count = await onDatabase(databaseUrl, (db) => countUnreadableSecrets(db, found.keys));
  if (count === 0) return undefined;
  return `Warning: ${describeUnreadable(found, count)}: set SECRET_KEY, or SECRET_KEY_PREVIOUS, to the key that sealed them.`;
}
