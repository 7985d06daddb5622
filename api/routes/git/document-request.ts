import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { ApiRequest } from '../../exchange.ts';
import { operationName } from '../../operation-name.ts';

/** A request about the file in Git of one document. */
export type DocumentRequest = ApiRequest<{ id: string }, object>;

/** The document of the path, and the caller. */
export function requestOf(
  kind: DocumentKind,
  { params, principal, requestId, now }: DocumentRequest,
) {
  return { kind, id: checkDocumentId(params.id, kind), principal, requestId, now };
}

/** What the routes of one kind share. */
export function sharedBy(kind: DocumentKind) {
  const { title, collection: tag } = kind;
  return {
    title,
    tag,
    path: `/api/${tag}/:id/gitconnection`,
    permission: { actions: [kind.permissions.edit], on: 'owner' },
    named: (verb: string, noun = 'Git connection') => operationName(verb, `${title} ${noun}`),
  } as const;
}
