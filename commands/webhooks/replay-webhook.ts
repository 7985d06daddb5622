import type { Database, Db } from '../../db/connect.ts';
import {
  cancelReplay,
  findReplay,
  insertReplay,
  listReplayLines,
} from '../../db/tables/webhooks/replays.ts';
import type { Replay, ReplayKey } from '../../db/tables/webhooks/replays.ts';
import { findWebhook, lockWebhook } from '../../db/tables/webhooks/webhooks.ts';
import type { WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { planReplay } from './replay-range.ts';
import type { ReplayPlan, RequestedRange } from './replay-range.ts';
import { requestDeliveries } from './request-delivery.ts';
import { auditorOf, auditWebhook, refuseUnknownWebhook } from './webhook-audit.ts';
import type { WebhookRequest } from './webhook-audit.ts';

export type ReplayRequest = WebhookRequest &
  RequestedRange & { knownTypes: readonly string[]; typePrefix: string };

/** What a replay would send; nothing is written. Refuses with `not_found` and as `planReplay`. */
export async function previewReplay(db: Db, request: ReplayRequest): Promise<ReplayPlan> {
  const by = auditorOf(request);
  const webhook = await findWebhook(db, by);
  if (!webhook) refuseUnknownWebhook(request.id);
  return planReplay(db, by, webhook, request);
}

/**
 * Begins to send events of the feed again, in their order; a clock makes their deliveries. Returns the id of the replay. Refuses
 * with `concurrent_change` if the number of events differs from the expected one, with `invalid_transition` if the webhook is
 * inactive, is replaying already, or there is nothing to send, and as `previewReplay`.
 */
export async function startReplay(
  database: Database,
  request: ReplayRequest & { expectedCount: number | undefined },
): Promise<string> {
  return transact(database, async (tx) => {
    const by = auditorOf(request);
    const webhook = await lockWebhook(tx, by);
    if (!webhook) refuseUnknownWebhook(request.id);
    const status = webhookStatus(webhook);
    if (status === 'paused' || status === 'disabled') {
      const change = status === 'paused' ? 'resume it first' : 'enable it first';
      const extra = { state: status };
      refuse('invalid_transition', `The webhook is ${status}; ${change}.`, { extra });
    }
    const plan = await planReplay(tx, by, webhook, request);
    checkCount(plan.count, request.expectedCount);
    const id = newId();
    const { principal, now } = by;
    const replay = { ...plan, planned: plan.count, principal, now };
    if (!(await insertReplay(tx, { webhook: by, id }, replay))) {
      refuse(
        'invalid_transition',
        'A replay of this webhook is running; wait, or cancel it first.',
      );
    }
    const { fromSeq, toSeq, count } = plan;
    await auditWebhook(tx, 'WebhookReplayRequested', by, { replayId: id, fromSeq, toSeq, count });
    // Wakes the clock that makes deliveries.
    signalAfterCommit(tx, 'events_ready');
    return id;
  });
}

function checkCount(count: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== count) {
    refuse(
      'concurrent_change',
      `The replay would send ${count} events instead of ${expected}; look at them, and send the new count.`,
      { extra: { count } },
    );
  }
  if (count === 0) {
    refuse('invalid_transition', 'There is no event to send again between from and to.');
  }
}

/**
 * Ends a replay: no further deliveries are made, and those that wait are given up. One that is being sent may still arrive. Does
 * nothing to a cancelled replay. Refuses with `not_found`.
 */
export async function stopReplay(
  database: Database,
  request: WebhookRequest & { replayId: string },
): Promise<void> {
  await transact(database, async (tx) => {
    const by = auditorOf(request);
    if (!(await lockWebhook(tx, by))) refuseUnknownWebhook(request.id);
    const key = { webhook: by, id: request.replayId };
    const { state, pending } = await getReplay(tx, key);
    if (state === 'cancelled' || (state === 'done' && pending === 0)) return;
    // Later events of these subjects must not wait for the next attempt of what is given up.
    await requestDeliveries(tx, by, await listReplayLines(tx, key), by.now);
    const reason = 'The replay was cancelled.';
    const dropped = await cancelReplay(tx, key, { reason, now: by.now });
    await auditWebhook(tx, 'WebhookReplayCancelled', by, { replayId: key.id, dropped });
  });
}

/** One replay. Refuses with `not_found`. */
export async function getReplay(
  db: Db,
  key: Omit<ReplayKey, 'webhook'> & { webhook: WebhookKey },
): Promise<Replay> {
  const found = isUuid(key.id) ? await findReplay(db, key) : undefined;
  return (
    found ??
    refuse('not_found', `The webhook '${key.webhook.id}' has no replay with the id '${key.id}'.`)
  );
}
