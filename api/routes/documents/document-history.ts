import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { listDocumentRevisions } from '../../../db/tables/documents/revisions.ts';
import type { DocumentKey } from '../../../db/tables/documents/documents.ts';
import { checkDocumentId, isDocumentId } from '../../../domain/validation/document-ids.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { assertMayCall } from '../../../domain/organizations/permissions.ts';
import { answerTrail, trailAnswer } from '../../present/audit-trail.ts';
import type { trailQuery } from '../../present/audit-trail.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { readCurrentDocument } from '../../present/documents/current-document.ts';
import { answerList, pagingQuery, readPage, readRevisionKey } from '../../http/paging/paging.ts';
import type { DeclaredAnswer } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { revisionSchema } from '../../schemas/documents/document-history.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import type { Services } from '../../services.ts';

const versionsQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 1000,
    description: 'Another name of size; the smaller one counts',
  }),
  ...pagingQuery,
});

type VersionsRequest = ApiRequest<{ id: string }, Static<typeof versionsQuery>>;
type AuditRequest = ApiRequest<{ id: string }, Static<typeof trailQuery>>;

/**
 * The revisions of a document. If ids may contain '/', a document whose id ends with `/versions` comes first;
 * clients encode the slash to address that document explicitly.
 */
export const documentVersions = (kind: DocumentKind) => ({
  query: versionsQuery,
  answers: answersOf(kind, {
    description: 'The revisions; they stay after a deletion',
    schema: Type.Array(revisionSchema),
  }),
  handle: (request: VersionsRequest) => answerVersions(kind, request),
});

/** The audit trail of a document; paths are resolved as for revisions. */
export const documentAudit = (kind: DocumentKind) => ({
  // Every key may read a document whose id ends with `/audit`; the permission for the trail is checked below.
  permission: kind.idsHoldSlashes ? ('read' as const) : ('organization' as const),
  refuses: ['permission_denied'] as const,
  answers: answersOf(kind, trailAnswer),
  handle: (request: AuditRequest) => answerAudit(kind, request),
});

async function answerVersions(
  kind: DocumentKind,
  { params, query, principal, url, header, services }: VersionsRequest,
): Promise<Answer> {
  const { organizationId } = principal;
  const scope = { organizationId, kind: kind.name };
  const named = await readNamed(services, kind, { ...scope, id: `${params.id}/versions` }, header);
  if (named) return named;
  const key = { ...scope, id: checkDocumentId(params.id, kind) };
  const paging = { ...query, size: Math.min(query.size, query.limit) };
  const { limit, offset, after } = readPage(paging);
  const page = { before: readRevisionKey(after), limit, offset };
  const revisions = await listDocumentRevisions(services.database.knex, key, page);
  if (revisions.length === 0) await assertKnown(services, kind, key);
  const rows = await withPrincipalNames(services.database.knex, organizationId, revisions);
  return answerList(
    rows,
    { url, query: paging },
    ({ revision, at, principal: by, principalName, deleted }) => ({
      version: revision,
      timestamp: at.toISOString(),
      principal: by,
      principalName,
      deleted,
    }),
    ({ revision }) => revision.toString(),
  );
}

async function answerAudit(
  kind: DocumentKind,
  { params, query, principal, url, header, services }: AuditRequest,
): Promise<Answer> {
  const { organizationId } = principal;
  const scope = { organizationId, kind: kind.name };
  const named = await readNamed(services, kind, { ...scope, id: `${params.id}/audit` }, header);
  if (named) return named;
  assertMayCall(principal, 'organization', 'look');
  const key = { ...scope, id: checkDocumentId(params.id, kind) };
  return answerTrail({ query, url, services }, key, () => assertKnown(services, kind, key));
}

/** Answers of a part of a document; a document whose id ends like the part may be answered instead. */
export function answersOf(
  kind: DocumentKind,
  answer: DeclaredAnswer,
): Record<number, DeclaredAnswer> {
  if (!kind.idsHoldSlashes || !answer.schema) return { 200: answer };
  return {
    200: { ...answer, schema: Type.Union([answer.schema, documentSchemas(kind)]) },
    304: { description: 'The client already has the current document' },
  };
}

/**
 * Reads the document whose id ends like this path: clients that do not know histories must be able to read what
 * they stored.
 */
export async function readNamed(
  services: Services,
  kind: DocumentKind,
  key: DocumentKey,
  header: (name: string) => string | undefined,
): Promise<Answer | undefined> {
  if (!kind.idsHoldSlashes || !isDocumentId(key.id, kind)) return undefined;
  return readCurrentDocument(services, kind, key, header);
}

/** A document may be older than the audit trail; a document without revisions never existed. */
async function assertKnown(
  { database }: Services,
  kind: DocumentKind,
  key: DocumentKey,
): Promise<void> {
  const [newest] = await listDocumentRevisions(database.knex, key, { limit: 1 });
  if (!newest) refuseUnknownDocument(kind, key.id);
}
