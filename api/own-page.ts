import { refuse } from '../domain/errors.ts';

type Header = (name: string) => string | undefined;

const requestedWith = 'concordat';

/**
 * Refuses with `cross_site_request` what a page of another site could have sent with the cookie of our user: no such page can set
 * `x-requested-with`, and browsers say truly in `Origin` whose page it is. SameSite alone does not keep old browsers from it.
 */
export function assertOwnPage(header: Header, publicUrl: string): void {
  if (isFromOwnPage(header, publicUrl)) return;
  refuse(
    'cross_site_request',
    `What a session changes must come from a page of this service: send the header x-requested-with: ${requestedWith}.`,
  );
}

/** Refuses with `cross_site_request` what a browser says it sends for a page of another site; programs say nothing of pages. */
export function assertNoForeignPage(header: Header, publicUrl: string): void {
  if (header('origin') !== undefined) assertOwnPage(header, publicUrl);
}

function isFromOwnPage(header: Header, publicUrl: string): boolean {
  if (header('x-requested-with') === requestedWith) return true;
  const origin = header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  // Without TLS people reach it by several names, of which PUBLIC_URL is one. No page chooses the Host of a request.
  return own.protocol === 'http:' && new URL(origin).host === header('host');
}
