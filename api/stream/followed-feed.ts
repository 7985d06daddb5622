import type { Readable } from 'node:stream';
import { isUnavailable } from '../../db/postgres-errors.ts';
import type { Channel } from '../../db/signal.ts';
import { pause } from '../../lib/clock.ts';
import { openServerSentStream } from './server-sent-stream.ts';
import type { ServerSentStream } from './server-sent-stream.ts';
import type { Services } from '../services.ts';
import { createWakeUpSignal } from './wake-up-signal.ts';
import type { WakeUpSignal } from './wake-up-signal.ts';

/** Proxies close connections that are silent for long, many after a minute. */
const usualHeartbeatMs = 8_000;

/** Maximum delay caused by a lost signal. */
const pollMs = 5_000;

/** Clients wait this long after the end of a stream before they reconnect with the id of their last event. */
const reconnectMs = 2_000;

/** The result of reading a feed after a position. */
export type FeedPiece = {
  /** Server-sent events; empty if there is nothing new. */
  text: string;
  /** The position up to which the feed was read. */
  position: number;
  /** True if more events are already available. */
  hasMore?: boolean;
  /** True if this is the end of the feed: the stream ends. */
  isLast?: boolean;
};

export type FollowedFeed = ServerSentStream & {
  services: Pick<Services, 'database' | 'draining' | 'clock' | 'log'>;
  /** Channel of signals about new events. */
  channel: Channel;
  position: number;
  read: (position: number) => Promise<FeedPiece>;
  /** Fields of the block that tells a client its position while there are no events. */
  positionFields?: (position: number) => string;
  /** Sent before everything else. */
  opening?: string;
  heartbeatMs?: number | undefined;
};

/** Streams a feed from a position on as endless server-sent events; holds no connection while it waits. */
export function followFeed(feed: FollowedFeed): Readable {
  return openServerSentStream(feed, (ended) => tellPieces(feed, ended));
}

async function* tellPieces(feed: FollowedFeed, ended: AbortSignal): AsyncGenerator<string> {
  const { services, channel, opening = '', positionFields = () => '' } = feed;
  const wakeUp = createWakeUpSignal(services.database.signals, channel);
  let { position } = feed;
  try {
    yield `retry: ${reconnectMs}\n${positionFields(position)}\n${opening}`;
    while (!ended.aborted) {
      const piece = await readOrWait({ ...feed, position }, wakeUp, ended);
      ({ position } = piece);
      if (piece.text !== '') yield piece.text;
      else if (!ended.aborted) yield `:\n${positionFields(position)}\n`;
      if (piece.isLast) return;
    }
  } finally {
    wakeUp.close();
  }
}

/** The next piece after a position, or nothing if no event came for a heartbeat interval. */
async function readOrWait(
  { services: { log }, read, position, heartbeatMs = usualHeartbeatMs }: FollowedFeed,
  wakeUp: WakeUpSignal,
  ended: AbortSignal,
): Promise<FeedPiece> {
  const until = performance.now() + heartbeatMs;
  const isOver = (): boolean => ended.aborted || performance.now() >= until;
  let piece: FeedPiece = { text: '', position };
  for (;;) {
    try {
      piece = await read(piece.position);
      if (piece.text !== '' || piece.isLast || isOver()) return piece;
      const timeoutMs = Math.min(until - performance.now(), pollMs);
      if (!piece.hasMore) await wakeUp.wait({ timeoutMs, stops: [ended] });
    } catch (error) {
      // Clients do not reconnect after an error of the stream, but Postgres recovers.
      if (!isUnavailable(error)) throw error;
      log.debug({ err: error }, 'events could not be read; will retry');
      await pause(1_000, ended);
      if (isOver()) return piece;
    }
  }
}
