import { forgetKeptServers, rememberServers, startOwnServers } from './private-servers.ts';

/** Runs Postgres and Redis for tests until Ctrl-C; Jest runs started meanwhile use them and leave them running. */
const servers = await startOwnServers();
rememberServers(servers);
process.stdout.write(
  'Test servers are ready; `npm test -- <pattern>` uses them. Ctrl-C stops them.\n',
);

// Servers and signals do not keep a process alive.
setInterval(() => undefined, 60_000);

let isStopping = false;
const stop = async (): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  forgetKeptServers();
  await servers.stop();
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
