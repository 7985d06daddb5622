import type { GitSubjectKind } from '../../../domain/git/subject.ts';
import { ontologySubject } from '../../../domain/git/subject.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { ApiRequest } from '../../exchange.ts';
import { operationName } from '../../operation-name.ts';

/** A request about the file in Git of one document or ontology. */
export type DocumentRequest = ApiRequest<{ id?: string; namespace?: string }, object>;

/** Where the routes of one kind are, and how they are named. */
export type GitResource = {
  kind: GitSubjectKind;
  /** Its name with its article. */
  what: string;
  tag: string;
  path: string;
  idOf: (params: DocumentRequest['params']) => string;
};

/** Documents of a kind. */
export const documentResource = (kind: DocumentKind): GitResource => ({
  kind,
  what: `a ${kind.title}`,
  tag: kind.collection,
  path: `/api/${kind.collection}/:id/gitconnection`,
  idOf: ({ id }) => checkDocumentId(id ?? '', kind),
});

/** Ontologies of namespaces. */
export const ontologyResource: GitResource = {
  kind: ontologySubject,
  what: 'an ontology',
  tag: 'semantics',
  path: '/api/semantics/experimental/namespaces/:namespace/gitconnection',
  idOf: ({ namespace }) => checkDocumentId(namespace ?? ''),
};

/** The document or the ontology of the path, and the caller. */
export function requestOf(
  { kind, idOf }: GitResource,
  { params, principal, requestId, now }: DocumentRequest,
) {
  return { kind, id: idOf(params), principal, requestId, now };
}

/** What the routes of one kind share. */
export function sharedBy({ kind, what, tag, path }: GitResource) {
  return {
    what,
    tag,
    path,
    permission: { actions: [kind.permissions.edit], on: 'owner' },
    named: (verb: string, noun = 'Git connection') => operationName(verb, `${kind.title} ${noun}`),
  } as const;
}
