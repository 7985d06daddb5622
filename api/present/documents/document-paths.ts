import type { DocumentKind } from '../../../domain/kinds/kind.ts';

type IdPart = ':id' | '*id';

/** Path of one document; ids that may hold `/` take all that follows. */
export function documentPath(kind: DocumentKind): `/api/${string}/${IdPart}` {
  return `/api/${kind.collection}/${idPart(kind)}`;
}

/** Path of the web page of one document. */
export function pagePath(kind: DocumentKind): `/${string}/${IdPart}` {
  return `/${kind.collection}/${idPart(kind)}`;
}

function idPart({ idsHoldSlashes = false }: DocumentKind): IdPart {
  return idsHoldSlashes ? '*id' : ':id';
}
