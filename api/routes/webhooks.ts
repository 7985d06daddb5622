import { Type } from '@sinclair/typebox';
import { deleteWebhook } from '../../commands/webhooks/delete-webhook.ts';
import { putWebhook } from '../../commands/webhooks/put-webhook.ts';
import { refuseUnknownWebhook } from '../../commands/webhooks/webhook-audit.ts';
import { findWebhook, listWebhooks } from '../../db/tables/webhooks.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import type { Principal } from '../../domain/principal.ts';
import {
  webhookSchema,
  webhookServerMembers,
  webhookWriteSchema,
} from '../../domain/webhooks/webhook.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { parseDocument, parseObject } from '../parse-document.ts';
import { presentWebhook } from '../present-webhook.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { eventSchemas } from '../schemas/cloud-event.ts';
import { webhookCreatedSchema } from '../schemas/webhooks.ts';
import type { Services } from '../services.ts';
import { warnUnknown } from '../warn-unknown.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});
const path = '/api/webhooks/:id';
const knownTypes = eventSchemas.map(({ $id }) => String($id));

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/webhooks',
  summary:
    'List the webhooks and how they fare, never their secrets; keys that only read see the hosts of urls',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params: Type.Object({}),
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The webhooks', schema: Type.Array(webhookSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const page = readPage(query);
    const { knex } = services.database;
    const rows = await listWebhooks(knex, principal.organizationId, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return {
      status: 200,
      text: `[${shown.map((each) => presentWebhook(each, principal)).join(',')}]`,
      headers: { link },
    };
  },
});

/** The webhook as JSON text. */
async function readWebhook(
  { database: { knex } }: Services,
  principal: Principal,
  id: string,
): Promise<string> {
  const webhook = await findWebhook(knex, { organizationId: principal.organizationId, id });
  return webhook ? presentWebhook(webhook, principal) : refuseUnknownWebhook(id);
}

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary:
    'Get a webhook and how it fares, never its secret; keys that only read see the host of its url',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params,
  query: noQuery,
  answers: { 200: { description: 'The webhook', schema: webhookSchema } },
  handle: async ({ params, principal, services }) => {
    const id = checkDocumentId(params.id);
    return { status: 200, text: await readWebhook(services, principal, id) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Create or replace a webhook; a new one gets the events from now on',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params,
  query: noQuery,
  body: { formats: ['json'], schema: webhookWriteSchema, required: true },
  answers: {
    200: {
      description: 'Stored; there is a body only when a secret was made, which it shows this once',
      schema: webhookCreatedSchema,
      mayBeEmpty: true,
    },
  },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const { secretKey, eventTypePrefix } = services.settings;
    const { document: sent } = await parseObject(body);
    const parsed = await parseDocument(body, id, {
      serverMembers: [...webhookServerMembers, 'secret'],
      defaults: { enabled: true },
    });
    const document =
      'secret' in sent ? { ...parsed.document, secret: sent.secret } : parsed.document;
    const request = { id, principal, requestId, now };
    const rules = { knownTypes, typePrefix: eventTypePrefix, secretKey };
    const put = { ...request, ...rules, document, body: parsed.body };
    const { madeSecret } = await putWebhook(services.database, put);
    const headers = { 'x-catalog-warnings': warnUnknown(webhookWriteSchema, document) };
    if (madeSecret === undefined) return { status: 200, headers };
    const shown = JSON.parse(await readWebhook(services, principal, id)) as object;
    return {
      status: 200,
      headers: { ...headers, 'cache-control': 'no-store' },
      json: { ...shown, secret: madeSecret },
    };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Delete a webhook with its ledger',
  tag: 'webhooks',
  access: 'key',
  permission: 'organization',
  params,
  query: noQuery,
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    await deleteWebhook(services.database, { id, principal, requestId, now });
    return { status: 200 };
  },
});

/** Addresses that events are sent to. */
export const webhookRoutes: readonly Route[] = [listRoute, getRoute, putRoute, deleteRoute];
