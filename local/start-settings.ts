import net from 'node:net';
import path from 'node:path';

import { loadConfig } from '../config.ts';
import { ConfigError } from '../lib/config-error.ts';
import { freePort } from './servers/free-port.ts';
import { problem } from './problem.ts';

/** Settings that bin/start needs before it starts anything; undefined addresses mean private servers. */
export type StartSettings = {
  rootDir: string;
  dataDir: string;
  host: string;
  port: number;
  publicUrl: string;
  logLevel: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  secretKey: string | undefined;
  secretKeyPrevious: readonly string[];
  bootstrapApiKey: string | undefined;
  onlyRedis: 'embedded' | undefined;
};

/** Placeholder for a private server's address, so that all other settings are checked first. */
const placeholder = 'postgres://private';

/** Reads and checks the settings; one message lists all problems. */
export async function readStartSettings(
  env: NodeJS.ProcessEnv,
  rootDir: string,
): Promise<StartSettings> {
  const isGiven = Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE']);
  const port = env['PORT'] === '0' ? String(await freePort()) : env['PORT'];
  const config = load({ ...env, PORT: port, ...(isGiven ? {} : { DATABASE_URL: placeholder }) });
  return {
    rootDir,
    dataDir: path.resolve(rootDir, config.dataDir),
    host: config.host,
    port: config.port,
    publicUrl: config.publicUrl,
    logLevel: config.logLevel,
    databaseUrl: isGiven ? config.databaseUrl : undefined,
    redisUrl: config.redisUrl,
    secretKey: config.secretKey,
    secretKeyPrevious: config.secretKeyPrevious,
    bootstrapApiKey: config.bootstrapApiKey,
    onlyRedis: env['CONCORDAT_REDIS'] === 'embedded' ? 'embedded' : undefined,
  };
}

/** The local address of the API, whatever address it listens on. */
export function localAddress(settings: { host: string; port: number }): string {
  const everywhere = ['0.0.0.0', '::', ''].includes(settings.host);
  const host = everywhere ? '127.0.0.1' : settings.host;
  return `http://${net.isIPv6(host) ? `[${host}]` : host}:${settings.port}`;
}

/** Refuses if the API cannot listen on its port. */
export async function refuseBusyPort(settings: { host: string; port: number }): Promise<void> {
  const { host, port } = settings;
  const code = await new Promise<string | undefined>((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw problem(
      `Port ${port} on ${host} is in use by another program.\n` +
        `Stop that program, or choose another port: PORT=${port + 1} bin/start`,
    );
  }
  throw problem(`Concordat cannot listen on ${host}:${port} (${code}). Change HOST or PORT.`);
}

function load(env: NodeJS.ProcessEnv): ReturnType<typeof loadConfig> {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw problem(`The configuration is incomplete or invalid:\n${error.message}`);
  }
}
