import type { MessagingHead } from '../db/tables/messaging-heads.ts';
import { refuse } from '../domain/errors.ts';

/**
 * Where a stream of messages begins: now, or behind the last event that its client has. It is `isTruncated` when something behind
 * that is no longer kept; so is a position that was never given, which a client has when a backup was restored meanwhile.
 */
export function readStreamPosition(
  lastEventId: string | undefined,
  { position, horizon }: MessagingHead,
): { position: number; isTruncated: boolean } {
  if (lastEventId === undefined) return { position, isTruncated: false };
  if (!/^\d{1,15}$/.test(lastEventId)) {
    refuse(
      'bad_request',
      'Last-Event-ID is no id of an event of this stream; leave it out to start now.',
    );
  }
  const last = Number(lastEventId);
  if (last > position) return { position, isTruncated: true };
  return { position: Math.max(last, horizon), isTruncated: last < horizon };
}
