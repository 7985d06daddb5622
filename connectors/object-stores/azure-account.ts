import { createHmac } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import type { ScanContext } from '../asset-source.ts';
import { azureNames } from './about.ts';
import { entraTokens } from '../http/entra-token.ts';
import { isSafeAddress } from '../http/safe-address.ts';

/** The identity: the parts of a connection string, or else single settings. */
export type AzureIdentity = {
  account: string | undefined;
  endpoint: string | undefined;
  /** Domain suffix of accounts. */
  suffix: string;
  /** Base64. */
  accountKey: string | undefined;
  sharedAccess: string | undefined;
  app:
    | { tenantId: string; clientId: string; clientSecret: string; authorityUrl?: string }
    | undefined;
  secrets: readonly string[];
};

type Credentials = Readonly<Record<string, string>>;

/** Parts are `Name=value`; a value may contain equals signs, e.g. a key. */
function partsOf(text: string): Map<string, string> {
  const pairs = text.split(';').filter((part) => part.includes('='));
  return new Map(
    pairs.map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    }),
  );
}

function endpointOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  if (URL.canParse(written)) return written.replace(/\/+$/, '');
  return refuse('source_refused', 'BlobEndpoint of the connection string is not a URL');
}

function appOf(known: Credentials): AzureIdentity['app'] {
  const tenantId = known[azureNames.tenantId];
  const clientId = known[azureNames.clientId];
  const clientSecret = known[azureNames.clientSecret];
  if (tenantId === undefined || clientId === undefined || clientSecret === undefined) {
    return undefined;
  }
  const authorityUrl = known[azureNames.authority];
  return { tenantId, clientId, clientSecret, ...(authorityUrl && { authorityUrl }) };
}

/** Reads the identity; a connection string takes precedence over a key, and a key over an app registration. */
export function azureIdentityOf(known: Credentials): AzureIdentity {
  const parts = partsOf(known[azureNames.connectionString] ?? '');
  const accountKey = parts.get('accountkey') ?? known[azureNames.accountKey];
  const sharedAccess = parts.get('sharedaccesssignature')?.replace(/^\?/, '');
  const app = appOf(known);
  const signature = new URLSearchParams(sharedAccess).get('sig') ?? undefined;
  const secrets = [accountKey, sharedAccess, signature, app?.clientSecret];
  return {
    account: parts.get('accountname') ?? known[azureNames.account],
    endpoint: endpointOf(parts.get('blobendpoint')),
    suffix: parts.get('endpointsuffix') ?? 'core.windows.net',
    accountKey,
    sharedAccess,
    app,
    secrets: secrets.filter((secret) => secret !== undefined),
  };
}

/** Signs a GET with the key of an account (REST reference, "Authorize with Shared Key"). */
export function sharedKeyOf(
  { account, key }: { account: string; key: string },
  url: string,
  headers: Readonly<Record<string, string>>,
): string {
  const { pathname, searchParams } = new URL(url);
  const marked = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name]}`);
  const query = [...searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`).sort();
  // A GET has none of the standard headers that are signed first.
  const elevenEmpty = Array.from({ length: 11 }, () => '');
  const text = ['GET', ...elevenEmpty, ...marked, [`/${account}${pathname}`, ...query].join('\n')];
  const signed = createHmac('sha256', Buffer.from(key, 'base64')).update(text.join('\n'), 'utf8');
  return `SharedKey ${account}:${signed.digest('base64')}`;
}

/** Returns the URL and headers of an authorized GET. */
export type AzureSigner = (
  url: string,
) => Promise<{ url: string; headers: Record<string, string> }>;

const version = '2021-08-06';

/** Creates the signer of requests to one account; without credentials requests are anonymous. */
export function azureSigner(
  identity: AzureIdentity,
  account: string,
  context: Pick<ScanContext, 'access' | 'signal'>,
): AzureSigner {
  const sign = signerOf(identity, account, context);
  if (sign === undefined) return async (url) => ({ url, headers: dated() });
  return async (url) => {
    if (!isSafeAddress(url)) {
      refuse('source_refused', 'Signatures and tokens are sent over https:// only');
    }
    return sign(url);
  };
}

const dated = (): Record<string, string> => ({
  'x-ms-version': version,
  'x-ms-date': new Date().toUTCString(),
});

function signerOf(
  { accountKey, sharedAccess, app }: AzureIdentity,
  account: string,
  context: Pick<ScanContext, 'access' | 'signal'>,
): AzureSigner | undefined {
  if (sharedAccess !== undefined) {
    return async (url) => ({
      url: `${url}${url.includes('?') ? '&' : '?'}${sharedAccess}`,
      headers: dated(),
    });
  }
  if (accountKey !== undefined) {
    return async (url) => {
      const headers = dated();
      const authorization = sharedKeyOf({ account, key: accountKey }, url, headers);
      return { url, headers: { ...headers, authorization } };
    };
  }
  if (app === undefined) return undefined;
  const scope = 'https://storage.azure.com/.default';
  const advice = 'Check the tenant, the client and its secret (DATACONTRACT_AZURE_…)';
  const tokens = entraTokens(app, { scope, title: 'Microsoft Entra ID', advice }, context);
  return async (url) => {
    const authorization = `Bearer ${await tokens.current()}`;
    return { url, headers: { ...dated(), authorization } };
  };
}
