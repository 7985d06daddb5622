/** The cursor of the next page, from a `Link` header. */
export function nextKeyOf(response: Response): string | undefined {
  const address = /<([^>]+)>;\s*rel="?next"?/u.exec(response.headers.get('link') ?? '')?.[1];
  return address === undefined
    ? undefined
    : (new URL(address, location.origin).searchParams.get('after') ?? undefined);
}
