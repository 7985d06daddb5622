import { post, PostBroken } from '../../connectors/post.ts';
import type { PostAnswer } from '../../connectors/post.ts';
import { Refusal } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { Clock } from '../../lib/clock.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { DeliveryBroken } from './deliver.ts';
import type { Delivery } from './deliver.ts';

/** Chats answer within a second; one that hangs shares the few slots of its kind of work with all mails. */
const patienceMs = 10_000;
const longestWaitMs = 3_600_000;

/** Where messages may go, and until when. */
export type PostLimits = {
  allowedHosts: readonly string[];
  signal: AbortSignal;
  clock: Clock;
  timeoutMs?: number;
};

/** Posts a message to a chat. Resolves with its verdict; throws DeliveryBroken when another attempt is worth it. */
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
    // Nothing was connected; a name may have an address later, but a forbidden one stays forbidden.
    if (error instanceof Refusal && !/could not resolve/i.test(message)) return { failed: message };
    throw new DeliveryBroken(message, error instanceof PostBroken && error.mayHaveArrived);
  }
}

const worthAnotherTry = [408, 425, 429];
const saysWhen = [429, 503];

function judge({ status, text, headers }: PostAnswer, url: string, now: Date): Delivery {
  if (status >= 200 && status < 300) return 'sent';
  const reason = `The chat answered ${status}: ${oneLine(withoutAddress(text, url), 200)}`;
  if (status >= 500 || worthAnotherTry.includes(status)) {
    const askedMs = saysWhen.includes(status) ? retryAfterMs(headers['retry-after'], now) : 0;
    throw new DeliveryBroken(reason, false, Math.min(askedMs, longestWaitMs));
  }
  return { failed: reason };
}

/** Whoever answers may repeat the address, which is a secret. */
function withoutAddress(text: string, url: string): string {
  const { pathname, search } = new URL(url);
  const parts = [url, pathname + search, pathname, search].filter((part) => part.length > 1);
  return parts.reduce((shown, part) => shown.replaceAll(part, '…'), text);
}
