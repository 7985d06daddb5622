import type { Tx } from '../../db/connect.ts';
import { noteDeliveryAttempt } from '../../db/tables/webhook-deliveries.ts';
import type { DeliveryLine, HeadDelivery } from '../../db/tables/webhook-deliveries.ts';
import { requestWork } from '../../db/tables/work.ts';
import type { AttemptResult, Verdict } from '../../domain/webhooks/judge-attempt.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { deliveryWork } from './request-delivery.ts';

/** An attempt to send the head of a line, and what follows from it. */
export type RecordedAttempt = {
  line: DeliveryLine;
  delivery: HeadDelivery;
  result: AttemptResult;
  verdict: Verdict;
  begunAt: Date;
  now: Date;
};

/**
 * Writes an attempt into the ledger with what follows: the next attempt is requested, or the webhook is paused. A test
 * is sent once, and nothing follows from it. Rows are locked in the order webhook, delivery, work, as all commands do.
 */
export async function recordAttempt(tx: Tx, attempt: RecordedAttempt): Promise<void> {
  const { line, delivery, verdict, now } = attempt;
  const { webhook } = line;
  if (verdict.next === 'stop' && !delivery.isTest) {
    await pauseWebhook(tx, webhook, verdict.reason, now);
  }
  const isRetried = verdict.next === 'retry' && !delivery.isTest;
  const nextAttemptAt = verdict.next === 'retry' ? verdict.at : now;
  const isThere = await noteDeliveryAttempt(tx, webhook, {
    id: delivery.id,
    status: verdict.next === 'delivered' ? 'delivered' : isRetried ? 'pending' : 'failed',
    nextAttemptAt,
    ...describe(attempt),
    begunAt: attempt.begunAt,
    endedAt: now,
  });
  if (isRetried && isThere) await requestWork(tx, deliveryWork(line, nextAttemptAt, now));
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
