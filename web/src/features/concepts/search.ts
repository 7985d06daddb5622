import type { UsageView } from './concept-usages.tsx';
import type { RelationshipView } from './relationships.tsx';

/** What the address of a concept may hold. */
export type ConceptSearch = { used?: UsageView; around?: RelationshipView };

/** Reads the address of a concept. */
export function readConceptSearch(search: Record<string, unknown>): ConceptSearch {
  const { around } = search;
  return {
    ...(search['used'] === 'fields' && { used: 'fields' }),
    ...(around === 'table' && { around }),
    ...(around === 'graph' && { around }),
  };
}

/** Reads the words of a search. */
export function readWords(search: Record<string, unknown>): { q?: string } {
  const { q } = search;
  return (typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {};
}
