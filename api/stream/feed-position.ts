import { findEventSeq, findSeqBehindId } from '../../db/tables/feed/events.ts';
import { findFeedHorizon } from '../../db/tables/feed/horizons.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid, lowestId, uuidTime } from '../../lib/ids.ts';
import type { ApiRequest } from '../exchange.ts';

/** The position where reading continues; `truncated` if events after the cursor are no longer kept. */
export type FeedPosition = { seq: number; truncated: boolean };

/**
 * Finds the position after a cursor: the event itself; the start of the kept events if retention removed the event; else the time
 * in its UUID, for an id that was never issued (docs/decisions/0016-the-feed-for-its-readers.md).
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
  const reason = isUuid(lastEventId) ? 'a UUID without a time' : 'not an event id';
  return refuse(
    'bad_request',
    `lastEventId=${lastEventId.slice(0, 100)} is ${reason}; send the id of the last event you handled, or omit the parameter to start at the beginning.`,
  );
}
