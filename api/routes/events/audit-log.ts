import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { listEventKinds } from '../../../db/tables/feed/event-kinds.ts';
import { listNewestEvents } from '../../../db/tables/feed/newest-events.ts';
import type {
  NewestEvent,
  NewestFilter,
  NewestPosition,
} from '../../../db/tables/feed/newest-events.ts';
import { withoutTypePrefix } from '../../../domain/webhooks/event-types.ts';
import type { ApiRequest } from '../../exchange.ts';
import { readInstant } from '../../http/read-instant.ts';
import { presentAuditLog } from '../../present/audit-log.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { auditKindsSchema, auditLogEntrySchema } from '../../schemas/events/audit-log.ts';
import { nextLink, readBefore } from './newest-events.ts';

const about = (description: string) => Type.Optional(Type.String({ description }));

const filters = {
  principal: about('Author, e.g. api-key:<id>, user:<id> or system'),
  type: about('Types of events, comma-separated, with or without prefix'),
  kind: about('Kinds of what changed, comma-separated, e.g. data-contract'),
  subject: about('Id of what changed'),
  from: about('At or after this time'),
  to: about('Before this time'),
};

type Filters = { [name in keyof typeof filters]?: string };

function readFilter(query: Filters, typePrefix: string): NewestFilter {
  const types = readList(query.type);
  return {
    kinds: readList(query.kind),
    types: types && withoutTypePrefix(types, typePrefix),
    principal: query.principal,
    subject: query.subject,
    from: readInstant('from', query.from),
    to: readInstant('to', query.to),
    inFeed: false,
  };
}

function readList(text: string | undefined): string[] | undefined {
  const names = text?.split(',').map((name) => name.trim());
  const given = names?.filter(Boolean) ?? [];
  return given.length > 0 ? given : undefined;
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/audit',
  name: 'listAuditLog',
  sends: ['link'],
  summary:
    'List everything that was done in the organization, newest first, as far back as events are kept',
  tag: 'organization',
  permission: 'organization',
  query: Type.Object({
    ...filters,
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Entries per page',
    }),
    before: about('Id of the last entry of the previous page'),
  }),
  answers: { 200: { description: 'The entries', schema: Type.Array(auditLogEntrySchema) } },
  handle: async ({ principal, query, services, url }) => {
    const { organizationId } = principal;
    const { knex } = services.database;
    const { limit } = query;
    const filter = readFilter(query, services.settings.eventTypePrefix);
    const before = await readBefore({ principal, services }, query.before);
    const page = { before, limit: limit + 1 };
    const events = await listNewestEvents(knex, organizationId, filter, page);
    const shown = events.slice(0, limit);
    const last = shown.at(-1);
    return {
      status: 200,
      json: await presentAuditLog(knex, organizationId, shown),
      headers: { link: events.length > limit && last ? nextLink(url, last.id) : undefined },
    };
  },
});

const kindsRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/kinds',
  name: 'listAuditKinds',
  summary: 'List the kinds and types of events that occur in the audit log, for its filters',
  tag: 'organization',
  permission: 'organization',
  answers: { 200: { description: 'The kinds', schema: auditKindsSchema } },
  handle: async ({ principal: { organizationId }, services }) => ({
    status: 200,
    json: await listEventKinds(services.database.knex, organizationId),
  }),
});

const exportBatch = 1_000;

const exportRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/export',
  name: 'exportAuditLog',
  sends: ['content-disposition'],
  summary: 'Export the audit log as NDJSON, newest first; with the filters of its list',
  tag: 'organization',
  permission: 'organization',
  query: Type.Object(filters),
  bounded: 'exports',
  answers: {
    200: {
      description: 'One entry per line',
      schema: auditLogEntrySchema,
      contentType: 'application/x-ndjson',
    },
  },
  handle: async (request) => {
    const { query, services, now } = request;
    const filter = readFilter(query, services.settings.eventTypePrefix);
    // Read before the status is sent, so that an unavailable database gets an error answer.
    const first = await readBatch(request, filter, undefined);
    const stream = Readable.from(writeBatches(request, filter, first), { highWaterMark: 2 });
    const name = `audit-${now.toISOString().slice(0, 10)}.ndjson`;
    return {
      status: 200,
      stream,
      contentType: 'application/x-ndjson',
      headers: { 'content-disposition': `attachment; filename="${name}"` },
    };
  },
});

type ExportRequest = Pick<ApiRequest<object, Filters>, 'principal' | 'services' | 'checkKey'>;

function readBatch(
  { principal, services }: ExportRequest,
  filter: NewestFilter,
  before: NewestPosition | undefined,
): Promise<NewestEvent[]> {
  const page = { before, limit: exportBatch };
  return listNewestEvents(services.database.knex, principal.organizationId, filter, page);
}

/** One batch is in memory at a time; a key that no longer works ends the export. */
async function* writeBatches(
  request: ExportRequest,
  filter: NewestFilter,
  first: NewestEvent[],
): AsyncGenerator<string> {
  const { principal, services, checkKey } = request;
  let events = first;
  for (;;) {
    const last = events.at(-1);
    if (!last) return;
    const { knex } = services.database;
    const entries = await presentAuditLog(knex, principal.organizationId, events);
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (events.length < exportBatch) return;
    await checkKey();
    events = await readBatch(request, filter, last);
  }
}

/** The audit log of the organization, across all kinds. */
export const auditLogRoutes: readonly Route[] = [kindsRoute, exportRoute, listRoute];
