/** A path of this service, or `/`: an address from a link must not lead to another site. */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/')) return '/';
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined;
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The path of an address that the API gave: it names the service as PUBLIC_URL does, which may be another name than this page has. */
export function pathOfAddress(address: string): string {
  const { pathname, search, hash } = new URL(address, location.origin);
  return ownPath(`${pathname}${search}${hash}`);
}
