import type { Database, Tx } from '../../db/connect.ts';
import {
  countWebhooks,
  insertWebhook,
  lockWebhook,
  updateWebhook,
} from '../../db/tables/webhooks/webhooks.ts';
import type { Webhook, WebhookContent } from '../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { assertNoViolations, assertValid } from '../../domain/validation/validation.ts';
import { withoutTypePrefix } from '../../domain/webhooks/event-types.ts';
import { checkSameFeed, checkWebhookEvents, feedOf } from '../../domain/webhooks/feed.ts';
import { checkWebhook, webhookWriteSchema } from '../../domain/webhooks/webhook.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { makeWebhookSecret } from '../../lib/secrets/webhook-signature.ts';
import { openBody, webhookSecretLocation, sealBody } from '../secrets/sealed-body.ts';
import { addressWarning } from './address-warning.ts';
import { replaceWebhookSecret } from './replace-webhook-secret.ts';
import { requestWaitingDeliveries } from './request-delivery.ts';
import { tryAnew } from './try-anew.ts';
import { auditorOf, auditWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';
import { sealWebhookSecret } from './webhook-secret.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

export type PutWebhook = WebhookRequest & {
  /** The body as sent, without members that the server adds. */
  document: JsonObject;
  /** The webhook as JSON text without its secret, which GET returns. */
  body: string;
  /** All event types of the catalog, without prefix. */
  knownTypes: readonly string[];
  typePrefix: string;
  secretKey: SecretKeys | undefined;
  /** Private hosts that webhooks may be sent to. */
  allowedHosts: readonly string[];
};

const maxWebhooks = 100;

/**
 * Stores the webhook; a new webhook begins at the end of its feed, and a re-enabled one continues at its position. Returns the
 * secret if it was generated, and a warning about its address. Refuses with `invalid_body`, `limit_reached` and `secret_key_missing`.
 */
export async function putWebhook(
  database: Database,
  put: PutWebhook,
): Promise<{ madeSecret: string | undefined; warning: string | undefined }> {
  const read = readContent(put);
  const madeSecret = await store(database, put, read);
  return { madeSecret, warning: addressWarning(read.url, put.allowedHosts) };
}

/** Returns the secret if it was generated. */
function store(
  database: Database,
  put: PutWebhook,
  { content, url, secret }: ReturnType<typeof readContent>,
): Promise<string | undefined> {
  return transact(database, async (tx) => {
    const { organizationId, id, now } = auditorOf(put);
    const key = { organizationId, id };
    let stored = await lockWebhook(tx, key);
    if (!stored) {
      const madeSecret = secret === undefined ? makeWebhookSecret() : undefined;
      if (await create(tx, put, content, secret ?? madeSecret ?? '')) return madeSecret;
      stored = await lockWebhook(tx, key);
    }
    if (!stored) refuse('concurrent_change', `The webhook '${id}' was just deleted; try again.`);
    const change = checkSameFeed(stored.feed, content.feed);
    if (change) assertNoViolations([change], 'invalid_body');
    await updateWebhook(tx, key, content, now);
    await goOn(tx, put, {
      stored,
      hasNewAddress: url !== readableUrl(put, stored),
      enabled: content.enabled,
      hasNewSecret: await replaceSecret(tx, put, stored, secret),
    });
    await auditWebhook(tx, 'WebhookUpdated', auditorOf(put), { enabled: content.enabled });
    return undefined;
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
 * Sends pending deliveries now if the webhook was re-enabled, or the cause of failures may be fixed. A delivery under way to a
 * former address is repeated to the new one.
 */
async function goOn(
  tx: Tx,
  put: PutWebhook,
  change: { stored: Webhook; enabled: boolean; hasNewAddress: boolean; hasNewSecret: boolean },
): Promise<void> {
  const { stored, enabled, hasNewAddress, hasNewSecret } = change;
  const by = auditorOf(put);
  if (hasNewAddress || (hasNewSecret && stored.failingSince)) {
    await tryAnew(tx, by, { ...stored, enabled });
  } else if (enabled && !stored.enabled && !stored.pausedAt) {
    await requestWaitingDeliveries(tx, by, by.now);
  }
}

/** Undefined if the address was sealed with a lost key; the PUT replaces it. */
function readableUrl(put: PutWebhook, stored: Webhook): string | undefined {
  try {
    const body = openBody(stored.body, put.secretKey, webhookSecretLocation(auditorOf(put)));
    return (JSON.parse(body) as { url: string }).url;
  } catch {
    return undefined;
  }
}

function readContent(put: PutWebhook): {
  content: WebhookContent;
  url: string;
  secret: string | undefined;
} {
  const request = assertValid(webhookWriteSchema, put.document, 'invalid_body');
  const events = withoutTypePrefix(request.events, put.typePrefix);
  const violations = [...checkWebhookEvents(events, put.knownTypes), ...checkWebhook(request)];
  assertNoViolations(violations, 'invalid_body');
  return {
    content: {
      body: sealBody(put.body, put.secretKey, webhookSecretLocation(auditorOf(put))),
      events,
      feed: feedOf(events),
      enabled: request.enabled ?? true,
    },
    url: request.url,
    secret: request.secret ?? undefined,
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
  if ((await countWebhooks(tx, organizationId)) >= maxWebhooks) {
    refuse('limit_reached', `An organization has at most ${maxWebhooks} webhooks; delete one.`);
  }
  const sealed = sealWebhookSecret(secret, put.secretKey, key);
  if (!(await insertWebhook(tx, key, { ...content, secret: sealed }, now))) return false;
  await auditWebhook(tx, 'WebhookCreated', auditorOf(put), { enabled: content.enabled });
  return true;
}
