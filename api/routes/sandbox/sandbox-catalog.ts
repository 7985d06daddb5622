import { Type } from '@sinclair/typebox';
import {
  readSandbox,
  readSandboxFeed,
  reportToSandbox,
} from '../../../commands/sandbox/use-sandbox.ts';
import type { SandboxFeed } from '../../../commands/sandbox/use-sandbox.ts';
import {
  provisioningReportSchema,
  provisioningSchema,
  reportedStatuses,
} from '../../../domain/access/provisioning.ts';
import type { ProvisioningStatus } from '../../../domain/access/provisioning.ts';
import { toCloudEvent } from '../../../domain/feed/cloud-event.ts';
import {
  presentSandboxAccess,
  presentSandboxProduct,
  sandboxIds,
} from '../../../domain/sandbox/sandbox.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { withoutTypePrefix } from '../../../domain/webhooks/event-types.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { ApiRequest } from '../../exchange.ts';
import { operationName } from '../../operation-name.ts';
import { presentExpectedGrants } from '../../present/sandbox.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { accessSchema, expectedGrantsSchema } from '../../schemas/access/access.ts';
import { cloudEventSchema } from '../../schemas/events/cloud-event.ts';
import { createWakeUpSignal } from '../../stream/wake-up-signal.ts';

const path = '/api/sandbox/:id/api';
const accessPath = `${path}/access/:accessId`;
const tag = 'sandbox';
const refuses = ['not_found'] as const;

const longPollMs = 30_000;
const lookAgainMs = 500;

const feedQuery = Type.Object({
  lastEventId: Type.Optional(
    Type.String({ description: 'Id of the last handled event; omitted or null: from the start' }),
  ),
  longPolling: Type.Boolean({ default: false, description: 'Waits up to 30 s for an event' }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 1000,
    description: 'Maximum number of events',
  }),
  types: Type.Optional(
    Type.String({ description: 'Types, comma-separated, with or without prefix' }),
  ),
});

type FeedQuery = { lastEventId?: string; longPolling: boolean; limit: number; types?: string };
type FeedRequest = ApiRequest<{ id: string }, FeedQuery>;

function readOnce({ params, query, principal, services }: FeedRequest): Promise<SandboxFeed> {
  const { lastEventId, limit } = query;
  const after = lastEventId === '' || lastEventId === 'null' ? undefined : lastEventId;
  const names = (query.types ?? '').split(',').map((name) => name.trim());
  const wanted = names.filter(Boolean);
  const types = withoutTypePrefix(wanted, services.settings.eventTypePrefix);
  const request = { id: params.id, principal, now: services.clock.now() };
  return readSandboxFeed(services.database, request, { after, types, limit });
}

async function readOrWait(request: FeedRequest): Promise<SandboxFeed> {
  const { services, gone, checkKey, query } = request;
  const leave = query.longPolling ? services.waiters.enter() : undefined;
  if (!leave) return readOnce(request);
  const until = performance.now() + longPollMs;
  const { draining } = services;
  const stops = [gone, draining];
  const isOver = () => performance.now() >= until || stops.some((stop) => stop.aborted);
  const wakeUp = createWakeUpSignal(services.database.signals, 'events_ready');
  try {
    let read = await readOnce(request);
    while (read.events.length === 0 && !isOver()) {
      // The time of a sandbox brings events without a signal.
      await wakeUp.wait({ timeoutMs: lookAgainMs, stops });
      read = await readOnce(request);
    }
    await checkKey();
    return read;
  } finally {
    wakeUp.close();
    leave();
  }
}

const feedRoute = defineRoute({
  method: 'GET',
  path: `${path}/events`,
  name: 'listSandboxEvents',
  sends: ['x-events-truncated'],
  refuses,
  summary: 'Read the feed of a sandbox as GET /api/events reads the real one, without streams',
  tag,
  query: feedQuery,
  bounded: 'streams',
  answers: {
    200: {
      description:
        'A CloudEvents batch. X-Events-Truncated: true if the sandbox has no event with this id',
      schema: Type.Array(cloudEventSchema),
      contentType: 'application/cloudevents-batch+json',
    },
  },
  handle: async (request) => {
    const { settings } = request.services;
    const { events, isTruncated } = await readOrWait(request);
    const texts = events.map(({ id, type, principal, body, sandboxAt }) =>
      toCloudEvent(
        { id, type, principal, subjectId: sandboxIds.access, data: body, at: sandboxAt },
        settings,
      ),
    );
    return {
      status: 200,
      text: `[${texts.join(',')}]`,
      contentType: 'application/cloudevents-batch+json',
      headers: { 'x-events-truncated': isTruncated ? 'true' : undefined },
    };
  },
});

const grantsRoute = defineRoute({
  method: 'GET',
  path: `${path}/access/expected-grants`,
  name: 'listSandboxExpectedGrants',
  refuses,
  summary: 'List the grants that should exist in a sandbox now',
  tag,
  query: Type.Object({
    platform: Type.Optional(Type.String({ description: 'Type of the output port' })),
  }),
  answers: { 200: { description: 'The grants', schema: expectedGrantsSchema } },
  handle: async ({ params: { id }, query: { platform }, principal, now, services }) => {
    const { database } = services;
    const sandbox = await readSandbox(database, { id, principal, now }, 'expected-grants');
    return { status: 200, json: presentExpectedGrants(sandbox, platform) };
  },
});

const accessRoute = defineRoute({
  method: 'GET',
  path: accessPath,
  name: 'getSandboxAccess',
  refuses,
  summary: 'Get the fake access of a sandbox as GET /api/access/{id} answers real ones',
  tag,
  answers: { 200: { description: 'The access', schema: accessSchema } },
  handle: async ({ params: { id, accessId }, principal, now, services }) => {
    const request = { id, principal, now };
    const wanted = { id: accessId, fake: sandboxIds.access };
    const sandbox = await readSandbox(services.database, request, 'access', wanted);
    return { status: 200, json: presentSandboxAccess(sandbox) };
  },
});

const productRoute = defineRoute({
  method: 'GET',
  path: `${path}/dataproducts/:productId`,
  name: 'getSandboxDataProduct',
  refuses,
  summary: 'Get the fake data product with the output port of a sandbox',
  tag,
  answers: {
    200: {
      description: 'The data product, in ODPS',
      schema: Type.Object({}, { additionalProperties: true, description: 'In ODPS' }),
    },
  },
  handle: async ({ params: { id, productId }, principal, now, services }) => {
    const request = { id, principal, now };
    const wanted = { id: productId, fake: sandboxIds.product };
    const sandbox = await readSandbox(services.database, request, 'data-product', wanted);
    return { status: 200, json: presentSandboxProduct(sandbox) };
  },
});

function reportRoute(name: string, status: ProvisioningStatus): Route {
  return defineRoute({
    method: 'POST',
    path: `${accessPath}/provisioning/${name}`,
    name: operationName('report', `sandbox ${name.replace('-', ' ')}`),
    refuses: ['not_found', 'limit_reached'],
    summary: `Report to a sandbox that ${name.replace('-', ' has ')}`,
    tag,
    body: { schema: provisioningReportSchema, required: false },
    answers: { 200: { description: 'The merged record', schema: provisioningSchema } },
    handle: async ({ params: { id, accessId }, body, principal, now, header, services }) => {
      const document = body.text.trim() === '' ? {} : (await parseObject(body)).document;
      const report = assertValid(provisioningReportSchema, document, 'invalid_body');
      const isKeyed = Boolean(header('idempotency-key'));
      const request = { id, accessId, principal, now, isKeyed };
      const json = await reportToSandbox(services.database, request, status, report);
      return { status: 200, json };
    },
  });
}

/** The part of the catalog that provisioning components use, answered by a sandbox. */
export const sandboxCatalogRoutes: readonly Route[] = [
  feedRoute,
  // Fixed paths before paths with ids.
  grantsRoute,
  accessRoute,
  productRoute,
  ...Object.entries(reportedStatuses).map(([name, status]) => reportRoute(name, status)),
];
