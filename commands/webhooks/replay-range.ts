import type { Db } from '../../db/connect.ts';
import { findEventSeq, findSeqBehindId } from '../../db/tables/feed/events.ts';
import { findWebhookCursor } from '../../db/tables/webhooks/cursors.ts';
import { countEvents, findMessagingPosition } from '../../db/tables/webhooks/replays.ts';
import type { ReplayRange } from '../../db/tables/webhooks/replays.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { refuse } from '../../domain/errors.ts';
import { messagingEventTypes } from '../../domain/messaging/event-types.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import {
  checkEventTypes,
  isWantedType,
  withoutTypePrefix,
} from '../../domain/webhooks/event-types.ts';
import { lowestId } from '../../lib/ids.ts';

/** An event, or a time: the events from then on, or before it. */
export type ReplayEnd = { id: string } | { at: Date };

export type RequestedRange = {
  from: ReplayEnd;
  /** Undefined: up to the last event that became a delivery. */
  to: ReplayEnd | undefined;
  /** Patterns of types; undefined: all that the webhook receives. */
  types: readonly string[] | undefined;
};

/** What a replay would send. */
export type ReplayPlan = ReplayRange & {
  count: number;
  types: { type: string; count: number }[];
};

/** Most events of one replay. */
export const maxReplayed = 100_000;

/**
 * Finds the events that a replay would send. Refuses with `invalid_body` types that the webhook does not receive, with
 * `unknown_reference` events that are not kept, and with `limit_reached` more than 100,000 events.
 */
export async function planReplay(
  db: Db,
  key: WebhookKey,
  webhook: Webhook,
  requested: RequestedRange & { knownTypes: readonly string[]; typePrefix: string },
): Promise<ReplayPlan> {
  const wanted = wantedTypes(webhook, requested);
  const { organizationId } = key;
  const { feed } = webhook;
  const of = { organizationId, feed };
  const fromSeq = await positionOf(db, of, 'from', requested.from);
  const cursor = await findWebhookCursor(db, key);
  const to = requested.to ? await positionOf(db, of, 'to', requested.to) : cursor;
  const toSeq = Math.min(to, cursor);
  const span = { feed, fromSeq, toSeq, types: wanted };
  const types = await countEvents(db, organizationId, span, maxReplayed + 1);
  const count = types.reduce((sum, each) => sum + each.count, 0);
  if (count > maxReplayed) {
    refuse(
      'limit_reached',
      `The replay would send more than ${maxReplayed} events; choose a later from, an earlier to, or fewer types.`,
    );
  }
  return { fromSeq, toSeq, events: wanted, count, types };
}

function wantedTypes(
  { events, feed }: Webhook,
  {
    types,
    knownTypes,
    typePrefix,
  }: { types: readonly string[] | undefined } & {
    knownTypes: readonly string[];
    typePrefix: string;
  },
): string[] {
  const known = (feed === 'catalog' ? knownTypes : messagingEventTypes).filter((type) =>
    isWantedType(events, type),
  );
  if (types === undefined) return [...known];
  const patterns = withoutTypePrefix(types, typePrefix);
  const unknown = checkEventTypes(patterns, known).map(({ field }) => ({
    field: field.replace('events', 'types'),
    message: 'is no type of event that the webhook receives',
  }));
  assertNoViolations(unknown, 'invalid_body');
  return known.filter((type) => isWantedType(patterns, type));
}

type FeedOf = Pick<WebhookKey, 'organizationId'> & Pick<Webhook, 'feed'>;

/** The position of an event; of a time, that of the first event at or after it, or for `to` of the last event before it. */
async function positionOf(
  db: Db,
  of: FeedOf,
  name: 'from' | 'to',
  end: ReplayEnd,
): Promise<number> {
  if ('id' in end) {
    const { organizationId, feed } = of;
    const seq =
      feed === 'messaging'
        ? await findMessagingPosition(db, organizationId, end)
        : await findEventSeq(db, organizationId, end.id);
    return (
      seq ??
      refuse('unknown_reference', `${name}: the feed has no event '${end.id}', or no longer.`)
    );
  }
  const before = await positionBefore(db, of, end.at);
  return name === 'from' ? before + 1 : before;
}

async function positionBefore(db: Db, { organizationId, feed }: FeedOf, at: Date): Promise<number> {
  if (feed === 'catalog') return findSeqBehindId(db, organizationId, lowestId(at.getTime()));
  const first = await findMessagingPosition(db, organizationId, { at });
  return first === undefined ? Number.MAX_SAFE_INTEGER - 1 : first - 1;
}
