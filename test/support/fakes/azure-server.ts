import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake of Blob Storage and of the token endpoint. */
export type AzureServer = {
  /** The endpoint as in a connection string, with the account in the path. */
  endpoint: string;
  origin: string;
  blobs: Map<string, string | Buffer>;
  requests: string[];
  stop: () => Promise<void>;
};

/** Further accepted credentials: a shared access signature, and the token issued to the client. */
export type AzureSecrets = { key: string; sharedAccess: string; clientSecret: string };

const token = 'a-token-of-entra';
const pageBlobs = 2;

/**
 * The signature of a GET according to the REST reference: twelve line ends, the headers of Azure, the path with the account
 * before it, and the query. Independent of the code under test.
 */
function signatureOf(request: IncomingMessage, account: string, key: string): string {
  const url = new URL(request.url ?? '', 'http://blob');
  let text = `GET${'\n'.repeat(12)}`;
  text += `x-ms-date:${String(request.headers['x-ms-date'])}\n`;
  text += `x-ms-version:${String(request.headers['x-ms-version'])}\n`;
  text += `/${account}${url.pathname}`;
  for (const name of [...new Set(url.searchParams.keys())].sort()) {
    text += `\n${name}:${url.searchParams.getAll(name).sort().join(',')}`;
  }
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
}

function listing(blobs: AzureServer['blobs'], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('marker') ?? '';
  const isFlat = query.get('delimiter') === null;
  const names = [...blobs.keys()]
    .filter((name) => name.startsWith(prefix) && name > after)
    .filter((name) => isFlat || !name.slice(prefix.length).includes('/'))
    .sort();
  const entries = names.slice(0, pageBlobs).map((name) => {
    const shown = name.replaceAll('&', '&amp;');
    const bytes = Buffer.byteLength(blobs.get(name) ?? '');
    const kind = name.endsWith('-folder') ? '<ResourceType>directory</ResourceType>' : '';
    return `<Blob><Name>${shown}</Name><Properties>${kind}<Content-Length>${bytes}</Content-Length></Properties></Blob>`;
  });
  const next = names.length > pageBlobs ? names[pageBlobs - 1] : '';
  return `<?xml version="1.0"?><EnumerationResults><Blobs>${entries.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`;
}

async function sendToken(
  request: IncomingMessage,
  response: ServerResponse,
  clientSecret: string,
): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const isRight = new URLSearchParams(body).get('client_secret') === clientSecret;
  if (isRight) response.end(JSON.stringify({ access_token: token, expires_in: 3600 }));
  else response.writeHead(401).end(`{"error": "invalid_client", "description": "${body}"}`);
}

/** Starts a fake with one account and one container. */
export async function startAzureServer(
  account: string,
  container: string,
  secrets: AzureSecrets,
): Promise<AzureServer> {
  const isLetIn = (request: IncomingMessage): boolean => {
    const { authorization } = request.headers;
    if (authorization === `Bearer ${token}`) return true;
    if (request.url?.includes(secrets.sharedAccess) === true) return true;
    return authorization === `SharedKey ${account}:${signatureOf(request, account, secrets.key)}`;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://blob');
    fake.requests.push(pathname);
    if (pathname.endsWith('/oauth2/v2.0/token')) {
      return void sendToken(request, response, secrets.clientSecret);
    }
    const fail = (status: number, code: string): unknown =>
      response
        .writeHead(status, { 'x-ms-error-code': code })
        .end(`<Error><Code>${code}</Code><Message>${request.url}\nTime</Message></Error>`);
    if (!isLetIn(request)) return void fail(403, 'AuthenticationFailed');
    const [, path] = /^(?:\/[^/]+)?(\/[^/]+.*)$/.exec(pathname) ?? [];
    const inAccount = pathname.startsWith(`/${account}/`) ? (path ?? '') : pathname;
    if (inAccount !== `/${container}` && !inAccount.startsWith(`/${container}/`)) {
      return void fail(404, 'ContainerNotFound');
    }
    if (searchParams.get('comp') === 'list')
      return void response.end(listing(fake.blobs, searchParams));
    const blob = fake.blobs.get(decodeURIComponent(inAccount.slice(container.length + 2)));
    return void (blob === undefined ? fail(404, 'BlobNotFound') : response.end(blob));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: AzureServer = {
    endpoint: `${origin}/${account}`,
    origin,
    blobs: new Map(),
    requests: [],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
