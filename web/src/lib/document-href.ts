/** The page of a document: ids may hold slashes and anything else. */
export function documentHref(collection: string, id: string): string {
  return `/${collection}/${encodeURIComponent(id)}`;
}
