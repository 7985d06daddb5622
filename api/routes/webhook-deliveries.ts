import { Type } from '@sinclair/typebox';
import { redeliverWebhook } from '../../commands/webhooks/redeliver-webhook.ts';
import { resumeWebhook } from '../../commands/webhooks/resume-webhook.ts';
import { rotateWebhookSecret } from '../../commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../commands/webhooks/test-webhook.ts';
import { refuseUnknownWebhook } from '../../commands/webhooks/webhook-audit.ts';
import type { WebhookRequest } from '../../commands/webhooks/webhook-audit.ts';
import { findWebhook } from '../../db/tables/webhooks.ts';
import type { Database } from '../../db/connect.ts';
import { listDeliveries } from '../../db/views/webhook-deliveries.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { webhookSchema } from '../../domain/webhooks/webhook.ts';
import { isUuid } from '../../lib/ids.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { presentDelivery, presentWebhook } from '../present-webhook.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';
import {
  deliveryStatusSchema,
  rotatedSecretSchema,
  webhookDeliverySchema,
} from '../schemas/webhooks.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});
const noBody = { formats: ['json'], required: false } as const;

type Request = Pick<
  ApiRequest<{ id: string }, object>,
  'params' | 'principal' | 'requestId' | 'now' | 'services'
>;

function about({ params, principal, requestId, now }: Request): WebhookRequest {
  return { id: checkDocumentId(params.id), principal, requestId, now };
}

/** A POST that answers at once, as what it asks for is done as work. */
function laterRoute(
  path: string,
  summary: string,
  command: (database: Database, request: WebhookRequest) => Promise<void>,
): Route {
  return defineRoute({
    method: 'POST',
    path,
    summary,
    tag: 'webhooks',
    access: 'key',
    permission: 'organization',
    params,
    query: noQuery,
    body: noBody,
    answers: { 202: { description: 'Will be sent; the ledger tells how it went' } },
    handle: async (request) => {
      await command(request.services.database, about(request));
      return { status: 202 };
    },
  });
}

const testRoute = laterRoute(
  '/api/webhooks/:id/test',
  'Send a test event now and once, also while the webhook is paused or disabled',
  testWebhook,
);

const resumeRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  summary: 'End a pause: what was not delivered is sent from now on, in its order',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params,
  query: noQuery,
  body: noBody,
  answers: { 200: { description: 'The webhook as it is now', schema: webhookSchema } },
  handle: async (request) => {
    const { database } = request.services;
    const resume = about(request);
    await resumeWebhook(database, resume);
    const { principal } = request;
    const key = { organizationId: principal.organizationId, id: resume.id };
    const webhook = await findWebhook(database.knex, key);
    if (!webhook) refuseUnknownWebhook(key.id);
    return { status: 200, text: presentWebhook(webhook, principal) };
  },
});

const rotateRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/rotate-secret',
  summary: 'Make a new secret, shown only this once; for a day the former one signs beside it',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  shownOnce: true,
  params,
  query: noQuery,
  body: noBody,
  answers: { 200: { description: 'The new secret', schema: rotatedSecretSchema } },
  handle: async (request) => {
    const { database, settings } = request.services;
    const rotation = { ...about(request), secretKey: settings.secretKey };
    const json = await rotateWebhookSecret(database, rotation);
    return { status: 200, json, headers: { 'cache-control': 'no-store' } };
  },
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'List what was sent to a webhook, or waits to be, newest first',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object({ ...pagingQuery, status: Type.Optional(deliveryStatusSchema) }),
  answers: { 200: { description: 'The ledger', schema: Type.Array(webhookDeliverySchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const page = readPage(query);
    if (page.after !== undefined && !isUuid(page.after)) {
      refuse('bad_request', `after=${page.after} is no id of a delivery; those are UUIDs.`);
    }
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.id) };
    if (!(await findWebhook(knex, key))) refuseUnknownWebhook(key.id);
    const rows = await listDeliveries(knex, key, query.status, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return {
      status: 200,
      json: shown.map(presentDelivery),
      headers: { link },
    };
  },
});

const redeliverRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/redeliver',
  summary: 'Send a delivery once more, now, under the same webhook-id',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params: Type.Object({ id: Type.String(), deliveryId: Type.String() }),
  query: noQuery,
  body: noBody,
  answers: { 202: { description: 'Will be sent; the ledger tells how it went' } },
  handle: async (request) => {
    const { deliveryId } = request.params;
    await redeliverWebhook(request.services.database, { ...about(request), deliveryId });
    return { status: 202 };
  },
});

/** What becomes of what is sent to webhooks. */
export const webhookDeliveryRoutes: readonly Route[] = [
  testRoute,
  resumeRoute,
  rotateRoute,
  listRoute,
  redeliverRoute,
];
