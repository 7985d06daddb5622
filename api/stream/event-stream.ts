import type { Readable } from 'node:stream';
import type { FeedEvent } from '../../db/tables/feed/events.ts';
import { toCloudEvent } from '../../domain/feed/cloud-event.ts';
import { followFeed } from './followed-feed.ts';
import { oneLine } from './server-sent-stream.ts';
import type { ServerSentStream } from './server-sent-stream.ts';
import type { Services } from '../services.ts';

export type EventStream = ServerSentStream & {
  services: Pick<Services, 'database' | 'draining' | 'clock' | 'settings' | 'log'>;
  afterSeq: number;
  read: (afterSeq: number) => Promise<FeedEvent[]>;
  heartbeatMs?: number;
};

/** Streams the feed as server-sent events; holds no connection while it waits. */
export function openEventStream({ afterSeq, read, ...stream }: EventStream): Readable {
  const { settings } = stream.services;
  return followFeed({
    ...stream,
    channel: 'events_ready',
    position: afterSeq,
    read: async (position) => {
      const events = await read(position);
      return {
        text: events.map((event) => toServerSent(event, settings)).join(''),
        position: events.at(-1)?.seq ?? position,
      };
    },
  });
}

function toServerSent(
  event: FeedEvent,
  settings: Parameters<typeof toCloudEvent>[1] & { eventTypePrefix: string },
): string {
  const json = oneLine(toCloudEvent(event, settings));
  return `id: ${event.id}\nevent: ${settings.eventTypePrefix}${event.type}\ndata: ${json}\n\n`;
}
