import type { Tx } from '../../db/connect.ts';
import { noteDeliveryAttempt } from '../../db/tables/webhook-attempts.ts';
import type { HeadDelivery } from '../../db/tables/webhook-attempts.ts';
import type { DeliveryLine, DeliveryStatus } from '../../db/tables/webhook-deliveries.ts';
import { lockWebhook } from '../../db/tables/webhooks.ts';
import type { Webhook } from '../../db/tables/webhooks.ts';
import { requestWorkAtLatest } from '../../db/tables/work.ts';
import type { AttemptResult, Verdict } from '../../domain/webhooks/judge-attempt.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { deliveryWork } from './request-delivery.ts';

/** An attempt to send the head of a line, and what follows from it. */
export type RecordedAttempt = {
  line: DeliveryLine;
  /** Both as they were when it was sent. */
  webhook: Pick<Webhook, 'generation'>;
  delivery: HeadDelivery;
  result: AttemptResult;
  verdict: Verdict;
  begunAt: Date;
  now: Date;
};

/**
 * Writes an attempt into the ledger with what follows: the next attempt is requested, or the webhook is paused. A test
 * is sent once, and nothing follows from it. What somebody did meanwhile counts more: when the delivery was made due anew the attempt
 * is only counted, and one that began before the webhook was changed or resumed does not pause it. Other transactions may hold
 * the same rows: the webhook is locked first, then the delivery, then queued work.
 */
export async function recordAttempt(tx: Tx, attempt: RecordedAttempt): Promise<void> {
  const { line, delivery, verdict, begunAt, now } = attempt;
  const isStop = verdict.next === 'stop' && !delivery.isTest;
  const stored = isStop ? await lockWebhook(tx, line.webhook) : undefined;
  const nextAttemptAt = verdict.next === 'retry' ? verdict.at : now;
  const noted = await noteDeliveryAttempt(tx, line.webhook, {
    id: delivery.id,
    generation: delivery.generation,
    status: statusAfter(attempt),
    nextAttemptAt,
    ...describe(attempt),
    begunAt,
    endedAt: now,
  });
  if (noted === 'gone') return;
  if (noted !== 'noted') {
    const { nextAttemptAt: dueAt } = noted.overtaken;
    await requestWorkAtLatest(tx, deliveryWork(line, dueAt, now));
  } else if (isStop && stored?.generation === attempt.webhook.generation) {
    await pauseWebhook(tx, line.webhook, verdict.reason, now);
  } else if (statusAfter(attempt) === 'pending') {
    await requestWorkAtLatest(tx, deliveryWork(line, nextAttemptAt, now));
  }
}

/** What a paused webhook was paused for waits with the rest. */
function statusAfter({ delivery, verdict }: RecordedAttempt): DeliveryStatus {
  if (verdict.next === 'delivered') return 'delivered';
  return verdict.next === 'drop' || delivery.isTest ? 'failed' : 'pending';
}

function describe({ result, verdict }: RecordedAttempt): {
  httpStatus: number | undefined;
  error: string | undefined;
  answer: string | undefined;
} {
  return {
    httpStatus: result.status,
    error: verdict.next === 'delivered' ? undefined : verdict.error,
    answer: result.status === undefined ? undefined : result.text,
  };
}
