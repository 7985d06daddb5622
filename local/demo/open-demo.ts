import { settings } from '../../config.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Logger } from '../../lib/log.ts';
import { messageOf, problem } from '../problem.ts';
import { demoFolderOf, readerPassword } from './demo-folder.ts';
import type { DemoFolder } from './demo-folder.ts';
import { readerName } from './make-shop.ts';

/** The private Postgres in which the demo has its database. */
export type DemoServer = { superuserUrl: string };

/** Facts about the demo that must be known before the processes start. */
export type OpenDemo = {
  folder: DemoFolder;
  superuserUrl: string;
  port: number;
  readerPassword: string;
  /** Credentials set by the operator, which take precedence over those of the demo. */
  ownCredentials: string[];
  /** Settings of the API and the workers for tests of the demo's contracts. */
  env: NodeJS.ProcessEnv;
};

/** The default of ALLOWED_DATA_DIRS. */
const defaultDataDirs = settings.allowedDataDirs.schema.default as string[];

/** Further facts for loading the demo, once Concordat is ready. */
export type LoadDemo = OpenDemo & {
  rootDir: string;
  /** Local address of the API. */
  address: string;
  databaseUrl: string;
  organizationId: OrganizationId;
  log: Logger;
};

const credentialPrefix = 'DATACONTRACT_POSTGRES_';

/**
 * Prepares the demo's folder, password and Postgres, and the settings of the processes. Returns a message for people if that
 * fails: Concordat then starts without the demo.
 */
export async function openDemo(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  openServer: () => Promise<DemoServer>,
): Promise<OpenDemo | string> {
  try {
    const folder = demoFolderOf(dataDir);
    if (folder.files.includes(',')) {
      throw problem(
        `DATA_DIR contains a comma, which separates folders in ALLOWED_DATA_DIRS: ${dataDir}. Choose another folder.`,
      );
    }
    const password = readerPassword(folder);
    const { superuserUrl } = await openServer();
    const port = Number(new URL(superuserUrl).port);
    const ownCredentials = Object.keys(env).filter(
      (name) => name.startsWith(credentialPrefix) && env[name] !== undefined,
    );
    return {
      folder,
      superuserUrl,
      port,
      readerPassword: password,
      ownCredentials,
      env: {
        ALLOWED_DATA_DIRS: `${env['ALLOWED_DATA_DIRS'] || defaultDataDirs.join(',')},${folder.files}`,
        // The operator's own account must never be sent to the demo's server.
        ...(ownCredentials.length > 0 ? {} : readerEnvironment(env, port, password)),
      },
    };
  } catch (error) {
    return messageOf(error);
  }
}

function readerEnvironment(
  env: NodeJS.ProcessEnv,
  port: number,
  password: string,
): NodeJS.ProcessEnv {
  const hosts = [env['ALLOWED_HOSTS'], `127.0.0.1:${port}`].filter(Boolean);
  return {
    ALLOWED_HOSTS: hosts.join(','),
    [`${credentialPrefix}USERNAME`]: readerName,
    [`${credentialPrefix}PASSWORD`]: password,
  };
}
