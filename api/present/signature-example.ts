import { deliveryBody } from '../../domain/webhooks/delivery-body.ts';
import type { WebhookFeed } from '../../domain/webhooks/feed.ts';
import { newId } from '../../lib/ids.ts';
import { signBody, signWebhook } from '../../lib/secrets/webhook-signature.ts';
import type { ApiSettings } from '../services.ts';

/** A signed message with which a receiver can be checked. */
export type SignatureExample = {
  headers: Record<string, string>;
  body: string;
  /** What Standard Webhooks sign. */
  signedContent: string;
};

/** Signs a test event with a secret that is shown in the same answer; nothing is sent. */
export function signatureExample(
  feed: WebhookFeed,
  secret: string,
  { id, now, settings }: { id: string; now: Date; settings: ApiSettings },
): SignatureExample {
  const data = JSON.stringify({ id, timestamp: now.toISOString() });
  const subject = { type: 'WebhookTested', subjectId: id, principal: 'system' };
  const event = { id: newId(), ...subject, data, at: now };
  const { body, contentType } = deliveryBody(feed, event, settings);
  const signed = signWebhook({ id: event.id, sentAt: now, body }, [secret]);
  const ofMessaging = feed === 'messaging' && { 'x-protocol-signature': signBody(body, secret) };
  return {
    headers: { 'content-type': contentType, ...ofMessaging, ...signed },
    body,
    signedContent: `${signed['webhook-id']}.${signed['webhook-timestamp']}.${body}`,
  };
}
