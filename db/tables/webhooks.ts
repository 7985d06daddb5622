import type { OrganizationId } from '../../domain/principal.ts';
import { asOrganizationId } from '../../domain/principal.ts';
import type { WebhookFeed } from '../../domain/webhooks/feed.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Names one webhook. */
export type WebhookKey = { organizationId: OrganizationId; id: string };

/** An address that events are sent to; secrets are sealed. */
export type Webhook = {
  id: string;
  /** JSON text without the secret. */
  body: string;
  url: string;
  events: readonly string[];
  feed: WebhookFeed;
  enabled: boolean;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  pausedReason: string | null;
  pausedAt: Date | null;
  /** First failure of what is still tried. */
  failingSince: Date | null;
  /** Raised when somebody changes or resumes it: what was sent before does not pause it. */
  generation: number;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `id, body::text as body, url, events, feed, enabled, secret, previous_secret as "previousSecret",
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

/** The webhook, locked; who locks deliveries of it as well locks it first. */
export async function lockWebhook(tx: Tx, key: WebhookKey): Promise<Webhook | undefined> {
  const [row] = await runStatement<Webhook>(tx, lock, [key.organizationId, key.id]);
  return row;
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

/** How many webhooks the organization has; callers come one behind the other, so that they count what the others store. */
export async function countWebhooks(tx: Tx, organizationId: OrganizationId): Promise<number> {
  await runStatement(tx, queueUp, [organizationId]);
  const [row] = await tx('webhooks')
    .where({ organization_id: organizationId })
    .count<{ count: string }[]>();
  return Number(row?.count ?? 0);
}

/** What a PUT decides about a webhook; its feed only when it makes it. */
export type WebhookContent = Pick<Webhook, 'body' | 'url' | 'events' | 'feed' | 'enabled'>;

const insert = {
  name: 'webhooks-insert',
  text: `insert into webhooks (organization_id, id, body, url, events, feed, enabled, secret, cursor_seq, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8,
      case when $6 = 'messaging'
        then coalesce((select position from messaging_heads where organization_id = $1), 0)
        else (select seq from feed_head) end, $9, $9)
    on conflict (organization_id, id) do nothing returning id`,
};

/** Stores a webhook that begins at the end of its feed; false when somebody else was first. */
export async function insertWebhook(
  tx: Tx,
  key: WebhookKey,
  { body, url, events, feed, enabled, secret }: WebhookContent & { secret: string },
  now: Date,
): Promise<boolean> {
  const content = [body, url, events, feed, enabled, secret];
  const rows = await runStatement(tx, insert, [key.organizationId, key.id, ...content, now]);
  return rows.length === 1;
}

/** Replaces what a PUT decides about; the secret, the feed and where the webhook stands in it stay. */
export async function updateWebhook(
  tx: Tx,
  key: WebhookKey,
  { body, url, events, enabled }: WebhookContent,
  now: Date,
): Promise<void> {
  await tx('webhooks')
    .where({ organization_id: key.organizationId, id: key.id })
    .update({ body, url, events: [...events], enabled, updated_at: now })
    .increment('generation', 1);
}

/** Replaces the sealed secret; the former one stays for a while when it is given. */
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

/** Removes a webhook and its deliveries; false when there is none. */
export async function deleteWebhook(tx: Tx, key: WebhookKey): Promise<boolean> {
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

/** Nothing more is sent until somebody resumes it; false when it is paused already, or gone. */
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

const listBehind = {
  name: 'webhooks-list-behind',
  text: `select organization_id as "organizationId", id, cursor_seq as "cursorSeq" from webhooks w
    where enabled and paused_at is null and case when feed = 'messaging'
      then exists (select 1 from messaging_events e
        where e.organization_id = w.organization_id and e.position > w.cursor_seq)
      else exists (select 1 from events e where e.organization_id = w.organization_id and e.seq > w.cursor_seq) end
      and ($2::bigint is null or (cursor_seq, organization_id, id) > ($2, $3::uuid, $4::text))
    order by cursor_seq, organization_id, id limit $1`,
};

/** A webhook, and up to where events became deliveries. */
export type WebhookBehind = WebhookKey & { cursorSeq: number };

/** Webhooks, of all organizations, that events of their feed wait for; of each feed those that lag most come first. */
export async function listWebhooksBehind(
  db: Db,
  { after, limit }: { after: WebhookBehind | undefined; limit: number },
): Promise<WebhookBehind[]> {
  const rows = await runStatement<{ organizationId: string; id: string; cursorSeq: number }>(
    db,
    listBehind,
    [limit, after?.cursorSeq, after?.organizationId, after?.id],
  );
  return rows.map((row) => ({ ...row, organizationId: asOrganizationId(row.organizationId) }));
}

/** Which events of which feed a webhook gets, and up to where they became deliveries. */
type WebhookCursor = Pick<Webhook, 'events' | 'feed'> & { cursorSeq: number };

const lockBehind = {
  name: 'webhooks-lock-behind',
  text: `select events, feed, cursor_seq as "cursorSeq" from webhooks
    where organization_id = $1 and id = $2 and enabled and paused_at is null for update skip locked`,
};

/** Locks a webhook to move its cursor; undefined when somebody else does that, or nothing is to be sent. */
export async function lockWebhookCursor(
  tx: Tx,
  { organizationId, id }: WebhookKey,
): Promise<WebhookCursor | undefined> {
  const [row] = await runStatement<WebhookCursor>(tx, lockBehind, [organizationId, id]);
  return row;
}

const move = {
  name: 'webhooks-move-cursor',
  text: `update webhooks set cursor_seq = $3 where organization_id = $1 and id = $2`,
};

/** Says up to where events became deliveries. */
export async function moveWebhookCursor(tx: Tx, key: WebhookKey, seq: number): Promise<void> {
  await runStatement(tx, move, [key.organizationId, key.id, seq]);
}
