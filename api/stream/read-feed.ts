import type { Database } from '../../db/connect.ts';
import { listEvents } from '../../db/tables/feed/events.ts';
import type { FeedEvent, FeedFilter } from '../../db/tables/feed/events.ts';
import type { OrganizationId } from '../../domain/principal.ts';

type Read = {
  organizationId: OrganizationId;
  afterSeq: number;
  limit: number;
  filter: FeedFilter;
};

const planned = new WeakMap<Database, Map<string, Promise<FeedEvent[]>>>();

/**
 * Reads events after a position. Streams woken by the same signal read the same events and share one statement. It is sent after
 * all of them have asked; a statement already under way may have read before the signal.
 */
export function readFeed(database: Database, read: Read): Promise<FeedEvent[]> {
  const ofDatabase = planned.get(database) ?? new Map<string, Promise<FeedEvent[]>>();
  planned.set(database, ofDatabase);
  const { organizationId, afterSeq, limit, filter } = read;
  const key = JSON.stringify([organizationId, afterSeq, limit, filter.types, filter.subject]);
  const known = ofDatabase.get(key);
  if (known) return known;
  const reading = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    ofDatabase.delete(key);
    return listEvents(database.knex, organizationId, { afterSeq, limit }, filter);
  });
  ofDatabase.set(key, reading);
  return reading;
}
