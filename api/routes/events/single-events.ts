import { Type } from '@sinclair/typebox';
import { findFeedEvent } from '../../../db/tables/feed/newest-events.ts';
import type { NewestEvent } from '../../../db/tables/feed/newest-events.ts';
import { listEventDeliveries } from '../../../db/views/webhooks/event-deliveries.ts';
import { refuse } from '../../../domain/errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import type { ApiRequest } from '../../exchange.ts';
import { withEventNames, withSubjectNames } from '../../present/event-names.ts';
import { presentDelivery } from '../../present/webhook.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { cloudEventSchema } from '../../schemas/events/cloud-event.ts';
import { eventDeliverySchema } from '../../schemas/events/webhooks.ts';
import { presentEvent } from './newest-events.ts';

type EventRequest = Pick<ApiRequest<{ id: string }, object>, 'params' | 'principal' | 'services'>;

async function readEvent({ params, principal, services }: EventRequest): Promise<NewestEvent> {
  const { id } = params;
  const { knex } = services.database;
  const found = isUuid(id)
    ? await findFeedEvent(knex, principal.organizationId, id.toLowerCase())
    : undefined;
  return (
    found ??
    refuse(
      'not_found',
      `There is no event with the id '${id}'; events are kept for ${services.settings.eventRetentionDays} days.`,
    )
  );
}

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/events/:id',
  name: 'getEvent',
  summary: 'Get an event of the feed with the names of its author and subject',
  tag: 'events',
  answers: {
    200: {
      description: 'The event',
      schema: cloudEventSchema,
      contentType: 'application/cloudevents+json',
    },
  },
  handle: async (request) => {
    const { principal, services } = request;
    const found = await readEvent(request);
    const { knex } = services.database;
    const [event] = await withEventNames(knex, principal.organizationId, [found]);
    if (!event) throw new Error('an event lost its names');
    const text = presentEvent(event, services.settings);
    return { status: 200, text, contentType: 'application/cloudevents+json' };
  },
});

const deliveriesRoute = defineRoute({
  method: 'GET',
  path: '/api/events/:id/deliveries',
  name: 'listEventDeliveries',
  summary: 'List the deliveries of an event to webhooks; at most 1,000, newest first',
  tag: 'events',
  permission: 'organization',
  answers: { 200: { description: 'The deliveries', schema: Type.Array(eventDeliverySchema) } },
  handle: async (request) => {
    const { id } = await readEvent(request);
    const { principal, services } = request;
    const key = { organizationId: principal.organizationId, id };
    const { knex } = services.database;
    const rows = await listEventDeliveries(knex, key);
    const named = await withSubjectNames(knex, key.organizationId, rows);
    const json = named.map(({ webhookId, ...delivery }) => ({
      webhookId,
      ...presentDelivery(delivery),
    }));
    return { status: 200, json };
  },
});

/** One event of the feed, and where it was sent to. */
export const singleEventRoutes: readonly Route[] = [getRoute, deliveriesRoute];
