import { namesDatabase } from '../find-installation.ts';
import type { Patient } from './check.ts';

/** What to do about the Postgres or Redis that only bin/start knows: no setting of this shell names it. */
export function adviceForServer(
  { env, config, dataDir }: Patient,
  server: 'postgres' | 'redis',
  adviceForSettings: string,
): string {
  const isNamed = server === 'postgres' ? namesDatabase(env) : config.redisUrl !== undefined;
  if (isNamed) return adviceForSettings;
  return `It is the one that bin/start uses: look into ${dataDir}/logs, and start it again if it does not come back.`;
}
