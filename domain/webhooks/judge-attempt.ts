import { retryAfterMs } from '../../lib/retry-after.ts';

/** The result of an attempt: an HTTP answer, or the reason why there was none. */
export type AttemptResult =
  | { status: number; retryAfter: string | undefined; text: string }
  | { status: undefined; error: string };

/** The consequence: `stop` pauses the webhook, `drop` only gives up the delivery. */
export type Verdict =
  | { next: 'delivered' }
  | { next: 'retry'; at: Date; error: string }
  | { next: 'stop'; error: string; reason: string }
  | { next: 'drop'; error: string };

const hour = 3_600_000;
const maxRetryAfterMs = hour;
/** Time for which a failing delivery is retried. */
const patienceMs = 3 * 24 * hour;

const gone = 410;

/**
 * Judges an attempt: any 2xx is a success, 410 unsubscribes, everything else is retried until three days after
 * the first failure. `waitMs` is the back-off; Retry-After of 429 and 503 can extend it.
 */
export function judgeAttempt(
  result: AttemptResult,
  attempt: { firstFailedAt: Date | undefined; waitMs: number; now: Date },
): Verdict {
  const { status } = result;
  if (status !== undefined && status >= 200 && status < 300) return { next: 'delivered' };
  const { now } = attempt;
  const error = describe(result);
  if (status === gone) {
    return {
      next: 'stop',
      error,
      reason: 'The receiver answered 410: it wants no further events.',
    };
  }
  const deadline = (attempt.firstFailedAt ?? now).getTime() + patienceMs;
  if (now.getTime() >= deadline) {
    return { next: 'stop', error, reason: `Failed for three days, most recently with: ${error}` };
  }
  const waitMs = Math.max(attempt.waitMs, askedToWaitMs(result, now));
  return { next: 'retry', at: new Date(Math.min(now.getTime() + waitMs, deadline)), error };
}

function describe(result: AttemptResult): string {
  if (result.status === undefined) return result.error;
  const isRedirect = result.status >= 300 && result.status < 400;
  return isRedirect
    ? `HTTP ${result.status}: redirects are not followed, give the address where it leads`
    : `HTTP ${result.status}`;
}

function askedToWaitMs(result: AttemptResult, now: Date): number {
  if (result.status !== 429 && result.status !== 503) return 0;
  return Math.min(retryAfterMs(result.retryAfter, now), maxRetryAfterMs);
}
