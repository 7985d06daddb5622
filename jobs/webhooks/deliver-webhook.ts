import { Type } from '@sinclair/typebox';
import { pauseWebhook } from '../../commands/webhooks/pause-webhook.ts';
import { recordAttempt } from '../../commands/webhooks/record-attempt.ts';
import { deliveryWork } from '../../commands/webhooks/request-delivery.ts';
import {
  countSendingDeliveries,
  findHeadDelivery,
  takeDelivery,
} from '../../db/tables/webhook-attempts.ts';
import type { Tx } from '../../db/connect.ts';
import type { HeadDelivery } from '../../db/tables/webhook-attempts.ts';
import type { DeliveryLine } from '../../db/tables/webhook-deliveries.ts';
import { findWebhook } from '../../db/tables/webhooks.ts';
import type { Webhook } from '../../db/tables/webhooks.ts';
import { requestWorkAtLatest } from '../../db/tables/work.ts';
import { findEventToDeliver } from '../../db/views/webhook-deliveries.ts';
import { judgeAttempt } from '../../domain/webhooks/judge-attempt.ts';
import type { AttemptResult, Verdict } from '../../domain/webhooks/judge-attempt.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { defineJob, kindPolicies } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { sendDelivery } from './send-delivery.ts';

/** Well within the time limit of the kind: an attempt may take 15 s more. */
const turnMs = 30_000;

/** Attempts at one time to send to a webhook, by all workers: others need slots, too. */
const mostSentAtOnce = 10;
/** The other lines wait about as long as the first of these has lasted, at least and at most so long, and look again. */
const shortestWaitMs = 100;
const longestWaitMs = 5_000;

const payload = Type.Object({
  webhookId: Type.String(),
  subjectKind: Type.String(),
  subjectId: Type.String(),
});

/**
 * Sends what waits for a webhook about one subject, in the order of the feed. When a delivery fails, that is written down with
 * the work for its next attempt, and nothing behind it is sent before. Other work of the same line may run: a
 * delivery has one sender at a time, who looks for the next one when it has ended.
 */
export const deliverWebhook = defineJob({
  kind: 'webhooks',
  name: 'deliver-webhook',
  payload,
  run: async (context, { webhookId, ...subject }) => {
    const { organizationId } = context.work;
    if (!organizationId) throw new Error('a webhook belongs to an organization');
    const line = { webhook: { organizationId, id: webhookId }, ...subject };
    const begun = performance.now();
    while (performance.now() - begun < turnMs) {
      context.signal.throwIfAborted();
      if (!(await sendNext(context, line))) return () => Promise.resolve();
    }
    return async (tx) => {
      const now = context.clock.now();
      await requestWorkAtLatest(tx, deliveryWork(line, now, now));
    };
  },
  giveUp: async (tx, { work, payload: { webhookId: id }, now }, { outcome, error }) => {
    if (outcome === 'CANCELLED' || !work.organizationId) return;
    const reason = `Sending was given up: ${error}`;
    await pauseWebhook(tx, { organizationId: work.organizationId, id }, reason, now);
  },
});

const forgotten = {
  status: undefined,
  error: 'The event is no longer kept (EVENT_RETENTION_DAYS).',
} as const;

/** Sends the head of the line; true when the next one may follow at once. */
async function sendNext(context: JobContext, line: DeliveryLine): Promise<boolean> {
  const { database, work, clock, fenced } = context;
  const webhook = await findWebhook(database.knex, line.webhook);
  if (!webhook) return false;
  const testsOnly = ['paused', 'disabled'].includes(webhookStatus(webhook));
  const now = clock.now();
  const head = await findHeadDelivery(database.knex, line, { workId: work.id, testsOnly, now });
  if (!head || head.isHeld) return false;
  if (!head.isDue) {
    const { nextAttemptAt } = head;
    await fenced((tx) => requestWorkAtLatest(tx, deliveryWork(line, nextAttemptAt, now)));
    return false;
  }
  const taking = await fenced((tx) => take(tx, context, line, head));
  // When somebody else was quicker, or it was ended: look again.
  if (taking !== 'ours') return taking === 'lost';
  return attempt(context, line, { webhook, head });
}

/** A receiver that is slow, or does not answer, must not take the slots from those that do. */
async function take(
  tx: Tx,
  { work, clock }: JobContext,
  line: DeliveryLine,
  head: HeadDelivery,
): Promise<'ours' | 'lost' | 'busy'> {
  const now = clock.now();
  const sending = await countSendingDeliveries(tx, line.webhook, work.id);
  if (sending.count >= mostSentAtOnce) {
    const lastedMs = now.getTime() - (sending.since ?? now).getTime();
    const aboutMs = Math.min(Math.max(lastedMs, shortestWaitMs), longestWaitMs);
    const laterMs = Math.round(aboutMs * (0.5 + Math.random()));
    // From when this was due: a dispatcher whose clock is ahead would ring at once, again and again.
    const fromMs = Math.max(now.getTime(), sending.ownDueAt.getTime());
    await requestWorkAtLatest(tx, deliveryWork(line, new Date(fromMs + laterMs), now));
    return 'busy';
  }
  const isOurs = await takeDelivery(tx, line.webhook, { head, workId: work.id, now });
  return isOurs ? 'ours' : 'lost';
}

async function attempt(
  context: JobContext,
  line: DeliveryLine,
  { webhook, head }: { webhook: Webhook; head: HeadDelivery },
): Promise<boolean> {
  const { database, clock, fenced, metrics } = context;
  const { organizationId } = line.webhook;
  const begunAt = clock.now();
  const begun = performance.now();
  const event = await findEventToDeliver(database.knex, organizationId, head.eventId);
  const result: AttemptResult = event
    ? await sendDelivery(context, { organizationId, webhook, event })
    : forgotten;
  const now = clock.now();
  const verdict: Verdict = event
    ? judge(result, head, now)
    : { next: 'drop', error: forgotten.error };
  metrics.delivery(verdict.next, (performance.now() - begun) / 1000);
  await fenced((tx) =>
    recordAttempt(tx, { line, webhook, delivery: head, result, verdict, begunAt, now }),
  );
  return verdict.next === 'delivered' || verdict.next === 'drop' || head.isTest;
}

function judge(result: AttemptResult, head: HeadDelivery, now: Date): Verdict {
  return judgeAttempt(result, {
    firstFailedAt: head.firstFailedAt ?? undefined,
    waitMs: kindPolicies.webhooks.backoffMs(head.failures + 1),
    now,
  });
}
