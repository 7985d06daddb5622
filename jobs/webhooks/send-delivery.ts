import { openBody, webhookSecretLocation } from '../../commands/secrets/sealed-body.ts';
import { openWebhookSecret } from '../../commands/webhooks/webhook-secret.ts';
import { post, withoutAddress } from '../../connectors/http/post.ts';
import type { PostAnswer } from '../../connectors/http/post.ts';
import { withoutSecrets } from '../../connectors/http/shown-secret.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import type { OutgoingEvent } from '../../domain/feed/cloud-event.ts';
import { deliveryBody } from '../../domain/webhooks/delivery-body.ts';
import { keepHeaders, keepRequest, signaturesIn } from '../../domain/webhooks/exchange.ts';
import type { Exchange, SentRequest } from '../../domain/webhooks/exchange.ts';
import type { AttemptResult } from '../../domain/webhooks/judge-attempt.ts';
import { secretAndKey, signBody, signWebhook } from '../../lib/secrets/webhook-signature.ts';
import type { JobContext } from '../define-job.ts';

const attemptTimeoutMs = 15_000;

/** Enough of an error page to see its cause. */
const excerptBytes = 16 * 1024;

type Address = { url: string };

type Delivery = Pick<WebhookKey, 'organizationId'> & { webhook: Webhook; event: OutgoingEvent };

/** The result of an attempt with what was sent and answered. */
export type SentDelivery = { result: AttemptResult; exchange: Exchange };

/**
 * Posts the signed event in the format of its feed; a failure is a result, but the end of the work is thrown.
 */
export async function sendDelivery(context: JobContext, delivery: Delivery): Promise<SentDelivery> {
  const { clock, settings, signal } = context;
  const { secretKey, webhookAllowedHosts } = settings;
  const { organizationId, webhook, event } = delivery;
  const begun = performance.now();
  const durationMs = (): number => Math.round(performance.now() - begun);
  let request: SentRequest | undefined;
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
    request = keepRequest(headers, body);
    const answer = await post({
      url,
      headers,
      body,
      allowedHosts: webhookAllowedHosts,
      timeoutMs: attemptTimeoutMs,
      excerptBytes,
      signal,
    });
    const hidden = [...secrets.flatMap(secretAndKey), ...signaturesIn(headers)];
    const clean = (text: string): string => withoutSecrets(withoutAddress(text, url), hidden);
    return judgeable(answer, { request, durationMs: durationMs(), clean });
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return {
      result: { status: undefined, error: message },
      exchange: { request, answer: undefined, durationMs: durationMs() },
    };
  }
}

function judgeable(
  answer: PostAnswer,
  sent: { request: SentRequest; durationMs: number; clean: (text: string) => string },
): SentDelivery {
  const { request, durationMs, clean } = sent;
  const retryAfter = answer.headers['retry-after'];
  const kept = { headers: keepHeaders(answer.headers, clean), isCut: answer.isCut };
  return {
    result: {
      status: answer.status,
      text: clean(answer.text),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    },
    exchange: { request, answer: kept, durationMs },
  };
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
  const { body, contentType } = deliveryBody(feed, event, settings);
  const headers = { 'content-type': contentType };
  if (feed === 'catalog') return { body, headers };
  return { body, headers: { ...headers, 'x-protocol-signature': signBody(body, secrets[0]) } };
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
