import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import { azureIdentityOf, azureNames, azureSigner } from './azure-account.ts';
import type { AzureIdentity } from './azure-account.ts';
import { azureBlobs } from './azure-blobs.ts';
import type { Connector, Credential } from './connector.ts';
import { openFilesIn } from './file-source.ts';
import { objectPlace } from './object-place.ts';
import { isOfThisMachine } from './safe-address.ts';
import { textMember } from './server-member.ts';

const credentials: readonly Credential[] = [
  { name: azureNames.connectionString, meaning: 'Connection string of the account', secret: true },
  { name: azureNames.account, meaning: 'Account of locations that name none' },
  { name: azureNames.accountKey, meaning: 'Key of the account', secret: true },
  { name: azureNames.tenantId, meaning: 'Entra tenant of the app registration' },
  { name: azureNames.clientId, meaning: 'Client id of the app registration' },
  { name: azureNames.clientSecret, meaning: 'Its client secret', secret: true },
  { name: azureNames.authority, meaning: 'Where tokens come from; login.microsoftonline.com' },
];

/** As written: `base` is the address of an account, when the location names one. */
type Location = { base: string | undefined; container: string; key: string };

const blobHost = (host: string): string => host.replace('.dfs.', '.blob.');

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** `container@host/path`, `host/container/path` and `container/path` behind a scheme, and addresses. */
function locationOf(server: ContractServer): Location | undefined {
  const location = textMember(server, 'location') ?? '';
  const [, scheme = '', rest = ''] =
    /^(https?|abfss?|wasbs?|az(?:ure)?):\/\/([^/][^]*)$/i.exec(location) ?? [];
  if (rest === '') return undefined;
  const baseOf = (host: string): string =>
    `${scheme.toLowerCase() === 'http' ? 'http' : 'https'}://${blobHost(host)}`;
  const [place, path] = splitAt(rest, '/');
  const [before, host] = splitAt(place, '@');
  if (host !== '') return { base: baseOf(host), container: before, key: path };
  if (!/^http/i.test(scheme) && !place.includes('.')) {
    return { base: undefined, container: place, key: path };
  }
  const [container, key] = splitAt(path, '/');
  return { base: baseOf(place), container, key };
}

const hostOf = (base: string): string => new URL(base).hostname;

/** Clouds of Azure; in an address of one, the first name is that of the account. */
const azureHost =
  /^([a-z0-9]{3,24})\.(?:z\d+\.)?(?:privatelink\.)?blob\.(?:core\.windows\.net|core\.chinacloudapi\.cn|core\.usgovcloudapi\.net|storage\.azure\.net)$/;

const accountOf = (base: string): string => hostOf(base).split('.')[0] ?? '';

/** Whether an address is where the credentials belong: a signature for another account could be used against this one. */
function isOwn(base: string, identity: AzureIdentity): boolean {
  const { account, endpoint, suffix } = identity;
  const host = hostOf(base);
  const named = azureHost.exec(host)?.[1];
  if (endpoint !== undefined && new URL(base).host === new URL(endpoint).host) return true;
  if (account !== undefined) return named === account || host === `${account}.blob.${suffix}`;
  return endpoint === undefined && isOwnOfAnyone({ host, named }, identity);
}

/**
 * The same for credentials that name no account. The signature of a key holds for the account of the address only, and a token is
 * for the clouds of Azure; a shared access signature is good for whoever has it.
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
  refuse('source_refused', `The location of server '${server}' names no storage account`);

/** Where the account is, and what it is called. */
function accountIn({ base }: Location, server: ContractServer, identity: AzureIdentity): Account {
  if (base !== undefined) return writtenAccount(base, server, identity);
  const { account, endpoint, suffix, sharedAccess } = identity;
  const name = account ?? textMember(server, 'storageAccount') ?? noAccount(server);
  if (!/^[a-z0-9]{3,24}$/.test(name)) return noAccount(server);
  if (endpoint !== undefined) return { address: endpoint, account: name };
  if (account === undefined && sharedAccess !== undefined) {
    refuse(
      'source_refused',
      `A shared access signature needs the account that it is for (AccountName in ${azureNames.connectionString})`,
    );
  }
  return { address: `https://${name}.blob.${suffix}`, account: name };
}

/** Account and container, as far as the contract says. */
function placeOf(server: ContractServer): string | undefined {
  const location = locationOf(server);
  if (location === undefined) return undefined;
  const { base, container } = location;
  const account =
    base !== undefined && URL.canParse(base)
      ? (azureHost.exec(hostOf(base))?.[1] ?? hostOf(base))
      : textMember(server, 'storageAccount');
  return account === undefined ? container : `${account}/${container}`;
}

/**
 * CSV, JSON, Parquet and Delta files in Azure Blob Storage or Data Lake Storage, signed in by a connection string, the key of
 * an account, a shared access signature, or an app registration. Fetched and read as those of S3 are; see `s3-files.ts`.
 */
export const azureFiles: Connector = {
  name: 'azure-files',
  serverTypes: ['azure'],
  credentials,
  signIns: [],
  placeIs: 'account and container of the `location`, as in `account/container`',
  place: placeOf,
  title: 'Files in Azure storage',
  tested: { live: false, against: 'a store that checks signatures' },
  async open(server, access, signal) {
    const location = locationOf(server);
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
      advice: isKnown ? '' : `; no key is set (${azureNames.connectionString}, …)`,
      ...context,
    });
    return openFilesIn({ server, path: key, access, signal }, async (scratch) =>
      objectPlace(store, scratch),
    );
  },
};
