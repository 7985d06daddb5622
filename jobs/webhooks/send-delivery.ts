import { openBody, webhookSecretLocation } from '../../commands/secrets/sealed-body.ts';
import { openWebhookSecret } from '../../commands/webhooks/webhook-secret.ts';
import { post, withoutAddress } from '../../connectors/http/post.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { toCloudEvent } from '../../domain/feed/cloud-event.ts';
import type { OutgoingEvent } from '../../domain/feed/cloud-event.ts';
import { messagingWebhookBody } from '../../domain/messaging/webhook-body.ts';
import type { AttemptResult } from '../../domain/webhooks/judge-attempt.ts';
import { signBody, signWebhook } from '../../lib/secrets/webhook-signature.ts';
import type { JobContext } from '../define-job.ts';

const attemptTimeoutMs = 15_000;

type Address = { url: string };

/**
 * Posts the signed event in the format of its feed; a failure is a result, but the end of the work is thrown.
 */
export async function sendDelivery(
  { clock, settings, signal }: JobContext,
  {
    organizationId,
    webhook,
    event,
  }: Pick<WebhookKey, 'organizationId'> & {
    webhook: Webhook;
    event: OutgoingEvent;
  },
): Promise<AttemptResult> {
  const { secretKey, webhookAllowedHosts } = settings;
  try {
    const key = { organizationId, id: webhook.id };
    const now = clock.now();
    const secrets = openSecrets(webhook, now, (sealed) =>
      openWebhookSecret(sealed, secretKey, key),
    );
    const { url } = JSON.parse(
      openBody(webhook.body, secretKey, webhookSecretLocation(key)),
    ) as Address;
    const { body, headers: ofFeed } = write(webhook, event, { settings, secrets });
    const headers = { ...ofFeed, ...signWebhook({ id: event.id, sentAt: now, body }, secrets) };
    const answer = await post({
      url,
      headers,
      body,
      allowedHosts: webhookAllowedHosts,
      timeoutMs: attemptTimeoutMs,
      signal,
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.status,
      text: withoutAddress(answer.text, url),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { status: undefined, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The body and headers of the event's format. The header of messaging has room for one signature: that of the
 * newest secret.
 */
function write(
  { feed }: Webhook,
  event: OutgoingEvent,
  { settings, secrets }: Pick<JobContext, 'settings'> & { secrets: Secrets },
): { body: string; headers: Record<string, string> } {
  if (feed === 'catalog') {
    const headers = { 'content-type': 'application/cloudevents+json' };
    return { body: toCloudEvent(event, settings), headers };
  }
  const body = messagingWebhookBody(event);
  const signature = signBody(body, secrets[0]);
  const headers = { 'content-type': 'application/json', 'x-protocol-signature': signature };
  return { body, headers };
}

/** The signing secret, and further secrets that also sign. */
type Secrets = [string, ...string[]];

/**
 * The current secret, and the former one while it also signs and can be read, so that receivers have a day to
 * switch.
 */
function openSecrets(webhook: Webhook, now: Date, open: (sealed: string) => string): Secrets {
  const { secret, previousSecret, previousSecretUntil } = webhook;
  const isKept = previousSecret !== null && previousSecretUntil !== null;
  const secrets: Secrets = [open(secret)];
  if (!isKept || previousSecretUntil <= now) return secrets;
  try {
    secrets.push(open(previousSecret));
  } catch {
    // Sealed under another SECRET_KEY; only the new one signs.
  }
  return secrets;
}
