import { Type } from '@sinclair/typebox';
import { reportDrift } from '../../commands/access/report-drift.ts';
import { resolveAccessAlert } from '../../commands/access/resolve-access-alert.ts';
import { listAccessAlerts } from '../../db/tables/access-alerts.ts';
import type { AccessAlert } from '../../db/tables/access-alerts.ts';
import { refuse } from '../../domain/errors.ts';
import { assertValid } from '../../domain/validation.ts';
import { isUuid } from '../../lib/ids.ts';
import { isNotModified } from '../entity-tags.ts';
import { cutPage, pagingQuery, readEventKey, readPage } from '../paging.ts';
import { parseObject } from '../parse-document.ts';
import { readExpectedGrants } from '../read-expected-grants.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { accessAlertSchema, driftSchema, expectedGrantsSchema } from '../schemas/access.ts';

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
    const { knex } = services.database;
    const { checksum, grants } = await readExpectedGrants(knex, principal.organizationId, platform);
    const etag = `"${checksum}"`;
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    const head = JSON.stringify({ platform, checksum });
    const text = `${head.slice(0, -1)},"grants":[${grants.join(',')}]}`;
    return { status: 200, headers: { etag }, text };
  },
});

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
    const { limit, offset, after } = readPage(query);
    const page = { beforeId: readEventKey(after), limit, offset };
    const { open, accessId } = query;
    const { knex } = services.database;
    const rows = await listAccessAlerts(knex, principal.organizationId, { open, accessId }, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return { status: 200, json: shown.map(present), headers: { link } };
  },
});

const resolveRoute = defineRoute({
  method: 'POST',
  path: '/api/access/alerts/:id/resolve',
  summary: 'End an alert by hand',
  tag: 'access',
  access: 'key',
  permission: { actions: ['ACCESS_EDIT'], on: 'owner' },
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 200: { description: 'It is over; the answer has no body' } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    if (!isUuid(id)) refuse('not_found', `There is no alert with the id '${id}'.`);
    await resolveAccessAlert(services.database, { id, principal, requestId, now });
    return { status: 200 };
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
export const accessReconciliationRoutes: readonly Route[] = [
  grantsRoute,
  driftRoute,
  alertsRoute,
  resolveRoute,
];
