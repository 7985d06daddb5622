import { Type } from '@sinclair/typebox';
import { showBody, webhookSecretLocation } from '../../../commands/secrets/sealed-body.ts';
import { deleteWebhook } from '../../../commands/webhooks/delete-webhook.ts';
import { putWebhook } from '../../../commands/webhooks/put-webhook.ts';
import { refuseUnknownWebhook } from '../../../commands/webhooks/webhook-audit.ts';
import { findWebhook, listWebhooks } from '../../../db/tables/webhooks/webhooks.ts';
import type { WebhookKey } from '../../../db/tables/webhooks/webhooks.ts';
import { countDeliveries } from '../../../db/views/webhooks/deliveries.ts';
import type { DeliveryCounts } from '../../../db/views/webhooks/deliveries.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { withoutTypePrefix } from '../../../domain/webhooks/event-types.ts';
import { feedOf } from '../../../domain/webhooks/feed.ts';
import {
  webhookRequestSchema,
  webhookSchema,
  webhookServerMembers,
  webhookWriteSchema,
} from '../../../domain/webhooks/webhook.ts';
import { withMembers } from '../../../lib/json/text.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { keepAddress } from '../../body/keep-address.ts';
import { parseDocument, parseObject } from '../../body/parse-document.ts';
import { presentListedWebhook, presentWebhook } from '../../present/webhook.ts';
import { collection } from '../../collection.ts';
import { signatureExample } from '../../present/signature-example.ts';
import type { Route } from '../../route.ts';
import { eventSchemas } from '../../schemas/events/cloud-event.ts';
import { listedWebhookSchema, webhookCreatedSchema } from '../../schemas/events/webhooks.ts';
import type { ApiRequest } from '../../exchange.ts';
import type { Services } from '../../services.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';

const knownTypes = eventSchemas.map(({ $id }) => String($id));

/** The webhook as JSON text. */
async function readWebhook(
  { principal, url, services }: Pick<ApiRequest<object, object>, 'principal' | 'url' | 'services'>,
  id: string,
): Promise<string> {
  const { database, settings } = services;
  const key = { organizationId: principal.organizationId, id };
  const webhook = await findWebhook(database.knex, key);
  return webhook
    ? presentWebhook(webhook, { principal, url }, settings.secretKey)
    : refuseUnknownWebhook(id);
}

/** The webhook as it was sent; undefined if there is none. */
async function readStored(
  { database: { knex }, settings: { secretKey } }: Services,
  key: WebhookKey,
): Promise<string | undefined> {
  const webhook = await findWebhook(knex, key);
  return webhook && showBody(webhook.body, secretKey, webhookSecretLocation(key));
}

type WebhookShown = { events: string[] };

const countsQuery = {
  counts: Type.Boolean({
    default: false,
    description: 'Adds the number of stored deliveries by their status',
  }),
};

const noCounts: ReadonlyMap<string, DeliveryCounts> = new Map();

function withCounts(
  webhook: string,
  counts: ReadonlyMap<string, DeliveryCounts>,
  id: string,
): string {
  const deliveries = counts.get(id);
  return deliveries ? withMembers(webhook, { deliveries: JSON.stringify(deliveries) }) : webhook;
}

/** Webhooks. */
export const webhookRoutes: readonly Route[] = collection(
  {
    path: '/api/webhooks/:id',
    noun: 'webhook',
    tag: 'webhooks',
    permission: 'organization',
    schema: webhookSchema,
    listed: listedWebhookSchema,
  },
  {
    list: {
      refuses: ['secret_key_missing'],
      summary:
        'List the webhooks with their state, without secrets; read-only keys and pages see only the host of each URL',
      query: Type.Object({ ...pagingQuery, ...countsQuery }),
      handle: async ({ query, principal, url, services }) => {
        const page = readPage(query);
        const { database, settings } = services;
        const { knex } = database;
        const { organizationId } = principal;
        const rows = await listWebhooks(knex, organizationId, page);
        const shown = rows.slice(0, page.size).map(({ id }) => id);
        const counts = query.counts ? await countDeliveries(knex, organizationId, shown) : noCounts;
        return answerList(
          rows,
          { url, query },
          (each) =>
            withCounts(
              presentListedWebhook(each, { principal, url }, settings.secretKey),
              counts,
              each.id,
            ),
          ({ id }) => id,
        );
      },
    },
    get: {
      refuses: ['secret_key_missing'],
      summary:
        'Get a webhook with its state, without its secret; read-only keys and pages see only the host of its URL',
      query: Type.Object(countsQuery),
      handle: async ({ params, query, principal, url, services }) => {
        const id = checkDocumentId(params.id);
        const webhook = await readWebhook({ principal, url, services }, id);
        const { knex } = services.database;
        const counts = query.counts
          ? await countDeliveries(knex, principal.organizationId, [id])
          : noCounts;
        return { status: 200, text: withCounts(webhook, counts, id) };
      },
    },
    put: {
      sends: ['x-catalog-warnings'],
      refuses: ['limit_reached', 'secret_key_missing'],
      summary: 'Create or replace a webhook; a new webhook receives events from now on',
      body: { schema: webhookRequestSchema },
      answers: {
        200: {
          description:
            'Stored; the answer has a body only if a secret was created, and shows it only once',
          schema: webhookCreatedSchema,
          mayBeEmpty: true,
        },
      },
      handle: async ({ params, body, principal, url, requestId, now, services }) => {
        const id = checkDocumentId(params.id);
        const { secretKey, eventTypePrefix, webhookAllowedHosts } = services.settings;
        const { document: sent } = await parseObject(body);
        const written = await parseDocument(body, id, {
          serverMembers: [...webhookServerMembers, 'secret'],
          defaults: { enabled: true },
        });
        const parsed = await keepAddress(written, 'url', () =>
          readStored(services, { organizationId: principal.organizationId, id }),
        );
        const document =
          'secret' in sent ? { ...parsed.document, secret: sent.secret } : parsed.document;
        const request = { id, principal, requestId, now };
        const rules = { knownTypes, typePrefix: eventTypePrefix, secretKey };
        const allowedHosts = webhookAllowedHosts;
        const put = { ...request, ...rules, allowedHosts, document, body: parsed.body };
        const { madeSecret, warning } = await putWebhook(services.database, put);
        const headers = {
          'x-catalog-warnings': warnUnknown(webhookWriteSchema, document, warning),
        };
        if (madeSecret === undefined) return { status: 200, headers };
        const shown = JSON.parse(
          await readWebhook({ principal, url, services }, id),
        ) as WebhookShown;
        return {
          status: 200,
          headers: { ...headers, 'cache-control': 'no-store' },
          json: {
            ...shown,
            secret: madeSecret,
            example: signatureExample(
              feedOf(withoutTypePrefix(shown.events, eventTypePrefix)),
              madeSecret,
              {
                id,
                now,
                settings: services.settings,
              },
            ),
          },
        };
      },
    },
    delete: {
      summary: 'Delete a webhook with its deliveries',
      handle: async ({ params, principal, requestId, now, services }) => {
        const id = checkDocumentId(params.id);
        await deleteWebhook(services.database, { id, principal, requestId, now });
        return { status: 200 };
      },
    },
  },
);
