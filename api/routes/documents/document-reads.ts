import { Type } from '@sinclair/typebox';
import type { Static, TOptional, TString } from '@sinclair/typebox';
import { runTask } from '../../../commands/tasks/run-task.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { findPastDocument } from '../../../db/tables/documents/revisions.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import type { DocumentKey, StoredDocument } from '../../../db/tables/documents/documents.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { Principal } from '../../../domain/principal.ts';
import { readCurrentDocument, tagged } from '../../present/documents/current-document.ts';
import { documentPath } from '../../present/documents/document-paths.ts';
import { withArticle } from '../../present/documents/with-article.ts';
import { readAsOf } from '../../http/read-instant.ts';
import { operationName } from '../../operation-name.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import type { Services } from '../../services.ts';

const pastQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'A revision, current or past',
    }),
  ),
  asOf: Type.Optional(
    Type.String({
      description: 'A date-time, or a date for its end (UTC): the revision that was current then',
      examples: ['2026-01-31', '2026-01-31T12:00:00Z'],
    }),
  ),
});

type ReadRequest<Query> = Pick<
  ApiRequest<{ id: string }, Query & Static<typeof pastQuery>>,
  'params' | 'query' | 'principal' | 'header' | 'services'
>;

/** Reads a document as JSON, now or at an earlier time. */
export const documentAsJson = (kind: DocumentKind) => ({
  query: Type.Object({ ...formQuery(kind), ...pastQuery.properties }),
  answers: {
    200: { description: `The ${kind.title} as it was sent`, schema: documentSchemas(kind) },
    304: { description: 'The client already has the current version' },
  },
  handle: (request: ReadRequest<{ format?: string }>) => answerJson(kind, request),
});

/** Answers with the document, now or at an earlier time, as JSON or in another form of its kind. */
export async function answerJson(
  kind: DocumentKind,
  { params, query, principal, header, services }: ReadRequest<{ format?: string }>,
): Promise<Answer> {
  const key = keyOf(kind, principal, params.id);
  const { format, version, asOf } = query;
  if (version === undefined && asOf === undefined && format === undefined) {
    const current = await readCurrentDocument(services, kind, key, header);
    return current ?? refuseUnknownDocument(kind, key.id);
  }
  const stored = await findStored(services, kind, key, query);
  const form = format === undefined ? 'json' : { mark: format };
  return tagged(stored, form, header, () => inForm(kind, format, stored.body));
}

/** The `format` parameter, only for kinds with other forms. */
function formQuery({ forms }: DocumentKind): { format?: TOptional<TString> } {
  if (forms === undefined) return {};
  const schema = Type.String({ enum: Object.keys(forms), description: 'Form of the document' });
  return { format: Type.Optional(schema) };
}

function inForm(
  { name, forms }: DocumentKind,
  format: string | undefined,
  body: string,
): string | Promise<string> {
  return format === undefined || !forms?.[format] ? body : runTask('toForm', name, format, body);
}

/** The GET route for YAML, for kinds that support it. */
export function yamlRoutes(kind: DocumentKind): Route[] {
  if (kind.yamlName === undefined) return [];
  const route = defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/${kind.yamlName}`,
    name: `${operationName('get', kind.title)}AsYaml`,
    summary: `Get ${withArticle(kind.title)} as YAML`,
    tag: kind.collection,
    query: pastQuery,
    answers: {
      200: {
        description: 'The YAML as it was sent, or written from the JSON',
        contentType: 'application/yaml',
      },
      304: { description: 'The client already has the current version' },
    },
    handle: (request) => answerYaml(kind, request),
  });
  return [route];
}

/** Answers with the document, now or at an earlier time, as YAML. */
export async function answerYaml(
  kind: DocumentKind,
  { params, query, principal, header, services }: ReadRequest<object>,
): Promise<Answer> {
  const key = keyOf(kind, principal, params.id);
  const stored = await findStored(services, kind, key, query);
  const text = () => stored.source ?? runTask('toYaml', stored.body);
  return { ...(await tagged(stored, 'yaml', header, text)), contentType: 'application/yaml' };
}

function keyOf(kind: DocumentKind, { organizationId }: Principal, id: string): DocumentKey {
  return { organizationId, kind: kind.name, id: checkDocumentId(id, kind) };
}

/** The current document, or the state that the query asks for; refuses with `not_found`. */
async function findStored(
  { database }: Services,
  kind: DocumentKind,
  key: DocumentKey,
  { version, asOf }: { version?: number; asOf?: string },
): Promise<StoredDocument> {
  if (version === undefined && asOf === undefined)
    return (await findDocument(database.knex, key)) ?? refuseUnknownDocument(kind, key.id);
  if (version !== undefined && asOf !== undefined)
    refuse('bad_request', 'Ask for a version or for an instant (asOf), not for both.');
  const past = asOf === undefined ? { revision: version ?? 0 } : { at: readAsOf(asOf) };
  const which = 'at' in past ? `as of ${past.at.toISOString()}` : `with version ${past.revision}`;
  const stored = await findPastDocument(database.knex, key, past);
  return stored ?? refuseUnknownDocument(kind, key.id, ` ${which}`);
}
