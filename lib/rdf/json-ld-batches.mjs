/**
 * Splits a JSON-LD document into parts with the same triples, because the library's time grows with the square of the graph's
 * length.
 */
export function* jsonLdBatches(document) {
  const graph = Array.isArray(document) ? document : document?.['@graph'];
  if (!Array.isArray(graph)) return yield document;
  for (let start = 0; start === 0 || start < graph.length; start += 100) {
    const batch = graph.slice(start, start + 100);
    if (Array.isArray(document)) yield batch;
    else yield { ...(start === 0 ? document : shared(document)), '@graph': batch };
  }
}

function shared(document) {
  const members = ['@context', '@id'].filter((name) => Object.hasOwn(document, name));
  return Object.fromEntries(members.map((name) => [name, document[name]]));
}
