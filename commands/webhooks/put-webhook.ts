import type { Database, Tx } from '../../db/connect.ts';
import {
  countWebhooks,
  insertWebhook,
  lockWebhook,
  updateWebhook,
} from '../../db/tables/webhooks.ts';
import type { Webhook, WebhookContent } from '../../db/tables/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { assertNoViolations, assertValid } from '../../domain/validation.ts';
import { withoutTypePrefix } from '../../domain/webhooks/event-types.ts';
import { checkSameFeed, checkWebhookEvents, feedOf } from '../../domain/webhooks/feed.ts';
import { checkWebhook, webhookWriteSchema } from '../../domain/webhooks/webhook.ts';
import type { JsonObject } from '../../lib/json.ts';
import { makeWebhookSecret } from '../../lib/webhook-signature.ts';
import { replaceWebhookSecret } from './replace-webhook-secret.ts';
import { requestWaitingDeliveries } from './request-delivery.ts';
import { tryAnew } from './try-anew.ts';
import { auditorOf, auditWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';
import { sealWebhookSecret } from './webhook-secret.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

export type PutWebhook = WebhookRequest & {
  /** As sent, but without what the server answers for. */
  document: JsonObject;
  /** The webhook as JSON text without its secret, which GET gives back. */
  body: string;
  /** All types of events of the catalog, without prefix. */
  knownTypes: readonly string[];
  typePrefix: string;
  secretKey: SecretKeys | undefined;
};

const mostWebhooks = 100;

/**
 * Stores the webhook; a new one begins at the end of its feed, and one that is enabled again goes on where it stood.
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
    const change = checkSameFeed(stored.feed, content.feed);
    if (change) assertNoViolations([change], 'invalid_body');
    await updateWebhook(tx, key, content, now);
    await goOn(tx, put, {
      stored,
      content,
      hasNewSecret: await replaceSecret(tx, put, stored, secret),
    });
    await auditWebhook(tx, 'WebhookUpdated', auditorOf(put), { enabled: content.enabled });
    return { madeSecret: undefined };
  });
}

async function replaceSecret(
  tx: Tx,
  put: PutWebhook,
  stored: Webhook,
  secret: string | undefined,
): Promise<boolean> {
  if (secret === undefined) return false;
  const replacement = { stored, secret, secretKey: put.secretKey };
  return (await replaceWebhookSecret(tx, auditorOf(put), replacement)).isChanged;
}

/**
 * What waits is sent now when the webhook is enabled again, or what made it fail may be mended. Whatever is on its way to another
 * address than the new one is sent to that, too.
 */
async function goOn(
  tx: Tx,
  put: PutWebhook,
  change: { stored: Webhook; content: WebhookContent; hasNewSecret: boolean },
): Promise<void> {
  const { stored, content, hasNewSecret } = change;
  const by = auditorOf(put);
  const { enabled } = content;
  if (content.url !== stored.url || (hasNewSecret && stored.failingSince)) {
    await tryAnew(tx, by, { ...stored, enabled });
  } else if (enabled && !stored.enabled && !stored.pausedAt) {
    await requestWaitingDeliveries(tx, by, by.now);
  }
}

function readContent(put: PutWebhook): { content: WebhookContent; secret: string | undefined } {
  const wish = assertValid(webhookWriteSchema, put.document, 'invalid_body');
  const events = withoutTypePrefix(wish.events, put.typePrefix);
  const violations = [...checkWebhookEvents(events, put.knownTypes), ...checkWebhook(wish)];
  assertNoViolations(violations, 'invalid_body');
  return {
    content: {
      body: put.body,
      url: wish.url,
      events,
      feed: feedOf(events),
      enabled: wish.enabled ?? true,
    },
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
