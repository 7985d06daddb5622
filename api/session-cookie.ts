import { sessionSeconds } from '../domain/session-token.ts';

/** Name of the cookie that holds the token of a session; no route outside `/ui` ever gets it. */
export const sessionCookie = 'concordat_session';

/** The token of the session that a request carries. */
export function readSessionCookie(
  header: (name: string) => string | undefined,
): string | undefined {
  const begin = `${sessionCookie}=`;
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(begin))?.slice(begin.length);
}

/** `Set-Cookie` for a token; without one it takes the cookie away. */
export function writeSessionCookie(token: string | undefined, publicUrl: string): string {
  const maxAge = token === undefined ? 0 : sessionSeconds;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie}=${token ?? ''}; HttpOnly; SameSite=Strict; Path=/ui; Max-Age=${maxAge}${secure}`;
}
