import type { Readable } from 'node:stream';
import { isUnavailable } from '../db/postgres-errors.ts';
import type { Channel } from '../db/signal.ts';
import { pause } from '../lib/clock.ts';
import { openServerSentStream } from './server-sent-stream.ts';
import type { ServerSentStream } from './server-sent-stream.ts';
import type { Services } from './services.ts';
import { createBell } from './signal-bell.ts';
import type { Bell } from './signal-bell.ts';

/** Proxies close connections that are silent for long; many do after a minute. */
const usualHeartbeatMs = 8_000;

/** A lost signal costs at most this. */
const pollMs = 5_000;

/** After the end of a stream, clients wait so long and connect again, with the id of their last event. */
const reconnectMs = 2_000;

/** What was found behind a position of a feed. */
export type FeedPiece = {
  /** As server-sent events; empty when there is nothing to tell. */
  text: string;
  /** Up to where the feed was looked at. */
  position: number;
  /** There is more behind it already. */
  hasMore?: boolean;
  /** Nothing will be told behind it: the stream ends. */
  isLast?: boolean;
};

export type FollowedFeed = ServerSentStream & {
  services: Pick<Services, 'database' | 'draining' | 'clock' | 'log'>;
  /** Signals that there may be something new. */
  channel: Channel;
  position: number;
  read: (position: number) => Promise<FeedPiece>;
  /** Fields of the block by which a client learns where it is while there is nothing to tell. */
  place?: (position: number) => string;
  /** Told before everything else. */
  opening?: string;
  heartbeatMs?: number | undefined;
};

/** A feed from a position on, as server-sent events without end; it holds no connection while it waits. */
export function followFeed(feed: FollowedFeed): Readable {
  return openServerSentStream(feed, (ended) => tellPieces(feed, ended));
}

async function* tellPieces(feed: FollowedFeed, ended: AbortSignal): AsyncGenerator<string> {
  const { services, channel, opening = '', place = () => '' } = feed;
  const bell = createBell(services.database.signals, channel);
  let { position } = feed;
  try {
    yield `retry: ${reconnectMs}\n${place(position)}\n${opening}`;
    while (!ended.aborted) {
      const piece = await readOrWait({ ...feed, position }, bell, ended);
      ({ position } = piece);
      if (piece.text !== '') yield piece.text;
      else if (!ended.aborted) yield `:\n${place(position)}\n`;
      if (piece.isLast) return;
    }
  } finally {
    bell.close();
  }
}

/** What is to be told behind a position, or nothing when there was nothing for as long as silence may last. */
async function readOrWait(
  { services: { log }, read, position, heartbeatMs = usualHeartbeatMs }: FollowedFeed,
  bell: Bell,
  ended: AbortSignal,
): Promise<FeedPiece> {
  const until = Date.now() + heartbeatMs;
  const isOver = (): boolean => ended.aborted || Date.now() >= until;
  let piece: FeedPiece = { text: '', position };
  for (;;) {
    try {
      piece = await read(piece.position);
      if (piece.text !== '' || piece.isLast || isOver()) return piece;
      const timeoutMs = Math.min(until - Date.now(), pollMs);
      if (!piece.hasMore) await bell.wait({ timeoutMs, stops: [ended] });
    } catch (error) {
      // Clients of the stream do not come again after an error; Postgres does.
      if (!isUnavailable(error)) throw error;
      log.debug({ err: error }, 'events not read; it is tried again');
      await pause(1_000, ended);
      if (isOver()) return piece;
    }
  }
}
