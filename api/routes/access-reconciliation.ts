import { Type } from '@sinclair/typebox';
import { reportDrift } from '../../commands/access/report-drift.ts';
import { listAccessAlerts } from '../../db/tables/access-alerts.ts';
import type { AccessAlert } from '../../db/tables/access-alerts.ts';
import { findDocument } from '../../db/tables/documents.ts';
import { listActiveAccess } from '../../db/views/access-list.ts';
import { checksumOf, toExpectedGrant } from '../../domain/access/expected-grants.ts';
import type { ExpectedGrant } from '../../domain/access/expected-grants.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { assertValid } from '../../domain/validation.ts';
import type { JsonObject } from '../../lib/json.ts';
import { isNotModified } from '../entity-tags.ts';
import { nextLink, pagingQuery, readEventKey, readPage } from '../paging.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { accessAlertSchema, driftSchema, expectedGrantsSchema } from '../schemas/access.ts';
import type { Services } from '../services.ts';

const grantsRoute = defineRoute({
  method: 'GET',
  path: '/api/access/expected-grants',
  summary: 'Who should have what now, for components that compare a platform with it',
  tag: 'access',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    platform: Type.Optional(
      Type.String({ description: 'Type of the output ports, e.g. databricks' }),
    ),
  }),
  answers: {
    200: { description: 'The grants, in the order of the accesses', schema: expectedGrantsSchema },
    304: { description: 'The same grants as the client knows' },
  },
  handle: async ({ query: { platform }, principal, header, services }) => {
    const grants = await readGrants(services, principal.organizationId, platform);
    const checksum = checksumOf(grants);
    const etag = `"${checksum}"`;
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    return { status: 200, headers: { etag }, json: { platform, checksum, grants } };
  },
});

async function readGrants(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
  platform: string | undefined,
): Promise<ExpectedGrant[]> {
  const active = await listActiveAccess(knex, organizationId);
  const ids = [...new Set(active.map(({ providerProductId }) => providerProductId))];
  const bodies = await Promise.all(
    ids.map((id) => findDocument(knex, { organizationId, kind: 'data-product', id })),
  );
  const products = new Map(
    bodies.map((stored, index) => [ids[index], stored && (JSON.parse(stored.body) as JsonObject)]),
  );
  return active
    .map((access) => toExpectedGrant(access, products.get(access.providerProductId), platform))
    .filter((grant) => grant !== undefined);
}

const driftRoute = defineRoute({
  method: 'POST',
  path: '/api/access/drift',
  summary:
    'Report how a platform differs from the expected grants; those reported before and not now are over',
  tag: 'access',
  access: 'key',
  permission: { actions: ['ACCESS_EDIT'], on: 'owner' },
  params: Type.Object({}),
  query: Type.Object({}),
  body: { formats: ['json'], schema: driftSchema, required: true },
  answers: {
    200: {
      description: 'Noted as alerts',
      schema: Type.Object({ differences: Type.Integer() }, { $id: 'AccessDriftNoted' }),
    },
  },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const drift = assertValid(driftSchema, document, 'invalid_body');
    await reportDrift(services.database, drift, { principal, requestId, now });
    return { status: 200, json: { differences: drift.differences.length } };
  },
});

const alertsRoute = defineRoute({
  method: 'GET',
  path: '/api/access/alerts',
  summary: 'List what is not on a platform as it was agreed, newest first',
  tag: 'access',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    open: Type.Optional(
      Type.Boolean({ description: 'true: only what still is so; false: only what is over' }),
    ),
    accessId: Type.Optional(Type.String({ description: 'Alerts about this access' })),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The alerts', schema: Type.Array(accessAlertSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { size, offset, after } = readPage(query);
    const page = { beforeId: readEventKey(after), limit: size + 1, offset };
    const { open, accessId } = query;
    const { knex } = services.database;
    const rows = await listAccessAlerts(knex, principal.organizationId, { open, accessId }, page);
    const shown = rows.slice(0, size);
    const next = { more: rows.length > size, lastKey: shown.at(-1)?.id };
    return { status: 200, json: shown.map(present), headers: { link: nextLink(url, query, next) } };
  },
});

function present({ accessId, platform, reference, ...alert }: AccessAlert) {
  return {
    ...alert,
    ...(accessId && { accessId }),
    ...(platform && { platform }),
    ...(reference && { reference }),
  };
}

/** For components that were away, and for people who look whether agreements and platforms agree. */
export const accessReconciliationRoutes: readonly Route[] = [grantsRoute, driftRoute, alertsRoute];
