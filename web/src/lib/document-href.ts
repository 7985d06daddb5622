/** The page of a document: ids may hold slashes and anything else. */
export function documentHref(collection: string, id: string): string {
  return `/${collection}/${encodeURIComponent(id)}`;
}

/** The path of an address that the API gives: it names the host by which it is reached, which may be another one. */
export function pathOfAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address;
}
