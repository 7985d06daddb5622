import { sessionSeconds } from '../../domain/organizations/session-token.ts';

/** Name of the cookie with the session token; its path limits it to `/ui`. */
export const sessionCookie = 'concordat_session';

/** The session token of a request. */
export function readSessionCookie(
  header: (name: string) => string | undefined,
): string | undefined {
  const begin = `${sessionCookie}=`;
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(begin))?.slice(begin.length);
}

/**
 * `Set-Cookie` for a token; without one it takes the cookie away. Koa's `ctx.cookies` cannot write it: it sends `Expires` in place of
 * `Max-Age`, which depends on the clock of the browser, and refuses `Secure` behind a proxy that ends TLS.
 */
export function writeSessionCookie(token: string | undefined, publicUrl: string): string {
  const maxAge = token === undefined ? 0 : sessionSeconds;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie}=${token ?? ''}; HttpOnly; SameSite=Strict; Path=/ui; Max-Age=${maxAge}${secure}`;
}
