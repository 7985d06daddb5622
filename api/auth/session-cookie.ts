import { sessionSeconds } from '../../domain/organizations/session-token.ts';
import { readCookie } from './short-cookies.ts';

/** Name of the cookie with the session token; its path limits it to `/ui`. */
export const sessionCookie = 'concordat_session';

/** The session token of a request. */
export function readSessionCookie(
  header: (name: string) => string | undefined,
): string | undefined {
  return readCookie(header, sessionCookie);
}

/**
 * `Set-Cookie` for a token, until the end of its session; without a token it takes the cookie away. Koa's `ctx.cookies` cannot write it: it sends `Expires` in place of
 * `Max-Age`, which depends on the clock of the browser, and refuses `Secure` behind a proxy that ends TLS.
 */
export function writeSessionCookie(
  token: string | undefined,
  publicUrl: string,
  seconds = sessionSeconds,
): string {
  const maxAge = token === undefined ? 0 : seconds;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie}=${token ?? ''}; HttpOnly; SameSite=Strict; Path=/ui; Max-Age=${maxAge}${secure}`;
}
