import { asOrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Webhook, WebhookKey } from './webhooks.ts';

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

/** A webhook with the position up to which its events became deliveries. */
export type WebhookBehind = WebhookKey & { cursorSeq: number };

/**
 * Webhooks of all organizations with events waiting in their feed; in each feed the webhooks furthest behind
 * come first.
 */
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

/** Feed and event types of a webhook, with the position up to which its events became deliveries. */
type WebhookCursor = Pick<Webhook, 'events' | 'feed'> & { cursorSeq: number };

const lockBehind = {
  name: 'webhooks-lock-behind',
  text: `select events, feed, cursor_seq as "cursorSeq" from webhooks
    where organization_id = $1 and id = $2 and enabled and paused_at is null
    for no key update skip locked`,
};

/**
 * Locks a webhook to move its cursor; undefined when another process does so, or nothing may be sent. Senders keep the webhook
 * at the same time: an event behind a lock that is skipped here waits for the next look by the clock.
 */
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

/** Sets the position up to which events became deliveries. */
export async function moveWebhookCursor(tx: Tx, key: WebhookKey, seq: number): Promise<void> {
  await runStatement(tx, move, [key.organizationId, key.id, seq]);
}

const find = {
  name: 'webhooks-find-cursor',
  text: `select cursor_seq as seq from webhooks where organization_id = $1 and id = $2`,
};

/** The position up to which events became deliveries; 0 for an unknown webhook. */
export async function findWebhookCursor(
  db: Db,
  { organizationId, id }: WebhookKey,
): Promise<number> {
  const [row] = await runStatement<{ seq: number }>(db, find, [organizationId, id]);
  return row?.seq ?? 0;
}
