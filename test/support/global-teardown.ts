import { stopTestServers } from './servers/private-servers.ts';

/** Jest calls this after the last test of each project. */
export default async function globalTeardown(): Promise<void> {
  await stopTestServers();
}
