import { Type } from '@sinclair/typebox';
import { pauseWebhook } from '../../commands/webhooks/pause-webhook.ts';
import { recordAttempt } from '../../commands/webhooks/record-attempt.ts';
import {
  maxSenders,
  requestNewDeliveries,
  requestSenders,
  senderWork,
} from '../../commands/webhooks/request-delivery.ts';
import type { Tx } from '../../db/connect.ts';
import { findHeadDelivery, takeDelivery } from '../../db/tables/webhooks/attempts.ts';
import type { HeadDelivery } from '../../db/tables/webhooks/attempts.ts';
import type { DeliveryLine } from '../../db/tables/webhooks/deliveries.ts';
import {
  countDueLines,
  findNextLineDue,
  leaveLine,
  listRunningSenders,
  takeLine,
} from '../../db/tables/webhooks/lines.ts';
import type { LineSearch } from '../../db/tables/webhooks/lines.ts';
import { findWebhook, keepWebhook } from '../../db/tables/webhooks/webhooks.ts';
import type { Webhook, WebhookKey } from '../../db/tables/webhooks/webhooks.ts';
import { requestWorkAtLatest } from '../../db/tables/work/work.ts';
import { findEventToDeliver } from '../../db/views/webhooks/deliveries.ts';
import { judgeAttempt } from '../../domain/webhooks/judge-attempt.ts';
import type { AttemptResult, Verdict } from '../../domain/webhooks/judge-attempt.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { defineJob } from '../define-job.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';
import { kindPolicies } from '../retry-policies.ts';
import { sendDelivery } from './send-delivery.ts';
import type { SentDelivery } from './send-delivery.ts';

/** Well within the timeout of the kind: an attempt may take 15 s more. */
const turnMs = 30_000;

/** Delay of a sender whose predecessor is still running. */
const yieldMs = 1_000;

const payload = Type.Object({
  webhookId: Type.String(),
  slot: Type.Optional(Type.Integer({ minimum: 0, maximum: maxSenders - 1 })),
  /** Work of former builds concerns one line, and has no slot. */
  subjectKind: Type.Optional(Type.String()),
  subjectId: Type.Optional(Type.String()),
});

/**
 * A sender of a webhook: sends due deliveries of all lines, the line that has waited longest first, and each line in the
 * order of the feed. After a failed delivery, its next attempt is scheduled, and later deliveries of the line wait for
 * it. A webhook has at most `maxSenders` senders, so that a slow receiver occupies no more slots.
 */
export const deliverWebhook = defineJob({
  kind: 'webhooks',
  name: 'deliver-webhook',
  payload,
  run: async (context, { webhookId, slot, subjectKind, subjectId }) => {
    const { organizationId } = context.work;
    if (!organizationId) throw new Error('a webhook belongs to an organization');
    const webhook = { organizationId, id: webhookId };
    if (slot !== undefined) return send(context, webhook, slot);
    const now = context.clock.now();
    const lines = subjectKind && subjectId ? [{ subjectKind, subjectId }] : [];
    return (tx) => requestNewDeliveries(tx, webhook, lines, now);
  },
  giveUp: async (tx, { work, payload: { webhookId: id }, now }, { outcome, error }) => {
    if (outcome === 'CANCELLED' || !work.organizationId) return;
    const reason = `Sending was given up: ${error}`;
    await pauseWebhook(tx, { organizationId: work.organizationId, id }, reason, now);
  },
});

async function send(context: JobContext, key: WebhookKey, slot: number): Promise<ClosingWrite> {
  const { work, clock, signal } = context;
  const again = (waitMs: number): ClosingWrite => {
    const now = clock.now();
    const dueAt = new Date(now.getTime() + waitMs);
    return (tx) => requestWorkAtLatest(tx, senderWork(key, slot, { dueAt, now }));
  };
  const running = await listRunningSenders(context.database.knex, key);
  // If two start together, both may leave: the sender that they request runs alone.
  if (running.some((other) => other.key === work.key && other.id !== work.id))
    return again(yieldMs);
  const begun = performance.now();
  let isFirst = true;
  while (performance.now() - begun < turnMs) {
    signal.throwIfAborted();
    const webhook = await findWebhook(context.database.knex, key);
    if (!webhook) return () => Promise.resolve();
    const testsOnly = ['paused', 'disabled'].includes(webhookStatus(webhook));
    const search = { workId: work.id, testsOnly, now: clock.now() };
    if (isFirst) await recruit(context, key, search);
    isFirst = false;
    const next = await context.fenced((tx) => takeNext(tx, key, search));
    if (next === undefined) return leave(key, search);
    if (next !== 'again') await attempt(context, webhook, next);
  }
  return again(0);
}

/**
 * Requests a sender for each other due line without one, up to `maxSenders`; each runs until nothing is due.
 */
async function recruit(
  { database, fenced }: JobContext,
  key: WebhookKey,
  search: LineSearch,
): Promise<void> {
  const due = await countDueLines(database.knex, key, search, maxSenders);
  if (due > 1) await fenced((tx) => requestSenders(tx, key, due - 1, search.now));
}

/** Ends the sender when nothing is due: the first sender runs again when the next line is due. */
function leave(key: WebhookKey, search: LineSearch): ClosingWrite {
  const { now } = search;
  return async (tx) => {
    // The deletion of a webhook locks it and then cancels its work: what is requested behind it would stay.
    if (!(await keepWebhook(tx, key))) return;
    const dueAt = await findNextLineDue(tx, key, search);
    if (dueAt) await requestWorkAtLatest(tx, senderWork(key, 0, { dueAt, now }));
  };
}

type Taken = { line: DeliveryLine; head: HeadDelivery };

/** The first due delivery of the line; `again` when the line has nothing to send yet. */
async function takeNext(
  tx: Tx,
  key: WebhookKey,
  search: LineSearch,
): Promise<Taken | 'again' | undefined> {
  const line = await takeLine(tx, key, search);
  if (!line) return undefined;
  const head = await findHeadDelivery(tx, line, search);
  const taking = { head, workId: search.workId, now: search.now };
  if (head && (await takeDelivery(tx, key, { ...taking, head }))) return { line, head };
  // A worker of a former build may be sending it.
  const later = head?.isHeld ? new Date(search.now.getTime() + yieldMs) : undefined;
  await leaveLine(tx, line, later);
  return 'again';
}

const notKept = 'The event is no longer kept (EVENT_RETENTION_DAYS).';

const forgotten: SentDelivery = {
  result: { status: undefined, error: notKept },
  exchange: { request: undefined, answer: undefined, durationMs: 0 },
};

async function attempt(
  context: JobContext,
  webhook: Webhook,
  { line, head }: Taken,
): Promise<void> {
  const { database, clock, fenced, metrics } = context;
  const { organizationId } = line.webhook;
  const begunAt = clock.now();
  const begun = performance.now();
  const event = await findEventToDeliver(database.knex, organizationId, head.eventId);
  const { result, exchange } = event
    ? await sendDelivery(context, { organizationId, webhook, event })
    : forgotten;
  const now = clock.now();
  const verdict: Verdict = event ? judge(result, head, now) : { next: 'drop', error: notKept };
  metrics.delivery(verdict.next, (performance.now() - begun) / 1000);
  const attempted = { line, webhook, delivery: head, result, exchange, verdict, begunAt, now };
  await fenced((tx) => recordAttempt(tx, attempted));
}

function judge(result: AttemptResult, head: HeadDelivery, now: Date): Verdict {
  return judgeAttempt(result, {
    firstFailedAt: head.firstFailedAt ?? undefined,
    waitMs: kindPolicies.webhooks.backoffMs(head.failures + 1),
    now,
  });
}
