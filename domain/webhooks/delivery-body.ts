import { toCloudEvent } from '../feed/cloud-event.ts';
import type { OutgoingEvent } from '../feed/cloud-event.ts';
import { messagingWebhookBody } from '../messaging/webhook-body.ts';
import type { WebhookFeed } from './feed.ts';

/** The body of a delivery in the format of its feed. */
export function deliveryBody(
  feed: WebhookFeed,
  event: OutgoingEvent,
  settings: Parameters<typeof toCloudEvent>[1],
): { contentType: string; body: string } {
  return feed === 'catalog'
    ? { contentType: 'application/cloudevents+json', body: toCloudEvent(event, settings) }
    : { contentType: 'application/json', body: messagingWebhookBody(event) };
}
