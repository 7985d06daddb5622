import { documentKinds, resourceTypeOf } from '../../../domain/kinds/index.ts';
import {
  conceptPath,
  semanticConcept,
  splitConceptDocumentId,
} from '../../../domain/semantics/semantic-concept.ts';
import { documentPage } from '../documents/document-page.ts';

/** A kind of search results: its name in answers, and the address of its pages. */
export type SearchedKind = {
  name: string;
  resourceType: string;
  page: (publicUrl: string, id: string) => string;
};

/** Documents, and the concepts of ontologies. */
export const searchedKinds: readonly SearchedKind[] = [
  ...documentKinds.map((kind) => ({
    name: kind.name,
    resourceType: resourceTypeOf(kind),
    page: (publicUrl: string, id: string) => documentPage(publicUrl, kind, id),
  })),
  {
    name: semanticConcept.name,
    resourceType: 'SEMANTIC_CONCEPT',
    page: (publicUrl, id) => {
      const { namespace, concept } = splitConceptDocumentId(id);
      return publicUrl + conceptPath(namespace, concept);
    },
  },
];
