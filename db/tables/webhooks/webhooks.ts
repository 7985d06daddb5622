import type { OrganizationId } from '../../../domain/principal.ts';
import type { WebhookFeed } from '../../../domain/webhooks/feed.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one webhook. */
export type WebhookKey = { organizationId: OrganizationId; id: string };

/** An address that receives events; secrets are sealed. */
export type Webhook = {
  id: string;
  /** Sealed JSON text without the secret; it contains the address. */
  body: string;
  events: readonly string[];
  feed: WebhookFeed;
  enabled: boolean;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  pausedReason: string | null;
  pausedAt: Date | null;
  /** First failure of the deliveries still being retried. */
  failingSince: Date | null;
  /** Incremented when a user changes or resumes the webhook: earlier deliveries do not pause it. */
  generation: number;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `id, body, events, feed, enabled, secret, previous_secret as "previousSecret",
    previous_secret_until as "previousSecretUntil", paused_reason as "pausedReason", paused_at as "pausedAt", generation,
    created_at as "createdAt", updated_at as "updatedAt",
    (select min(first_failed_at) from webhook_deliveries d
      where d.organization_id = w.organization_id and d.webhook_id = w.id
        and d.status = 'pending' and d.first_failed_at is not null) as "failingSince"`;

const find = {
  name: 'webhooks-find',
  text: `select ${columns} from webhooks w where organization_id = $1 and id = $2`,
};

const lock = { name: 'webhooks-lock', text: `${find.text} for update of w` };

/** The webhook with this id. */
export async function findWebhook(db: Db, key: WebhookKey): Promise<Webhook | undefined> {
  const [row] = await runStatement<Webhook>(db, find, [key.organizationId, key.id]);
  return row;
}

/** The webhook, locked; a transaction that also locks deliveries locks the webhook first. */
export async function lockWebhook(tx: Tx, key: WebhookKey): Promise<Webhook | undefined> {
  const [row] = await runStatement<Webhook>(tx, lock, [key.organizationId, key.id]);
  return row;
}

const keep = {
  name: 'webhooks-keep',
  text: `select 1 from webhooks where organization_id = $1 and id = $2 for key share`,
};

/** Keeps the webhook from being deleted until the transaction ends but hinders no other use; false if it is gone. */
export async function keepWebhook(tx: Tx, key: WebhookKey): Promise<boolean> {
  const rows = await runStatement(tx, keep, [key.organizationId, key.id]);
  return rows.length > 0;
}

const list = {
  name: 'webhooks-list',
  text: `select ${columns} from webhooks w
    where organization_id = $1 and ($2::text is null or id > $2) order by id limit $3 offset $4`,
};

/** A page of the webhooks in the order of their ids. */
export function listWebhooks(
  db: Db,
  organizationId: OrganizationId,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Webhook[]> {
  return runStatement<Webhook>(db, list, [organizationId, page.after, page.limit, page.offset]);
}

const queueUp = {
  name: 'webhooks-queue-up',
  text: `select pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1::text, 0))`,
};

/**
 * Number of webhooks of the organization; concurrent callers wait for each other, so that each counts the
 * other's webhooks.
 */
export async function countWebhooks(tx: Tx, organizationId: OrganizationId): Promise<number> {
  await runStatement(tx, queueUp, [organizationId]);
  const [row] = await tx('webhooks')
    .where({ organization_id: organizationId })
    .count<{ count: string }[]>();
  return Number(row?.count ?? 0);
}

/** The content of a PUT of a webhook; its feed is set only on creation. */
export type WebhookContent = Pick<Webhook, 'body' | 'events' | 'feed' | 'enabled'>;

const insert = {
  name: 'webhooks-insert',
  text: `insert into webhooks (organization_id, id, body, events, feed, enabled, secret, cursor_seq, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7,
      case when $5 = 'messaging'
        then coalesce((select position from messaging_heads where organization_id = $1), 0)
        else (select seq from feed_head) end, $8, $8)
    on conflict (organization_id, id) do nothing returning id`,
};

/** Stores a webhook that begins at the end of its feed; false when it exists already. */
export async function insertWebhook(
  tx: Tx,
  key: WebhookKey,
  { body, events, feed, enabled, secret }: WebhookContent & { secret: string },
  now: Date,
): Promise<boolean> {
  const content = [body, events, feed, enabled, secret];
  const rows = await runStatement(tx, insert, [key.organizationId, key.id, ...content, now]);
  return rows.length === 1;
}

/** Replaces the content set by a PUT; keeps the secret, the feed and the webhook's position. */
export async function updateWebhook(
  tx: Tx,
  key: WebhookKey,
  { body, events, enabled }: WebhookContent,
  now: Date,
): Promise<void> {
  await tx('webhooks')
    .where({ organization_id: key.organizationId, id: key.id })
    .update({ body, events: [...events], enabled, updated_at: now })
    .increment('generation', 1);
}

/** Replaces the sealed secret; a given former secret stays valid for a while. */
export async function updateWebhookSecret(
  tx: Tx,
  key: WebhookKey,
  secrets: { secret: string; previous: { secret: string; until: Date } | undefined },
  now: Date,
): Promise<void> {
  await tx('webhooks')
    .where({ organization_id: key.organizationId, id: key.id })
    .update({
      secret: secrets.secret,
      previous_secret: secrets.previous?.secret ?? null,
      previous_secret_until: secrets.previous?.until ?? null,
      updated_at: now,
    });
}

/** Deletes a webhook, its lines and its deliveries; false when there is none. */
export async function deleteWebhook(tx: Tx, key: WebhookKey): Promise<boolean> {
  // Lines before deliveries, in the lock order of senders.
  await tx('webhook_lines')
    .where({ organization_id: key.organizationId, webhook_id: key.id })
    .delete();
  const deleted = await tx('webhooks')
    .where({ organization_id: key.organizationId, id: key.id })
    .delete();
  return deleted === 1;
}

const pause = {
  name: 'webhooks-pause',
  text: `update webhooks set paused_at = $3, paused_reason = $4
    where organization_id = $1 and id = $2 and paused_at is null returning id`,
};

/** Pauses a webhook until a user resumes it; false when it is already paused or deleted. */
export async function pauseWebhook(
  tx: Tx,
  key: WebhookKey,
  reason: string,
  now: Date,
): Promise<boolean> {
  const rows = await runStatement(tx, pause, [key.organizationId, key.id, now, reason]);
  return rows.length === 1;
}

/** Ends a pause. */
export async function resumeWebhook(tx: Tx, key: WebhookKey): Promise<void> {
  await tx('webhooks')
    .where({ organization_id: key.organizationId, id: key.id })
    .update({ paused_at: null, paused_reason: null })
    .increment('generation', 1);
}
