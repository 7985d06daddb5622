import type { Db } from '../../../db/connect.ts';
import { listEvents } from '../../../db/tables/feed/events.ts';
import type { FeedEvent } from '../../../db/tables/feed/events.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { pause } from '../../../lib/clock.ts';

/** Follows the feed with a cursor like a client; `seen` are the received events in order. */
export type FeedReader = { seen: FeedEvent[]; stop: () => Promise<void> };

export function followFeed(db: Db, organizationId: OrganizationId, limit = 7): FeedReader {
  const seen: FeedEvent[] = [];
  const stopped = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const afterSeq = seen.at(-1)?.seq ?? 0;
      const filter = { types: undefined, subject: undefined };
      const page = await listEvents(db, organizationId, { afterSeq, limit }, filter);
      seen.push(...page);
      if (page.length < limit) await pause(5);
    }
  };
  const following = follow();
  return {
    seen,
    stop: async () => {
      stopped.abort();
      await following;
    },
  };
}
