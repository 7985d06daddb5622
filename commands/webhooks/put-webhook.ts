import type { Database, Tx } from '../../db/connect.ts';
import { reopenUndelivered } from '../../db/tables/webhook-deliveries.ts';
import {
  countWebhooks,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  updateWebhookSecret,
} from '../../db/tables/webhooks.ts';
import type { Webhook, WebhookContent } from '../../db/tables/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { assertNoViolations, assertValid } from '../../domain/validation.ts';
import { checkEventTypes, withoutTypePrefix } from '../../domain/webhooks/event-types.ts';
import { checkWebhook, webhookWriteSchema } from '../../domain/webhooks/webhook.ts';
import type { JsonObject } from '../../lib/json.ts';
import { makeWebhookSecret } from '../../lib/webhook-signature.ts';
import { requestWaitingDeliveries } from './request-delivery.ts';
import { auditorOf, auditWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';
import { openWebhookSecret, previousSecretEnd, sealWebhookSecret } from './webhook-secret.ts';

export type PutWebhook = WebhookRequest & {
  /** As sent, but without what the server answers for. */
  document: JsonObject;
  /** The webhook as JSON text without its secret, which GET gives back. */
  body: string;
  /** Of all types of events, without prefix. */
  knownTypes: readonly string[];
  typePrefix: string;
  secretKey: string | undefined;
};

const mostWebhooks = 100;

/**
 * Stores the webhook; a new one begins at the end of the feed, and one that is enabled again goes on where it stood.
 * Answers the secret when it was made here. Refuses with `invalid_body`, `limit_reached` and `secret_key_missing`.
 */
export async function putWebhook(
  database: Database,
  put: PutWebhook,
): Promise<{ madeSecret: string | undefined }> {
  const { content, secret } = readContent(put);
  return transact(database, async (tx) => {
    const { organizationId, id, now } = auditorOf(put);
    const key = { organizationId, id };
    let stored = await lockWebhook(tx, key);
    if (!stored) {
      const madeSecret = secret === undefined ? makeWebhookSecret() : undefined;
      if (await create(tx, put, content, secret ?? madeSecret ?? '')) return { madeSecret };
      stored = await lockWebhook(tx, key);
    }
    if (!stored) refuse('concurrent_change', `The webhook '${id}' was just deleted; try again.`);
    await updateWebhook(tx, key, content, now);
    if (secret !== undefined) await replaceSecret(tx, put, stored, secret);
    await goOn(tx, put, stored, content);
    await auditWebhook(tx, 'WebhookUpdated', auditorOf(put), { enabled: content.enabled });
    return { madeSecret: undefined };
  });
}

/** What waits is sent now when the webhook is enabled again, or what made it fail may be mended. */
async function goOn(
  tx: Tx,
  put: PutWebhook,
  stored: Webhook,
  content: WebhookContent,
): Promise<void> {
  if (!content.enabled || stored.pausedAt) return;
  const by = auditorOf(put);
  const isChanged = content.url !== stored.url || (put.document.secret ?? undefined) !== undefined;
  const isMended = isChanged && stored.failingSince !== null;
  if (isMended) await reopenUndelivered(tx, by, by.now);
  if (isMended || !stored.enabled) await requestWaitingDeliveries(tx, by, by.now);
}

function readContent(put: PutWebhook): { content: WebhookContent; secret: string | undefined } {
  const wish = assertValid(webhookWriteSchema, put.document, 'invalid_body');
  const events = withoutTypePrefix(wish.events, put.typePrefix);
  const violations = [...checkEventTypes(events, put.knownTypes), ...checkWebhook(wish)];
  assertNoViolations(violations, 'invalid_body');
  return {
    content: { body: put.body, url: wish.url, events, enabled: wish.enabled ?? true },
    secret: wish.secret ?? undefined,
  };
}

async function create(
  tx: Tx,
  put: PutWebhook,
  content: WebhookContent,
  secret: string,
): Promise<boolean> {
  const { organizationId, id, now } = auditorOf(put);
  const key = { organizationId, id };
  if ((await countWebhooks(tx, organizationId)) >= mostWebhooks) {
    refuse('limit_reached', `An organization has at most ${mostWebhooks} webhooks; delete one.`);
  }
  const sealed = sealWebhookSecret(secret, put.secretKey, key);
  if (!(await insertWebhook(tx, key, { ...content, secret: sealed }, now))) return false;
  await auditWebhook(tx, 'WebhookCreated', auditorOf(put), { enabled: content.enabled });
  return true;
}

/** The former secret goes on signing for a while, unless it cannot be read any more. */
async function replaceSecret(
  tx: Tx,
  put: PutWebhook,
  stored: Webhook,
  secret: string,
): Promise<void> {
  const { organizationId, id, now } = auditorOf(put);
  const key = { organizationId, id };
  const sealed = sealWebhookSecret(secret, put.secretKey, key);
  const former = readableSecret(put, stored);
  if (former === secret) return;
  const previous =
    former === undefined ? undefined : { secret: stored.secret, until: previousSecretEnd(now) };
  await updateWebhookSecret(tx, key, { secret: sealed, previous }, now);
  await auditWebhook(tx, 'WebhookSecretRotated', auditorOf(put));
}

function readableSecret(put: PutWebhook, stored: Webhook): string | undefined {
  const { organizationId, id } = auditorOf(put);
  try {
    return openWebhookSecret(stored.secret, put.secretKey, { organizationId, id });
  } catch {
    // Sealed under another SECRET_KEY: storing a new one is the way out.
    return undefined;
  }
}
