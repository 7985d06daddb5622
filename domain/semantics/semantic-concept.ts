/** Kind of the heads of concepts among the documents, for the search; they have no text there. */
export const semanticConcept = { name: 'semantic-concept', title: 'concept' };

/** Namespace and concept of the document id of a concept: ids of namespaces contain no `/`. */
export function splitConceptDocumentId(id: string): { namespace: string; concept: string } {
  const slash = id.indexOf('/');
  return { namespace: id.slice(0, slash), concept: id.slice(slash + 1) };
}

/** Path of the web page of a concept, below the address of the installation. */
export function conceptPath(namespace: string, concept: string): string {
  const parts = concept.split('/').map(encodeURIComponent).join('/');
  return `/semantics/${encodeURIComponent(namespace)}/${parts}`;
}
