import { Type } from '@sinclair/typebox';
import { redeliverWebhook } from '../../../commands/webhooks/redeliver-webhook.ts';
import { resumeWebhook } from '../../../commands/webhooks/resume-webhook.ts';
import { rotateWebhookSecret } from '../../../commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../commands/webhooks/test-webhook.ts';
import { refuseUnknownWebhook } from '../../../commands/webhooks/webhook-audit.ts';
import type { WebhookRequest } from '../../../commands/webhooks/webhook-audit.ts';
import { findWebhook } from '../../../db/tables/webhooks/webhooks.ts';
import {
  findDelivery,
  findEventToDeliver,
  listDeliveries,
} from '../../../db/views/webhooks/deliveries.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { deliveryBody } from '../../../domain/webhooks/delivery-body.ts';
import { webhookSchema } from '../../../domain/webhooks/webhook.ts';
import { isUuid } from '../../../lib/ids.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { withSubjectNames } from '../../present/event-names.ts';
import {
  originOf,
  presentDelivery,
  presentExchange,
  presentWebhook,
} from '../../present/webhook.ts';
import { signatureExample } from '../../present/signature-example.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { ApiRequest } from '../../exchange.ts';
import {
  deliveryStatusSchema,
  rotatedSecretSchema,
  startedDeliverySchema,
  webhookDeliverySchema,
  webhookExchangeSchema,
} from '../../schemas/events/webhooks.ts';

type Request = Pick<
  ApiRequest<{ id: string }, object>,
  'params' | 'principal' | 'requestId' | 'now' | 'services'
>;

function about({ params, principal, requestId, now }: Request): WebhookRequest {
  return { id: checkDocumentId(params.id), principal, requestId, now };
}

const deliveryPath = '/api/webhooks/:id/deliveries/:deliveryId';

const testRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  name: 'testWebhook',
  summary: 'Send one test event now, even if the webhook is paused or disabled',
  tag: 'webhooks',
  permission: 'organization',
  body: { required: false },
  answers: {
    202: {
      description: 'Accepted; Location names the delivery, which shows the outcome',
      schema: startedDeliverySchema,
    },
  },
  handle: async (request) => {
    const webhook = about(request);
    const id = await testWebhook(request.services.database, webhook);
    const location = `/api/webhooks/${encodeURIComponent(webhook.id)}/deliveries/${id}`;
    return { status: 202, headers: { location }, json: { id } };
  },
});

const resumeRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  name: 'resumeWebhook',
  refuses: ['secret_key_missing'],
  summary: 'Resume a paused webhook; undelivered events are sent in order',
  tag: 'webhooks',
  permission: 'organization',
  body: { required: false },
  answers: { 200: { description: 'The webhook as it is now', schema: webhookSchema } },
  handle: async (request) => {
    const { database, settings } = request.services;
    const resume = about(request);
    await resumeWebhook(database, resume);
    const { principal } = request;
    const key = { organizationId: principal.organizationId, id: resume.id };
    const webhook = await findWebhook(database.knex, key);
    if (!webhook) refuseUnknownWebhook(key.id);
    return { status: 200, text: presentWebhook(webhook, request, settings.secretKey) };
  },
});

const rotateRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/rotate-secret',
  name: 'rotateWebhookSecret',
  refuses: ['secret_key_missing'],
  summary: 'Create a new secret, shown only once; the former secret signs too for one more day',
  tag: 'webhooks',
  permission: 'organization',
  shownOnce: true,
  body: { required: false },
  answers: { 200: { description: 'The new secret', schema: rotatedSecretSchema } },
  handle: async (request) => {
    const { database, settings } = request.services;
    const rotation = { ...about(request), secretKey: settings.secretKey };
    const { feed, ...rotated } = await rotateWebhookSecret(database, rotation);
    const of = { id: rotation.id, now: request.now, settings };
    const json = { ...rotated, example: signatureExample(feed, rotated.secret, of) };
    return { status: 200, json, headers: { 'cache-control': 'no-store' } };
  },
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  name: 'listWebhookDeliveries',
  summary: 'List the sent and waiting deliveries of a webhook, newest first',
  tag: 'webhooks',
  permission: 'organization',
  query: Type.Object({
    ...pagingQuery,
    status: Type.Optional({
      ...deliveryStatusSchema,
      description: 'Only deliveries with this status',
    }),
  }),
  answers: { 200: { description: 'The deliveries', schema: Type.Array(webhookDeliverySchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { after, ...rest } = readPage(query);
    const page = { ...rest, after: readUuidKey(after) };
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.id) };
    if (!(await findWebhook(knex, key))) refuseUnknownWebhook(key.id);
    const rows = await listDeliveries(knex, key, query.status, page);
    const named = await withSubjectNames(knex, organizationId, rows);
    return answerList(named, { url, query }, presentDelivery, ({ id }) => id);
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: deliveryPath,
  name: 'getWebhookDelivery',
  summary: 'Get a delivery of a webhook with the request and the answer of its last attempt',
  tag: 'webhooks',
  permission: 'organization',
  answers: { 200: { description: 'The delivery', schema: webhookExchangeSchema } },
  handle: async ({ params, principal, services }) => {
    const { organizationId } = principal;
    const { settings, database } = services;
    const { knex } = database;
    const key = { organizationId, id: checkDocumentId(params.id) };
    const { deliveryId } = params;
    const found = isUuid(deliveryId) ? await findDelivery(knex, key, deliveryId) : undefined;
    const webhook = found && (await findWebhook(knex, key));
    const [named] = await withSubjectNames(knex, organizationId, found ? [found] : []);
    if (named && webhook) {
      const event = await findEventToDeliver(knex, organizationId, named.eventId);
      const body = event && deliveryBody(webhook.feed, event, settings).body;
      const origin = originOf(webhook, principal, settings.secretKey);
      return { status: 200, json: presentExchange(named, { body, origin }) };
    }
    return refuse(
      'not_found',
      `The webhook '${key.id}' has no delivery '${deliveryId}'; GET /api/webhooks/${key.id}/deliveries lists them.`,
    );
  },
});

const redeliverRoute = defineRoute({
  method: 'POST',
  path: `${deliveryPath}/redeliver`,
  name: 'redeliverWebhookDelivery',
  refuses: ['invalid_transition'],
  summary: 'Send a delivery again now, with the same webhook-id',
  tag: 'webhooks',
  permission: 'organization',
  body: { required: false },
  answers: { 202: { description: 'Accepted; the list of deliveries shows the outcome' } },
  handle: async (request) => {
    const { deliveryId } = request.params;
    await redeliverWebhook(request.services.database, { ...about(request), deliveryId });
    return { status: 202 };
  },
});

/** Deliveries to webhooks. */
export const webhookDeliveryRoutes: readonly Route[] = [
  testRoute,
  resumeRoute,
  rotateRoute,
  listRoute,
  getRoute,
  redeliverRoute,
];
