import { findEventSeq, findSeqBehindId } from '../db/tables/events.ts';
import { findFeedHorizon } from '../db/tables/feed-horizons.ts';
import { refuse } from '../domain/errors.ts';
import { isUuid, lowestId, uuidTime } from '../lib/ids.ts';
import type { ApiRequest } from './route.ts';

/** Where reading goes on. `truncated` when events that lay behind the cursor are no longer kept. */
export type FeedPosition = { seq: number; truncated: boolean };

/**
 * Finds the place behind a cursor: the event itself; the start of what is kept when retention took that event away; else
 * the instant that its UUID carries, for an id that was never issued (decisions §6).
 */
export async function findFeedPosition(
  { principal, services, now }: Pick<ApiRequest<object, object>, 'principal' | 'services' | 'now'>,
  lastEventId: string | undefined,
): Promise<FeedPosition> {
  const { knex } = services.database;
  const { organizationId } = principal;
  if (lastEventId === undefined || lastEventId === '' || lastEventId === 'null') {
    return { seq: 0, truncated: (await findFeedHorizon(knex, organizationId)) !== undefined };
  }
  const time = uuidTime(lastEventId);
  if (time === undefined) return refuseCursor(lastEventId);
  const id = lastEventId.toLowerCase();
  const seq = await findEventSeq(knex, organizationId, id);
  if (seq !== undefined) return { seq, truncated: false };
  const horizon = await findFeedHorizon(knex, organizationId);
  if (horizon && time <= (uuidTime(horizon.latestId) ?? 0))
    return { seq: horizon.seq, truncated: true };
  const kept = now.getTime() - services.settings.eventRetentionDays * 24 * 3_600_000;
  const behind = id.charAt(14) === '7' ? id : lowestId(time);
  return {
    seq: await findSeqBehindId(knex, organizationId, behind),
    truncated: time < kept,
  };
}

function refuseCursor(lastEventId: string): never {
  const reason = isUuid(lastEventId) ? 'a UUID without a time' : 'no id of an event';
  return refuse(
    'bad_request',
    `lastEventId=${lastEventId.slice(0, 100)} is ${reason}; send the id of the last event that was handled, or leave it out to start at the beginning.`,
  );
}
