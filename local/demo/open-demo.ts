import { settings } from '../../config.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Logger } from '../../lib/log.ts';
import { messageOf, problem } from '../problem.ts';
import { demoFolderOf, readerPassword } from './demo-folder.ts';
import type { DemoFolder } from './demo-folder.ts';
import { readerName } from './make-shop.ts';

/** The private Postgres in which the demo has its database. */
export type DemoServer = { superuserUrl: string };

/** The demo as far as it must be known before the processes start. */
export type OpenDemo = {
  folder: DemoFolder;
  superuserUrl: string;
  port: number;
  readerPassword: string;
  /** Credentials that the operator has set, which therefore win over those of the demo. */
  ownCredentials: string[];
  /** What the API and the workers need so that the contracts of the demo can be tested. */
  env: NodeJS.ProcessEnv;
};

/** What the processes would take without a word from us. */
const defaultDataDirs = settings.allowedDataDirs.schema.default as string[];

/** What loading the demo needs, once Concordat is ready. */
export type LoadDemo = OpenDemo & {
  rootDir: string;
  /** Where this machine reaches the API. */
  address: string;
  databaseUrl: string;
  organizationId: OrganizationId;
  log: Logger;
};

const credentialPrefix = 'DATACONTRACT_POSTGRES_';

/**
 * Makes sure of the demo's folder, password and Postgres, and says what the processes must be allowed. Answers a
 * text for people instead when that failed: Concordat starts without the demo then.
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
        `DATA_DIR holds a comma, which a list of folders cannot: ${dataDir}. Choose another.`,
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
        // The operator's own account must never be sent to our server.
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
