import { namesDatabase } from '../find-installation.ts';
import type { Installation } from './check.ts';

/** Advice for the Postgres or Redis of bin/start, which is not in the settings of this shell. */
export function adviceForServer(
  { env, config, dataDir }: Installation,
  server: 'postgres' | 'redis',
  adviceForSettings: string,
): string {
  const isNamed = server === 'postgres' ? namesDatabase(env) : config.redisUrl !== undefined;
  if (isNamed) return adviceForSettings;
  return `This is the server of bin/start: see ${dataDir}/logs, and restart bin/start if it does not recover.`;
}
