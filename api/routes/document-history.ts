import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import { listDocumentRevisions } from '../../db/tables/document-revisions.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import { checkDocumentId, isDocumentId } from '../../domain/document-ids.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { assertMayCall } from '../../domain/permission-needs.ts';
import { answerTrail, trailAnswer, trailQuery } from '../audit-trail.ts';
import { readCurrentDocument } from '../current-document.ts';
import { documentPath } from '../document-paths.ts';
import { cutPage, pagingQuery, readPage, readRevisionKey } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { Answer, DeclaredAnswer, Route } from '../route.ts';
import { revisionSchema } from '../schemas/document-history.ts';
import { documentSchemas } from '../schemas/documents.ts';
import type { Services } from '../services.ts';

const idParams = Type.Object({ id: Type.String() });

/**
 * What became of one document: its revisions, and everything that was done to it. Where ids may hold '/', a document whose
 * id ends like the path comes first, and its slash may be encoded to say that it is meant.
 */
export function historyRoutes(kind: DocumentKind): Route[] {
  return [versionsRoute(kind), auditRoute(kind)];
}

function versionsRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/versions`,
    summary: `List the revisions of a ${kind.title}, newest first`,
    tag: kind.collection,
    access: 'key',
    params: idParams,
    query: Type.Object({
      limit: Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 1000,
        description: 'Another name of size; the smaller one counts',
      }),
      ...pagingQuery,
    }),
    answers: answersOf(kind, {
      description: 'The revisions; they stay after a deletion',
      schema: Type.Array(revisionSchema),
    }),
    handle: async ({ params, query, principal, url, header, services }) => {
      const { organizationId } = principal;
      const scope = { organizationId, kind: kind.name };
      const named = await readNamed(
        services,
        kind,
        { ...scope, id: `${params.id}/versions` },
        header,
      );
      if (named) return named;
      const key = { ...scope, id: checkDocumentId(params.id, kind) };
      const paging = { ...query, size: Math.min(query.size, query.limit) };
      const { limit, offset, after } = readPage(paging);
      const page = { before: readRevisionKey(after), limit, offset };
      const revisions = await listDocumentRevisions(services.database.knex, key, page);
      if (revisions.length === 0) await assertKnown(services, kind, key);
      const { shown, link } = cutPage(revisions, { url, query: paging }, ({ revision }) =>
        revision.toString(),
      );
      const json = shown.map(({ revision, at, principal: by, deleted }) => ({
        version: revision,
        timestamp: at.toISOString(),
        principal: by,
        deleted,
      }));
      return { status: 200, headers: { link }, json };
    },
  });
}

function auditRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/audit`,
    summary: `List everything that was done to a ${kind.title}, newest first; for keys of the organization`,
    tag: kind.collection,
    access: 'key',
    // A document of that name is for every key; the trail itself is looked at below.
    permission: kind.idsHoldSlashes ? 'read' : 'organization',
    params: idParams,
    query: trailQuery,
    answers: answersOf(kind, trailAnswer),
    handle: async ({ params, query, principal, url, header, services }) => {
      const { organizationId } = principal;
      const scope = { organizationId, kind: kind.name };
      const named = await readNamed(services, kind, { ...scope, id: `${params.id}/audit` }, header);
      if (named) return named;
      assertMayCall(principal, 'organization', 'look');
      const key = { ...scope, id: checkDocumentId(params.id, kind) };
      return answerTrail({ query, url, services }, key, () => assertKnown(services, kind, key));
    },
  });
}

function answersOf(kind: DocumentKind, answer: DeclaredAnswer): Record<number, DeclaredAnswer> {
  if (!kind.idsHoldSlashes || !answer.schema) return { 200: answer };
  return {
    200: { ...answer, schema: Type.Union([answer.schema, documentSchemas(kind)]) },
    304: { description: 'The client has the document already' },
  };
}

/** Clients that do not know of histories must be able to read what they have stored. */
async function readNamed(
  services: Services,
  kind: DocumentKind,
  key: DocumentKey,
  header: (name: string) => string | undefined,
): Promise<Answer | undefined> {
  if (!kind.idsHoldSlashes || !isDocumentId(key.id, kind)) return undefined;
  return readCurrentDocument(services, kind, key, header);
}

/** A document without a trail may be older than the trail; one without revisions never was. */
async function assertKnown(
  { database }: Services,
  kind: DocumentKind,
  key: DocumentKey,
): Promise<void> {
  const [newest] = await listDocumentRevisions(database.knex, key, { limit: 1 });
  if (!newest) refuseUnknownDocument(kind, key.id);
}
