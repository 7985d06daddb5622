import { post, PostBroken, withoutAddress } from '../../connectors/http/post.ts';
import type { PostAnswer } from '../../connectors/http/post.ts';
import { Refusal } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { Clock } from '../../lib/clock.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { DeliveryBroken } from './deliver.ts';
import type { Delivery } from './deliver.ts';

/** Chats answer within a second; a hanging one shares its few slots with all mails. */
const patienceMs = 10_000;
const maxWaitMs = 3_600_000;
/** Of the answer of a chat that is kept. */
const maxAnswerLength = 1_000;

/** Allowed targets of messages, and the deadline. */
export type PostLimits = {
  allowedHosts: readonly string[];
  signal: AbortSignal;
  clock: Clock;
  timeoutMs?: number;
};

/** Posts a message to a chat. Resolves with its verdict; throws DeliveryBroken when a retry may help. */
export async function postMessage(
  url: string,
  body: string,
  { timeoutMs = patienceMs, clock, ...limits }: PostLimits,
): Promise<Delivery> {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  try {
    const answer = await post({ url, headers, body, timeoutMs, ...limits });
    return judge(answer, url, clock.now());
  } catch (error) {
    if (error instanceof DeliveryBroken) throw error;
    const message = error instanceof Error ? error.message : String(error);
    // The request never connected; a name may get an address later, but a forbidden address stays forbidden.
    if (error instanceof Refusal && !/could not resolve/i.test(message)) return { failed: message };
    throw new DeliveryBroken(message, error instanceof PostBroken && error.mayHaveArrived);
  }
}

const worthAnotherTry = [408, 425, 429];
const saysWhen = [429, 503];

function judge({ status, text, headers }: PostAnswer, url: string, now: Date): Delivery {
  const said = withoutAddress(text, url);
  const answer = oneLine(`${status} ${said}`, maxAnswerLength);
  if (status >= 200 && status < 300) return { sent: answer };
  const reason = `The chat answered ${status}: ${oneLine(said, 200)}`;
  if (status >= 500 || worthAnotherTry.includes(status)) {
    const askedMs = saysWhen.includes(status) ? retryAfterMs(headers['retry-after'], now) : 0;
    throw new DeliveryBroken(reason, false, { waitMs: Math.min(askedMs, maxWaitMs), answer });
  }
  return { failed: reason, answer };
}
