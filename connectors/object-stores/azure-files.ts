import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { azureIdentityOf, azureSigner } from './azure-account.ts';
import type { AzureIdentity } from './azure-account.ts';
import { azureBlobs } from './azure-blobs.ts';
import type { Connector } from '../connector.ts';
import * as about from './about.ts';
import { openFilesIn } from '../files/source.ts';
import { azureHost, azureLocationOf, hostOf } from './locations.ts';
import type { AzureLocation } from './locations.ts';
import { objectPlace } from './place.ts';
import { isOfThisMachine } from '../http/safe-address.ts';
import { textMember } from '../server/member.ts';

const accountOf = (base: string): string => hostOf(base).split('.')[0] ?? '';

/** True if the credentials belong to the URL: a signature that is sent to another account could be misused. */
function isOwn(base: string, identity: AzureIdentity): boolean {
  const { account, endpoint, suffix } = identity;
  const host = hostOf(base);
  const named = azureHost.exec(host)?.[1];
  if (endpoint !== undefined && new URL(base).host === new URL(endpoint).host) return true;
  if (account !== undefined) return named === account || host === `${account}.blob.${suffix}`;
  return endpoint === undefined && isOwnOfAnyone({ host, named }, identity);
}

/**
 * The check for credentials without an account name. A key's signature is valid for the account of the URL only, and a token for
 * Azure clouds; a shared access signature can be used by everybody who has it.
 */
function isOwnOfAnyone(
  { host, named }: { host: string; named: string | undefined },
  { sharedAccess, accountKey }: AzureIdentity,
): boolean {
  if (sharedAccess !== undefined) return false;
  return named !== undefined || (accountKey === undefined && isOfThisMachine(host));
}

type Account = { address: string; account: string };

function writtenAccount(base: string, server: ContractServer, identity: AzureIdentity): Account {
  if (!URL.canParse(base)) return noAccount(server);
  if (identity.secrets.length > 0 && !isOwn(base, identity)) {
    refuse(
      'source_refused',
      `The location of server '${server.server}' is at ${hostOf(base)}, which is not the account of the credentials`,
    );
  }
  return { address: base, account: identity.account ?? accountOf(base) };
}

const noAccount = ({ server }: ContractServer): never =>
  refuse('source_refused', `The location of server '${server}' contains no storage account`);

/** URL and name of the account. */
function accountIn(
  { base }: AzureLocation,
  server: ContractServer,
  identity: AzureIdentity,
): Account {
  if (base !== undefined) return writtenAccount(base, server, identity);
  const { account, endpoint, suffix, sharedAccess } = identity;
  const name = account ?? textMember(server, 'storageAccount') ?? noAccount(server);
  if (!/^[a-z0-9]{3,24}$/.test(name)) return noAccount(server);
  if (endpoint !== undefined) return { address: endpoint, account: name };
  if (account === undefined && sharedAccess !== undefined) {
    refuse(
      'source_refused',
      `A shared access signature needs the account that it is for (AccountName in ${about.azureNames.connectionString})`,
    );
  }
  return { address: `https://${name}.blob.${suffix}`, account: name };
}

/**
 * CSV, JSON, Parquet and Delta files in Azure Blob Storage or Data Lake Storage, with a connection string, account key, shared
 * access signature, or app registration. Files are downloaded and read like those of S3; see `s3-files.ts`.
 */
export const azureFiles: Connector<'azure-files'> = {
  ...about.azureFiles,
  async open(server, access, signal) {
    const location = azureLocationOf(server);
    if (location === undefined || !/^[a-z0-9$][a-z0-9-]{1,62}$/.test(location.container)) {
      refuse(
        'source_refused',
        `Server '${server.server}' needs a location such as abfss://container@account.dfs.core.windows.net/path`,
      );
    }
    const { container, key } = location;
    const identity = azureIdentityOf(access.credentials);
    const { address, account } = accountIn(location, server, identity);
    const context = { access, signal };
    const isKnown = identity.secrets.length > 0;
    const store = azureBlobs({
      address: `${address}/${container}`,
      container,
      sign: azureSigner(identity, account, context),
      secrets: identity.secrets,
      advice: isKnown ? '' : `; no key is set (${about.azureNames.connectionString}, …)`,
      ...context,
    });
    return openFilesIn({ server, path: key, access, signal }, async (scratch) =>
      objectPlace(store, scratch),
    );
  },
};
