import * as client from 'openid-client';
import { OidcFailure } from './failure.ts';

/** A client as an OpenID Connect provider knows it. */
export type OidcOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  /** Address to which the provider returns. */
  redirectUri: string;
};

/** What the browser keeps between the two parts of a sign-in. */
export type OidcAttempt = { state: string; nonce: string; verifier: string };

/** The claims of a person, and the ID token, which signs out again. */
export type OidcResult = { claims: Readonly<Record<string, unknown>>; idToken: string };

/** A client that has read the description of its provider. */
export type OidcClient = {
  begin: () => Promise<{ url: string; attempt: OidcAttempt }>;
  finish: (answer: URL, attempt: OidcAttempt) => Promise<OidcResult>;
  endUrl: (idToken: string, returnTo: string) => string | undefined;
};

const timeoutSeconds = 10;

/** Reads the description of the provider. */
export async function openClient(options: OidcOptions): Promise<OidcClient> {
  const config = await readConfiguration(options).catch(fail);
  return {
    begin: () => begin(config, options),
    finish: (answer, attempt) => finish(config, answer, attempt).catch(fail),
    endUrl: (idToken, returnTo) => {
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
      return client.buildEndSessionUrl(config, parameters).href;
    },
  };
}

async function readConfiguration(options: OidcOptions): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = options;
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    execute,
    timeout: timeoutSeconds,
  });
  if (clientSecret === undefined) return found;
  const metadata = found.serverMetadata();
  // A provider that lists no methods takes client_secret_basic (RFC 8414 §2).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_post')
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret);
  const config = new client.Configuration(metadata, clientId, undefined, authentication);
  config.timeout = timeoutSeconds;
  for (const allow of execute) allow(config);
  return config;
}

async function begin(
  config: client.Configuration,
  { scopes, redirectUri }: OidcOptions,
): Promise<{ url: string; attempt: OidcAttempt }> {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, attempt: { state, nonce, verifier } };
}

async function finish(
  config: client.Configuration,
  answer: URL,
  { state, nonce, verifier }: OidcAttempt,
): Promise<OidcResult> {
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined)
    throw new OidcFailure('untrusted', 'The provider sent no ID token.');
  const idToken = tokens.id_token;
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
  if (claims['email'] !== undefined || !hasUserInfo) return { claims, idToken };
  // Some providers keep the claims of a scope out of the ID token.
  const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { claims: { ...more, ...claims }, idToken };
}

/** Messages of the library name the problem; its causes can hold tokens, which must not reach a log. */
function fail(error: unknown): never {
  if (error instanceof OidcFailure) throw error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof client.AuthorizationResponseError) throw new OidcFailure('refused', message);
  throw new OidcFailure(isOutage(error) ? 'unreachable' : 'untrusted', message);
}

/** True if the network or the provider failed, and not the sign-in. */
function isOutage(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown };
  // `fetch` without a connection; the library wraps errors that it does not recognize.
  const isUnconnected = [message, (cause as Error | undefined)?.message].includes('fetch failed');
  // The latter is the answer of an address that is no provider.
  return isUnconnected || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
}
