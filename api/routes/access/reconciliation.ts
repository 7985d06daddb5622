import { Type } from '@sinclair/typebox';
import { reportDrift } from '../../../commands/access/report-drift.ts';
import { resolveAccessAlert } from '../../../commands/access/resolve-access-alert.ts';
import { listAccessAlerts } from '../../../db/tables/access/alerts.ts';
import { refuse } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { isNotModified } from '../../http/entity-tags.ts';
import { answerList, pagingQuery, readUuidKey, readPage } from '../../http/paging/paging.ts';
import { presentAlert } from '../../present/access-alert.ts';
import { parseObject } from '../../body/parse-document.ts';
import { readExpectedGrants } from '../../body/read-expected-grants.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  accessAlertSchema,
  driftSchema,
  expectedGrantsSchema,
} from '../../schemas/access/access.ts';

const grantsRoute = defineRoute({
  method: 'GET',
  path: '/api/access/expected-grants',
  name: 'listExpectedGrants',
  summary: 'List the grants that should exist now, for reconciliation',
  tag: 'access',
  query: Type.Object({
    platform: Type.Optional(
      Type.String({ description: 'Type of the output ports, e.g. databricks' }),
    ),
    dataProductId: Type.Optional(
      Type.String({ description: 'Only accesses to the output ports of this data product' }),
    ),
  }),
  answers: {
    200: { description: 'The grants, in the order of the accesses', schema: expectedGrantsSchema },
    304: { description: 'The client already has the current grants' },
  },
  handle: async ({ query, principal, header, services }) => {
    const { knex } = services.database;
    const { checksum, grants } = await readExpectedGrants(knex, principal.organizationId, query);
    const etag = `"${checksum}"`;
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    const head = JSON.stringify({ platform: query.platform, checksum });
    const text = `${head.slice(0, -1)},"grants":[${grants.join(',')}]}`;
    return { status: 200, headers: { etag }, text };
  },
});

const driftRoute = defineRoute({
  method: 'POST',
  path: '/api/access/drift',
  name: 'reportAccessDrift',
  summary:
    'Report how a platform differs from the expected grants; alerts about differences that are no longer reported end',
  tag: 'access',
  permission: { actions: ['ACCESS_EDIT'], on: 'owner' },
  body: { schema: driftSchema },
  answers: {
    200: {
      description: 'Recorded as alerts',
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
  name: 'listAccessAlerts',
  summary: 'List the alerts about platforms that differ from the agreed accesses, newest first',
  tag: 'access',
  query: Type.Object({
    open: Type.Optional(
      Type.Boolean({ description: 'true: only open alerts; false: only ended alerts' }),
    ),
    accessId: Type.Optional(Type.String({ description: 'Alerts about this access' })),
    dataProductId: Type.Optional(
      Type.String({ description: 'Alerts about accesses to the ports of this data product' }),
    ),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The alerts', schema: Type.Array(accessAlertSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { limit, offset, after } = readPage(query);
    const page = { beforeId: readUuidKey(after), limit, offset };
    const { open, accessId, dataProductId } = query;
    const { knex } = services.database;
    const filter = { open, accessId, dataProductId };
    const rows = await listAccessAlerts(knex, principal.organizationId, filter, page);
    return answerList(rows, { url, query }, presentAlert, ({ id }) => id);
  },
});

const resolveRoute = defineRoute({
  method: 'POST',
  path: '/api/access/alerts/:id/resolve',
  name: 'resolveAccessAlert',
  summary: 'Resolve an alert manually',
  tag: 'access',
  permission: { actions: ['ACCESS_EDIT'], on: 'owner' },
  answers: { 200: { description: 'The alert has ended; the answer has no body' } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    if (!isUuid(id)) refuse('not_found', `There is no alert with the id '${id}'.`);
    await resolveAccessAlert(services.database, { id, principal, requestId, now });
    return { status: 200 };
  },
});

/** Reconciliation of accesses and platforms, for components that were offline and for people. */
export const accessReconciliationRoutes: readonly Route[] = [
  grantsRoute,
  driftRoute,
  alertsRoute,
  resolveRoute,
];
