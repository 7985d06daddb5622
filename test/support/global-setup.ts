import { startTestServers } from './servers/private-servers.ts';

/** Jest calls this before the first test of each project. */
export default async function globalSetup(): Promise<void> {
  await startTestServers();
}
