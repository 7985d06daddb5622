import { refuse } from '../../domain/errors.ts';
import { demandObject, demandText, numberOf } from './answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import { requestJson, SourceAnswerError } from './source.ts';
import { messageOf } from '../source-error.ts';
import { withoutSecrets } from './shown-secret.ts';

/** An access token and its lifetime. */
export type AccessToken = { token: string; expiresInSeconds: number };

/** The access tokens of one scan: fetched on demand, shared by all requests, and renewed before they expire. */
export type AccessTokens = {
  current: () => Promise<string>;
  /** Discards a token that the platform rejected. */
  forget: () => void;
};

/** A token is not used in its last minute, because it could expire on the way. */
const marginMs = 60_000;

/** Caches the token of `fetchToken`; concurrent callers share one fetch. */
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

/** A token that was configured and does not expire. */
export function fixedToken(token: string): AccessTokens {
  return { current: async () => token, forget: () => undefined };
}

/** A request to a token endpoint (RFC 6749). */
export type TokenRequest = {
  /** Name of the platform, for messages. */
  title: string;
  url: string;
  form: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  secrets: readonly string[];
  /** Tells the user what to change when the endpoint refuses. */
  advice: string;
};

/** Requests a token by OAuth 2.0. Refuses with `source_refused` when the endpoint rejects the credentials. */
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
