import type { Tx } from '../../db/connect.ts';
import { noteDeliveryAttempt } from '../../db/tables/webhooks/attempts.ts';
import type { HeadDelivery } from '../../db/tables/webhooks/attempts.ts';
import type { DeliveryLine, DeliveryStatus } from '../../db/tables/webhooks/deliveries.ts';
import { lockWebhook } from '../../db/tables/webhooks/webhooks.ts';
import type { Webhook } from '../../db/tables/webhooks/webhooks.ts';
import { leaveLine, lockLine } from '../../db/tables/webhooks/lines.ts';
import { requestWorkAtLatest } from '../../db/tables/work/work.ts';
import type { Exchange } from '../../domain/webhooks/exchange.ts';
import type { AttemptResult, Verdict } from '../../domain/webhooks/judge-attempt.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { senderWork } from './request-delivery.ts';

/** An attempt to send the first delivery of a line, and its consequences. */
export type RecordedAttempt = {
  line: DeliveryLine;
  /** State of the webhook and the delivery when the attempt began. */
  webhook: Pick<Webhook, 'generation'>;
  delivery: HeadDelivery;
  result: AttemptResult;
  exchange: Exchange;
  verdict: Verdict;
  begunAt: Date;
  now: Date;
};

/**
 * Stores an attempt and its consequences, and releases the line: the next attempt is requested, or the webhook is paused. A test
 * is sent once without consequences. Concurrent changes take precedence: if the delivery was made due again, the attempt is only
 * counted, and an attempt that began before the webhook was changed or resumed does not pause it. Other transactions may hold the
 * same rows: locks are taken in the order of `requestLines`.
 */
export async function recordAttempt(tx: Tx, attempt: RecordedAttempt): Promise<void> {
  const { line, delivery, verdict, begunAt, now } = attempt;
  const isStop = verdict.next === 'stop' && !delivery.isTest;
  const stored = isStop ? await lockWebhook(tx, line.webhook) : undefined;
  await lockLine(tx, line);
  const nextAttemptAt = verdict.next === 'retry' ? verdict.at : now;
  const noted = await noteDeliveryAttempt(tx, line.webhook, {
    id: delivery.id,
    generation: delivery.generation,
    status: statusAfter(attempt),
    nextAttemptAt,
    ...describe(attempt),
    exchange: attempt.exchange,
    begunAt,
    endedAt: now,
  });
  const isCurrent = stored?.generation === attempt.webhook.generation;
  if (isStop && noted === 'noted' && isCurrent) {
    await pauseWebhook(tx, line.webhook, verdict.reason, now);
  }
  const dueAt = await leaveLine(tx, line);
  // The sender itself continues with deliveries that are already due.
  if (dueAt && dueAt > now) {
    await requestWorkAtLatest(tx, senderWork(line.webhook, 0, { dueAt, now }));
  }
}

/** The delivery that caused a pause waits with the others. */
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
