import { refuse } from '../domain/errors.ts';
import { demandObject, demandText, numberOf } from './answer-member.ts';
import type { ScanContext } from './asset-source.ts';
import { requestJson, SourceAnswerError } from './http-source.ts';
import { messageOf } from './source-error.ts';
import { withoutSecrets } from './shown-secret.ts';

/** A token of a platform, and how long it may be used. */
export type AccessToken = { token: string; expiresInSeconds: number };

/** Tokens of one scan: asked for when needed, shared by all requests, and asked for anew before they expire. */
export type AccessTokens = {
  current: () => Promise<string>;
  /** What the platform no longer takes is not used again. */
  forget: () => void;
};

/** A token is not used in the last minute of its life: it would expire on its way. */
const marginMs = 60_000;

/** Keeps the token that `fetchToken` got; requests that come while one is fetched wait for that one. */
export function createAccessTokens(fetchToken: () => Promise<AccessToken>): AccessTokens {
  let fetched: Promise<string> | undefined;
  let usableUntil = 0;
  const fetchAnew = async (): Promise<string> => {
    const { token, expiresInSeconds } = await fetchToken();
    usableUntil = performance.now() + Math.max(expiresInSeconds * 1000 - marginMs, 0);
    return token;
  };
  const forget = (): void => {
    fetched = undefined;
  };
  return {
    forget,
    current: () => {
      if (fetched !== undefined && performance.now() < usableUntil) return fetched;
      usableUntil = Number.POSITIVE_INFINITY;
      fetched = fetchAnew().catch((error: unknown) => {
        forget();
        throw error;
      });
      return fetched;
    },
  };
}

/** A token that was handed over and does not expire. */
export function fixedToken(token: string): AccessTokens {
  return { current: async () => token, forget: () => undefined };
}

/** What to ask a token endpoint for (RFC 6749). */
export type TokenRequest = {
  /** Of the platform, for messages. */
  title: string;
  url: string;
  form: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  secrets: readonly string[];
  /** What people can change when it is refused. */
  advice: string;
};

/** Asks for a token as OAuth 2.0 says. Refuses with `source_refused` when the endpoint does not take the credentials. */
export async function requestToken(
  { title, url, form, headers, secrets, advice }: TokenRequest,
  { access, signal }: Pick<ScanContext, 'access' | 'signal'>,
): Promise<AccessToken> {
  const asked = requestJson({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    allowedHosts: access.allowedHosts,
    timeoutMs: access.statementTimeoutMs,
    signal,
  });
  const answer = await asked.catch((error: unknown) => {
    if (!(error instanceof SourceAnswerError) || ![400, 401, 403].includes(error.status)) {
      throw error;
    }
    const message = withoutSecrets(messageOf(error), secrets);
    return refuse('source_refused', `Could not sign in to ${title}: ${message}. ${advice}`);
  });
  const object = demandObject(answer);
  return {
    token: demandText(object, 'access_token'),
    expiresInSeconds: numberOf(object, 'expires_in') ?? 300,
  };
}
