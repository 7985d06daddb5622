import { Type } from '@sinclair/typebox';
import type { TOptional, TString } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import { findPastDocument } from '../../db/tables/document-revisions.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { DocumentKey, StoredDocument } from '../../db/tables/documents.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { writeYaml } from '../../lib/yaml.ts';
import { readCurrentDocument, tagged } from '../current-document.ts';
import { documentPath } from '../document-paths.ts';
import { readAsOf } from '../read-instant.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { documentSchemas } from '../schemas/documents.ts';
import type { Services } from '../services.ts';

const idParams = Type.Object({ id: Type.String() });

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
      description: 'A date-time: what held then; or a date: what held at its end (UTC)',
      examples: ['2026-01-31', '2026-01-31T12:00:00Z'],
    }),
  ),
});

/** GET of one document as JSON, and as YAML where its kind has that, each as it is now or was. */
export function readRoutes(kind: DocumentKind): Route[] {
  const routes = [getRoute(kind)];
  return kind.yamlName === undefined ? routes : [...routes, yamlRoute(kind, kind.yamlName)];
}

function getRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: documentPath(kind),
    summary: `Get a ${kind.title}`,
    tag: kind.collection,
    access: 'key',
    params: idParams,
    query: Type.Object({ ...formQuery(kind), ...pastQuery.properties }),
    answers: {
      200: { description: `The ${kind.title} as it was sent`, schema: documentSchemas(kind) },
      304: { description: 'The client has it already' },
    },
    handle: async ({ params, query, principal, header, services }) => {
      const key = keyOf(kind, principal, params.id);
      const { format, version, asOf } = query;
      if (version === undefined && asOf === undefined && format === undefined) {
        const current = await readCurrentDocument(services, kind, key, header);
        return current ?? refuseUnknownDocument(kind, key.id);
      }
      const stored = await findStored(services, kind, key, query);
      const form = format === undefined ? 'json' : { mark: format };
      return tagged(stored, form, header, () => inForm(kind, format, stored.body));
    },
  });
}

/** Kinds without other forms have no such parameter. */
function formQuery({ forms }: DocumentKind): { format?: TOptional<TString> } {
  if (forms === undefined) return {};
  const schema = Type.String({ enum: Object.keys(forms), description: 'Form of the document' });
  return { format: Type.Optional(schema) };
}

function inForm({ forms }: DocumentKind, format: string | undefined, body: string): string {
  const convert = format === undefined ? undefined : forms?.[format];
  if (convert === undefined) return body;
  const document = JSON.parse(body) as JsonObject;
  const converted = convert(document);
  return converted === document ? body : JSON.stringify(converted);
}

function yamlRoute(kind: DocumentKind, yamlName: string): Route {
  return defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/${yamlName}`,
    summary: `Get a ${kind.title} as YAML`,
    tag: kind.collection,
    access: 'key',
    params: idParams,
    query: pastQuery,
    answers: {
      200: {
        description: 'The YAML as it was sent, or written from the JSON',
        contentType: 'application/yaml',
      },
      304: { description: 'The client has it already' },
    },
    handle: async ({ params, query, principal, header, services }) => {
      const key = keyOf(kind, principal, params.id);
      const stored = await findStored(services, kind, key, query);
      const text = (): string => stored.source ?? writeYaml(JSON.parse(stored.body));
      return { ...tagged(stored, 'yaml', header, text), contentType: 'application/yaml' };
    },
  });
}

function keyOf(kind: DocumentKind, { organizationId }: Principal, id: string): DocumentKey {
  return { organizationId, kind: kind.name, id: checkDocumentId(id, kind) };
}

/** The document as it is, or as it was when the query asks for that; refuses with `not_found`. */
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
