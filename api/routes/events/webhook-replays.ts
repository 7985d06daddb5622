import { Type } from '@sinclair/typebox';
import {
  getReplay,
  previewReplay,
  startReplay,
  stopReplay,
} from '../../../commands/webhooks/replay-webhook.ts';
import type { ReplayRequest } from '../../../commands/webhooks/replay-webhook.ts';
import type { ReplayEnd } from '../../../commands/webhooks/replay-range.ts';
import { refuseUnknownWebhook } from '../../../commands/webhooks/webhook-audit.ts';
import { listReplays } from '../../../db/tables/webhooks/replays.ts';
import type { Replay } from '../../../db/tables/webhooks/replays.ts';
import { findWebhook } from '../../../db/tables/webhooks/webhooks.ts';
import { messagingEventTypes } from '../../../domain/messaging/event-types.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { parseObject } from '../../body/parse-document.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { readInstant } from '../../http/read-instant.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { ApiRequest } from '../../exchange.ts';
import { eventSchemas } from '../../schemas/events/cloud-event.ts';
import {
  replayPlanSchema,
  replayRequestSchema,
  replaySchema,
} from '../../schemas/events/replays.ts';

const knownTypes = eventSchemas.map(({ $id }) => String($id));

type About = Pick<
  ApiRequest<{ id: string }, object>,
  'params' | 'principal' | 'requestId' | 'now' | 'services'
>;

const feeds: readonly (readonly string[])[] = [knownTypes, messagingEventTypes];

/** True if no type of a feed is missing. */
const isEverything = (events: readonly string[]): boolean =>
  feeds.some((types) => types.every((type) => events.includes(type)));

const replaysPath = '/api/webhooks/:id/replays';

const startRoute = defineRoute({
  method: 'POST',
  path: '/api/webhooks/:id/replay',
  name: 'replayWebhook',
  refuses: ['invalid_body', 'unknown_reference', 'limit_reached', 'invalid_transition'],
  summary:
    'Send events of the feed again to a webhook, in their order and under their former ids; dryRun=true counts them first',
  tag: 'webhooks',
  permission: 'organization',
  body: { schema: replayRequestSchema },
  dryRun: 'own',
  answers: {
    200: { description: 'With dryRun: what would be sent', schema: replayPlanSchema },
    202: { description: 'The replay has begun; Location shows its progress', schema: replaySchema },
  },
  handle: async (request) => {
    const { body, query, services } = request;
    const { document } = await parseObject(body);
    const sent = assertValid(replayRequestSchema, document, 'invalid_body');
    const wanted: ReplayRequest = {
      ...about(request),
      from: readEnd('from', sent.from),
      to: typeof sent.to === 'string' ? readEnd('to', sent.to) : undefined,
      types: sent.types ?? undefined,
      knownTypes,
      typePrefix: services.settings.eventTypePrefix,
    };
    const { database } = services;
    if (query.dryRun === true) {
      const { count, fromSeq, toSeq, types } = await previewReplay(database.knex, wanted);
      const json = { count, fromPosition: fromSeq, toPosition: toSeq, types };
      return { status: 200, json };
    }
    const expectedCount = sent.expectedCount ?? undefined;
    const id = await startReplay(database, { ...wanted, expectedCount });
    const location = `/api/webhooks/${encodeURIComponent(wanted.id)}/replays/${id}`;
    return { status: 202, headers: { location }, json: await readReplay(request, id) };
  },
});

function about({ params, principal, requestId, now }: About) {
  return { id: checkDocumentId(params.id), principal, requestId, now };
}

function readEnd(name: string, text: string): ReplayEnd {
  if (isUuid(text)) return { id: text.toLowerCase() };
  return { at: readInstant(name, text) ?? new Date(0) };
}

async function readReplay(request: About, id: string): Promise<object> {
  const { organizationId } = request.principal;
  const { knex } = request.services.database;
  const webhook = { organizationId, id: checkDocumentId(request.params.id) };
  const found = await getReplay(knex, { webhook, id });
  const [named] = await withPrincipalNames(knex, organizationId, [found]);
  return presentReplay(webhook.id, named ?? { ...found, principalName: null });
}

function presentReplay(
  webhookId: string,
  { fromSeq, toSeq, events, ...replay }: Replay & { principalName: string | null },
): object {
  return {
    ...replay,
    webhookId,
    fromPosition: fromSeq,
    toPosition: toSeq,
    types: events,
    allTypes: isEverything(events),
  };
}

const listRoute = defineRoute({
  method: 'GET',
  path: replaysPath,
  name: 'listWebhookReplays',
  summary: 'List the replays of a webhook with their progress, newest first',
  tag: 'webhooks',
  permission: 'organization',
  query: Type.Object({
    ...pagingQuery,
    size: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Entries per page',
    }),
  }),
  answers: { 200: { description: 'The replays', schema: Type.Array(replaySchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { after, ...rest } = readPage(query);
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.id) };
    if (!(await findWebhook(knex, key))) refuseUnknownWebhook(key.id);
    const rows = await listReplays(knex, key, { ...rest, after: readUuidKey(after) });
    const named = await withPrincipalNames(knex, organizationId, rows);
    const present = (replay: (typeof named)[number]): object => presentReplay(key.id, replay);
    return answerList(named, { url, query }, present, ({ id }) => id);
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${replaysPath}/:replayId`,
  name: 'getWebhookReplay',
  summary: 'Get a replay of a webhook with its progress',
  tag: 'webhooks',
  permission: 'organization',
  answers: { 200: { description: 'The replay', schema: replaySchema } },
  handle: async (request) => ({
    status: 200,
    json: await readReplay(request, request.params.replayId),
  }),
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: `${replaysPath}/:replayId/cancel`,
  name: 'cancelWebhookReplay',
  summary: 'Cancel a replay; its waiting deliveries are given up',
  tag: 'webhooks',
  permission: 'organization',
  body: { required: false },
  answers: { 200: { description: 'The replay as it is now', schema: replaySchema } },
  handle: async (request) => {
    const { replayId } = request.params;
    await stopReplay(request.services.database, { ...about(request), replayId });
    return { status: 200, json: await readReplay(request, replayId) };
  },
});

/** Events that are sent again to a webhook. */
export const webhookReplayRoutes: readonly Route[] = [startRoute, listRoute, getRoute, cancelRoute];
