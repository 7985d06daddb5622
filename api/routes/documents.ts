import { Type } from '@sinclair/typebox';
import { deleteDocument } from '../../commands/documents/delete-document.ts';
import { putDocument } from '../../commands/documents/put-document.ts';
import type { PutDocument, PutResult } from '../../commands/documents/put-document.ts';
import type { Database } from '../../db/connect.ts';
import { countDocuments, listDocuments } from '../../db/views/document-list.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind, DocumentReference } from '../../domain/kinds/kind.ts';
import { describeDocument, documentKinds } from '../../domain/kinds/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { deprecationHeaders } from '../deprecation.ts';
import { documentPath } from '../document-paths.ts';
import { entityTag, readPreconditions } from '../entity-tags.ts';
import { headerValue } from '../header-values.ts';
import { locateViolations } from '../locate-violations.ts';
import { nextLink, pagingQuery, readPage } from '../paging.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { RawBody, Route } from '../route.ts';
import { documentSchemas } from '../schemas/documents.ts';
import { withServerMembers } from '../server-members.ts';
import { unknownMembersWarning } from '../warnings.ts';
import { filterParameters, readFilters } from './document-filters.ts';
import { historyRoutes } from './document-history.ts';
import { readRoutes } from './document-reads.ts';

const idParams = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});

const commonFilters = {
  q: Type.Optional(
    Type.String({
      description: 'Words of id, name and description; the last may be a beginning',
    }),
  ),
  teamId: Type.Optional(
    Type.Array(Type.String(), { description: 'Owning teams; may be repeated' }),
  ),
  tag: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  email: Type.Optional(Type.String({ description: 'Teams with this direct member' })),
  count: Type.Optional(Type.Boolean({ description: 'Adds X-Total-Count' })),
};

/** The routes that every kind of document has. */
export const documentRoutes: readonly Route[] = documentKinds.flatMap((kind) => [
  listRoute(kind),
  // Where ids may hold '/', the first route that fits wins.
  ...historyRoutes(kind),
  ...readRoutes(kind),
  putRoute(kind),
  deleteRoute(kind),
]);

function listRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: `/api/${kind.collection}`,
    summary: `List ${pluralOf(kind)}`,
    tag: kind.collection,
    access: 'key',
    params: Type.Object({}),
    query: Type.Object({
      ...commonFilters,
      ...pagingQuery,
      ...filterParameters(kind),
    }),
    answers: {
      200: { description: `The ${pluralOf(kind)}`, schema: Type.Array(documentSchemas(kind)) },
    },
    handle: async ({ principal, query, url, services }) => {
      const scope = { organizationId: principal.organizationId, kind: kind.name };
      const { q, teamId, tag, status, email } = query;
      const filters = { q, ownerIds: teamId, tag, status, memberEmail: email };
      const filter = { ...filters, ...readFilters(kind, query) };
      const { knex } = services.database;
      const list = await listDocuments(knex, scope, filter, readPage(query));
      if (list.cut && query.p !== undefined) {
        refuse(
          'bad_request',
          'These documents are too large for one page; ask for a smaller size.',
        );
      }
      const total = query.count ? await countDocuments(knex, scope, filter) : undefined;
      const shown = await withServerMembers(knex, kind, scope.organizationId, list.documents);
      return {
        status: 200,
        text: `[${shown.map(({ text }) => text).join(',')}]`,
        headers: {
          link: nextLink(url, query, { more: list.more, lastKey: list.lastId }),
          'x-total-count': total?.toString(),
        },
      };
    },
  });
}

function putRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'PUT',
    path: documentPath(kind),
    summary: `Create or replace a ${kind.title}`,
    tag: kind.collection,
    access: 'key',
    permission: { actions: [kind.permissions.add, kind.permissions.edit], on: 'owner' },
    params: idParams,
    query: noQuery,
    body: { formats: ['json', 'yaml'], schema: documentSchemas(kind), required: true },
    dryRun: true,
    answers: {
      200: kind.answersPut
        ? { description: 'Stored; the answer is what was stored', schema: documentSchemas(kind) }
        : { description: 'Stored; the answer has no body' },
    },
    handle: async ({ params, principal, requestId, now, header, body, services }) => {
      const id = checkDocumentId(params.id, kind);
      const preconditions = readPreconditions(header);
      const { deprecatedFormatsUntil, publicUrl } = services.settings;
      const facts = { kind, id, principal, requestId, preconditions, now, deprecatedFormatsUntil };
      const { result, document, stored, rewritten } = await parseAndPut(
        services.database,
        body,
        facts,
      );
      const format = kind.deprecatedFormat?.(document);
      if (result.outcome !== 'unchanged') services.database.signals.send('events_recorded');
      return {
        status: 200,
        ...(kind.answersPut && { text: stored }),
        headers: {
          etag: rewritten ? undefined : entityTag(result, body.format === 'yaml' ? 'yaml' : 'json'),
          'location-html': htmlAddress(publicUrl, kind, id),
          'x-contract-change': result.change?.impact,
          'x-catalog-warnings': warnings(kind.unknownMembers(document), result.unregistered),
          ...(format && deprecationHeaders(format.since, deprecatedFormatsUntil)),
        },
      };
    },
  });
}

type PutFacts = Omit<PutDocument, 'document' | 'body' | 'source'>;

/** What is wrong with a body of YAML is told with its place there. */
async function parseAndPut(
  database: Database,
  body: RawBody,
  facts: PutFacts,
): Promise<{ result: PutResult; document: JsonObject; stored: string; rewritten: boolean }> {
  try {
    const { rewritten, ...parsed } = await parseDocument(body, facts.id, facts.kind);
    const result = await putDocument(database, { ...facts, ...parsed });
    return { result, document: parsed.document, stored: parsed.body, rewritten };
  } catch (error) {
    throw await locateViolations(error, body);
  }
}

function deleteRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'DELETE',
    path: documentPath(kind),
    summary: `Delete a ${kind.title}`,
    tag: kind.collection,
    access: 'key',
    permission: { actions: [kind.permissions.remove], on: 'owner' },
    params: idParams,
    query: noQuery,
    dryRun: true,
    answers: { 200: { description: 'Deleted; the answer has no body' } },
    handle: async ({ params, principal, requestId, now, header, services }) => {
      const id = checkDocumentId(params.id, kind);
      const request = {
        kind,
        id,
        principal,
        requestId,
        preconditions: readPreconditions(header),
        now,
      };
      await deleteDocument(services.database, request);
      services.database.signals.send('events_recorded');
      return { status: 200 };
    },
  });
}

function pluralOf({ title }: DocumentKind): string {
  return title.endsWith('y') ? `${title.slice(0, -1)}ies` : `${title}s`;
}

/** Unregistered documents that a warning names. */
const mostNamed = 20;

/** What the client should know although the document was stored. */
function warnings(
  unknownMembers: readonly string[],
  unregistered: readonly DocumentReference[],
): string | undefined {
  const sentences: string[] = [];
  if (unknownMembers.length > 0) sentences.push(unknownMembersWarning(unknownMembers));
  if (unregistered.length > 0) {
    const names = [...new Set(unregistered.map(describeDocument))];
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    const some = names.slice(0, mostNamed).join(', ');
    sentences.push(`Not registered yet: ${some}${more}; register them or correct the references`);
  }
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}

/** Web address of a document's page. */
function htmlAddress(publicUrl: string, kind: DocumentKind, id: string): string {
  return headerValue(`${publicUrl}/${kind.collection}/${encodeURIComponent(id)}`);
}
