import { Type } from '@sinclair/typebox';
import { deleteDocument } from '../../commands/documents/delete-document.ts';
import { putDocument } from '../../commands/documents/put-document.ts';
import type { PutResult } from '../../commands/documents/put-document.ts';
import type { PutDocument } from '../../commands/documents/prepare-put.ts';
import type { Database } from '../../db/connect.ts';
import { listMissingPortsInUse } from '../../db/tables/access.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import type { DocumentKind, DocumentReference } from '../../domain/kinds/kind.ts';
import { describeDocument, documentKinds } from '../../domain/kinds/index.ts';
import type { TestSchedule } from '../../domain/test-schedule.ts';
import type { JsonObject } from '../../lib/json.ts';
import { deprecationHeaders } from '../deprecation.ts';
import { documentPage } from '../document-page.ts';
import { documentPath } from '../document-paths.ts';
import { entityTag, readPreconditions } from '../entity-tags.ts';
import { headerValue } from '../header-values.ts';
import { locateViolations } from '../locate-violations.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { RawBody, Route } from '../route.ts';
import { documentSchemas } from '../schemas/documents.ts';
import { unknownMembersWarning } from '../warnings.ts';
import { historyRoutes } from './document-history.ts';
import { listRoute } from './document-list.ts';
import { readRoutes } from './document-reads.ts';

const idParams = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});

/** The routes that every kind of document has. */
export const documentRoutes: readonly Route[] = documentKinds.flatMap((kind) => [
  listRoute(kind),
  // Where ids may hold '/', the first route that fits wins.
  ...historyRoutes(kind),
  ...readRoutes(kind),
  putRoute(kind),
  deleteRoute(kind),
]);

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
          'location-html': headerValue(documentPage(publicUrl, kind, id)),
          'x-contract-change': result.change?.impact,
          'x-catalog-warnings': warnings(
            kind.unknownMembers(document),
            result.unregistered,
            kind.timing?.(document),
            await missingPorts(services.database, facts, { document, result }),
          ),
          ...(format && deprecationHeaders(format.since, deprecatedFormatsUntil)),
        },
      };
    },
  });
}

/** Ports that were taken out of a product although somebody uses them: their grants stay, and nobody sees where. */
async function missingPorts(
  { knex }: Database,
  { kind, id, principal }: PutFacts,
  { document, result }: { document: JsonObject; result: PutResult },
): Promise<string[]> {
  if (!kind.ports || result.outcome !== 'updated') return [];
  const ports = [...kind.ports.list(document).keys()];
  return listMissingPortsInUse(knex, principal.organizationId, { id, ports });
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

/** Unregistered documents that a warning names. */
const mostNamed = 20;

/** What the client should know although the document was stored. */
export function warnings(
  unknownMembers: readonly string[],
  unregistered: readonly DocumentReference[],
  timing?: TestSchedule,
  missing: readonly string[] = [],
): string | undefined {
  const sentences: string[] = [];
  if (unknownMembers.length > 0) sentences.push(unknownMembersWarning(unknownMembers));
  if (unregistered.length > 0) {
    const names = [...new Set(unregistered.map(describeDocument))];
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    const some = names.slice(0, mostNamed).join(', ');
    sentences.push(`Not registered yet: ${some}${more}; register them or correct the references`);
  }
  if (timing?.kind === 'invalid') {
    sentences.push(`It is not tested by schedule: ${timing.problem.replace(/\.$/, '')}`);
  }
  if (missing.length > 0) {
    sentences.push(`Accesses use output ports that it does not have: ${missing.join(', ')}`);
  }
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}
