import { Type } from '@sinclair/typebox';
import {
  findDocumentRevision,
  findDocumentRevisionAt,
  listDocumentRevisions,
} from '../../db/tables/document-revisions.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { DocumentKey, StoredDocument } from '../../db/tables/documents.ts';
import { checkDocumentId, isDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { writeYaml } from '../../lib/yaml.ts';
import { documentPath, pagePath } from '../document-paths.ts';
import { entityTag, isNotModified } from '../entity-tags.ts';
import type { Representation } from '../entity-tags.ts';
import { defineRoute } from '../route.ts';
import type { Answer, Route } from '../route.ts';
import { documentSchemas } from '../schemas/documents.ts';
import { withServerMembers } from '../server-members.ts';
import type { Services } from '../services.ts';

const idParams = Type.Object({ id: Type.String() });
const instantPattern = '^\\d{4}-\\d{2}-\\d{2}([T ].*)?$';

/** GET of one document as JSON, as YAML where its kind has that, and its history. */
export function readRoutes(kind: DocumentKind): Route[] {
  // Where ids may hold '/', the first route that fits wins.
  const routes = [versionsRoute(kind), getRoute(kind), pageRoute(kind)];
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
    query: Type.Object({
      version: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'A past revision' }),
      ),
      asOf: Type.Optional(
        Type.String({
          pattern: instantPattern,
          description: 'The revision current at this instant',
        }),
      ),
    }),
    answers: {
      200: { description: `The ${kind.title} as it was sent`, schema: documentSchemas(kind) },
      304: { description: 'The client has it already' },
    },
    handle: async ({ params, query, principal, header, services }) => {
      const key = {
        organizationId: principal.organizationId,
        kind: kind.name,
        id: checkDocumentId(params.id, kind),
      };
      if (query.version !== undefined || query.asOf !== undefined)
        return pastRevision(services, kind, key, query);
      return (await currentJson(services, kind, key, header)) ?? refuseUnknown(kind, key.id);
    },
  });
}

/** The document as it is now, with what the server adds; undefined when it does not exist. */
async function currentJson(
  services: Services,
  kind: DocumentKind,
  key: DocumentKey,
  header: (name: string) => string | undefined,
): Promise<Answer | undefined> {
  const { knex } = services.database;
  const stored = await findDocument(knex, key);
  if (!stored) return undefined;
  if (!kind.serverMembers) return current(stored, 'json', header, () => stored.body);
  const document = { id: key.id, body: stored.body };
  const [shown] = await withServerMembers(knex, kind, key.organizationId, [document]);
  const representation = shown?.mark === undefined ? 'json' : { mark: shown.mark };
  return current(stored, representation, header, () => shown?.text ?? stored.body);
}

function yamlRoute(kind: DocumentKind, yamlName: string): Route {
  return defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/${yamlName}`,
    summary: `Get a ${kind.title} as YAML`,
    tag: kind.collection,
    access: 'key',
    params: idParams,
    query: Type.Object({}),
    answers: {
      200: {
        description: 'The YAML as it was sent, or written from the JSON',
        contentType: 'application/yaml',
      },
      304: { description: 'The client has it already' },
    },
    handle: async ({ params, principal, header, services }) => {
      const id = checkDocumentId(params.id, kind);
      const key = { organizationId: principal.organizationId, kind: kind.name, id };
      const stored = await findDocument(services.database.knex, key);
      if (!stored) return refuseUnknown(kind, id);
      const answer = current(
        stored,
        'yaml',
        header,
        () => stored.source ?? writeYaml(JSON.parse(stored.body)),
      );
      return { ...answer, contentType: 'application/yaml' };
    },
  });
}

function current(
  stored: StoredDocument,
  representation: Representation,
  header: (name: string) => string | undefined,
  text: () => string,
): Answer {
  const etag = entityTag(stored, representation);
  if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
  return {
    status: 200,
    headers: { etag },
    text: text(),
  };
}

async function pastRevision(
  services: Services,
  kind: DocumentKind,
  key: DocumentKey,
  wanted: { version?: number; asOf?: string },
): Promise<Answer> {
  const { knex } = services.database;
  if (wanted.version !== undefined) {
    const body = await findDocumentRevision(knex, { ...key, revision: wanted.version });
    return body === undefined
      ? refuseUnknown(kind, key.id, ` with version ${wanted.version}`)
      : { status: 200, text: body };
  }
  const at = new Date(wanted.asOf ?? '');
  if (Number.isNaN(at.getTime()))
    refuse('bad_request', `asOf=${wanted.asOf} is no date or date-time.`);
  const found = await findDocumentRevisionAt(knex, key, at);
  return found === undefined
    ? refuseUnknown(kind, key.id, ` as of ${at.toISOString()}`)
    : { status: 200, text: found };
}

const revisionsSchema = Type.Array(
  Type.Object({
    version: Type.Integer(),
    timestamp: Type.String(),
    principal: Type.String(),
    deleted: Type.Boolean({ description: 'Whether this marks the deletion' }),
  }),
);

/**
 * The revisions; where ids may hold '/', a document whose id ends in `/versions` comes first, and its slash may be
 * encoded to say that it is meant.
 */
function versionsRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/versions`,
    summary: `List the revisions of a ${kind.title}, newest first`,
    tag: kind.collection,
    access: 'key',
    params: idParams,
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }) }),
    answers: {
      200: {
        description: 'The revisions; they stay after a deletion',
        schema: kind.idsHoldSlashes
          ? Type.Union([revisionsSchema, documentSchemas(kind)])
          : revisionsSchema,
      },
      ...(kind.idsHoldSlashes && { 304: { description: 'The client has it already' } }),
    },
    handle: async ({ params, query, principal, header, services }) => {
      const scope = { organizationId: principal.organizationId, kind: kind.name };
      if (kind.idsHoldSlashes) {
        // Clients that do not know of revisions must be able to read what they have stored.
        const id = `${params.id}/versions`;
        const mayExist = isDocumentId(id, kind);
        const named = mayExist && (await currentJson(services, kind, { ...scope, id }, header));
        if (named) return named;
      }
      const key = { ...scope, id: checkDocumentId(params.id, kind) };
      const revisions = await listDocumentRevisions(services.database.knex, key, query.limit);
      if (revisions.length === 0) return refuseUnknown(kind, key.id);
      const json = revisions.map(({ revision, at, principal: by, deleted }) => ({
        version: revision,
        timestamp: at.toISOString(),
        principal: by,
        deleted,
      }));
      return { status: 200, json };
    },
  });
}

/** The page that `location-html` names; it shows no data, because a browser sends no key. */
function pageRoute(kind: DocumentKind): Route {
  return defineRoute({
    method: 'GET',
    path: pagePath(kind),
    summary: `Web page of a ${kind.title}`,
    tag: 'pages',
    access: 'public',
    params: idParams,
    query: Type.Object({}),
    answers: { 200: { description: 'A minimal page', contentType: 'text/html' } },
    handle: ({ params }) => {
      const id = escapeHtml(checkDocumentId(params.id, kind));
      const api = `/api/${kind.collection}/${encodeURIComponent(params.id)}`;
      const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${id} – Concordat</title></head>
<body><h1>${escapeHtml(kind.title)} ${id}</h1><p>Read it with an API key at <code>${escapeHtml(api)}</code>.</p></body></html>\n`;
      return Promise.resolve({ status: 200, text, contentType: 'text/html; charset=utf-8' });
    },
  });
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function refuseUnknown(kind: DocumentKind, id: string, which = ''): never {
  return refuse('not_found', `There is no ${kind.title} with the id '${id}'${which}.`);
}
