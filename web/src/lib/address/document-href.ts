/** The page of a document, or of a concept, whose id begins with its namespace: ids may hold slashes and anything else. */
export function documentHref(collection: string, id: string): string {
  if (collection !== 'concepts') return `/${collection}/${encodeURIComponent(id)}`;
  const [namespace = '', ...name] = id.split('/');
  return `/semantics/${encodeURIComponent(namespace)}/${encodeURIComponent(name.join('/'))}`;
}
