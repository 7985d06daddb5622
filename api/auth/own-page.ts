import { refuse } from '../../domain/errors.ts';

type Header = (name: string) => string | undefined;

const requestedWith = 'concordat';

/**
 * Refuses with `cross_site_request` a request that a page of another site could have sent with the user's cookie. Such a page
 * cannot set `x-requested-with`, and browsers report its origin in `Origin`. SameSite alone does not stop old browsers.
 */
export function assertOwnPage(header: Header, publicUrl: string): void {
  if (isFromOwnPage(header, publicUrl)) return;
  refuse(
    'cross_site_request',
    `A change with a session cookie must come from a page of this service: send the header x-requested-with: ${requestedWith}.`,
  );
}

/** Refuses with `cross_site_request` if a browser sends the request for a page of another site; programs send no Origin and pass. */
export function assertNoForeignPage(header: Header, publicUrl: string): void {
  if (header('origin') !== undefined) assertOwnPage(header, publicUrl);
}

function isFromOwnPage(header: Header, publicUrl: string): boolean {
  if (header('x-requested-with') === requestedWith) return true;
  const origin = header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  // Without TLS, users reach the service by several names besides PUBLIC_URL. A page cannot choose the Host header of a request.
  return own.protocol === 'http:' && new URL(origin).host === header('host');
}
