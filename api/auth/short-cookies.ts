import { mailedLinkMinutes } from '../../domain/organizations/sign-in-code.ts';

type Header = (name: string) => string | undefined;

/** A cookie of a sign-in that has begun. */
export type ShortCookie = { name: string; path: string; sameSite: 'Lax' | 'Strict' };

/** The sealed state of a sign-in with the provider; the provider's page leads back here, so that it cannot be Strict. */
export const oidcCookie: ShortCookie = {
  name: 'concordat_oidc',
  path: '/ui/sign-in',
  sameSite: 'Lax',
};

/** Recognizes the browser that asked for a mail with a sign-in link. */
export const mailCookie: ShortCookie = {
  name: 'concordat_sign_in',
  path: '/ui',
  sameSite: 'Strict',
};

/** The value of a cookie of a request. */
export function readCookie(header: Header, name: string): string | undefined {
  const begin = `${name}=`;
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(begin))?.slice(begin.length);
}

/** `Set-Cookie` for ten minutes. */
export function writeShortCookie(cookie: ShortCookie, value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const { name, path, sameSite } = cookie;
  return `${name}=${value}; HttpOnly; SameSite=${sameSite}; Path=${path}; Max-Age=${mailedLinkMinutes * 60}${secure}`;
}
