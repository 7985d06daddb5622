import type { MessagingHead } from '../../db/tables/messaging/messaging-heads.ts';
import { refuse } from '../../domain/errors.ts';

/**
 * The start position of a stream of messages: now, or after the last event of the client. `isTruncated` if later events are no
 * longer kept, or the position was never issued, as after restoring a backup.
 */
export function readStreamPosition(
  lastEventId: string | undefined,
  { position, horizon }: MessagingHead,
): { position: number; isTruncated: boolean } {
  if (lastEventId === undefined) return { position, isTruncated: false };
  if (!/^\d{1,15}$/.test(lastEventId)) {
    refuse(
      'bad_request',
      'Last-Event-ID is not the id of an event of this stream; omit it to start now.',
    );
  }
  const last = Number(lastEventId);
  if (last > position) return { position, isTruncated: true };
  return { position: Math.max(last, horizon), isTruncated: last < horizon };
}
