import { createHash } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { upsertFeedReaders } from '../../db/tables/feed/readers.ts';
import type { FeedReader } from '../../db/tables/feed/readers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';

/** Positions are stored this often, so that a poll costs no write. */
const storeMs = 10_000;

/** A process remembers this many readers between two writes; more of them are not shown. */
const maxReaders = 1_000;

const maxAgentLength = 200;

/** Remembers how far clients have read the feed. */
export type FeedReaders = {
  /** Notes that a client was sent events up to a position. */
  note: (read: Omit<FeedReader, 'id' | 'seenAt'>) => void;
  /** Stores what was noted; the readers of other processes are at most 10 s old. */
  store: () => Promise<void>;
  close: () => Promise<void>;
};

/** Positions are lost when Postgres is away or the process dies; the next read notes them again. */
export function createFeedReaders({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
}): FeedReaders {
  const noted = new Map<string, FeedReader>();
  let timer: NodeJS.Timeout | undefined;
  const store = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const readers = [...noted.values()];
    noted.clear();
    if (readers.length === 0) return;
    try {
      await upsertFeedReaders(database.knex, readers);
    } catch (error) {
      log.debug({ err: error }, 'readers of the feed not stored');
    }
  };
  return {
    note: ({ agent, ...read }) => {
      const reader = { ...read, agent: agent?.slice(0, maxAgentLength) };
      const id = idOf(reader);
      const key = `${reader.organizationId}/${id}`;
      if (noted.size >= maxReaders && !noted.has(key)) return;
      noted.set(key, { ...reader, id, seenAt: clock.now() });
      timer ??= setTimeout(() => void store(), storeMs).unref();
    },
    store,
    close: store,
  };
}

/** Requests with the same credential, program and filter count as one reader. */
function idOf({ form, principal, agent, types }: Omit<FeedReader, 'id' | 'seenAt'>): string {
  const text = JSON.stringify([form, principal, agent ?? null, types ?? null]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
