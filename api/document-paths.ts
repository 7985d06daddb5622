import type { DocumentKind } from '../domain/kinds/kind.ts';

/** Path of one document; ids that may hold `/` take all that follows. */
export function documentPath(kind: DocumentKind): string {
  return `/api/${kind.collection}/${idPart(kind)}`;
}

/** Path of the web page of one document. */
export function pagePath(kind: DocumentKind): string {
  return `/${kind.collection}/${idPart(kind)}`;
}

function idPart({ idsHoldSlashes = false }: DocumentKind): string {
  return idsHoldSlashes ? '*id' : ':id';
}
