import { pause } from '../../../../lib/clock.ts';
import type { SendOptions, TestAnswer } from '../../http/api.ts';
import type { Installation } from '../installation.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** An answered request, and the number of earlier attempts with an unknown outcome. */
export type Settled = { answer: TestAnswer; unknown: number };

/**
 * Above every time limit of the API, including one minute for requests that wait for work: a longer wait means that the request
 * was lost.
 */
const hungAfterMs = 75_000;
const patienceMs = 150_000;

/** Repeats a request until an answer settles it: a broken connection, a 503 and an "in progress" leave it open. */
export async function insist(send: (signal: AbortSignal) => Promise<TestAnswer>): Promise<Settled> {
  const end = Date.now() + patienceMs;
  for (let unknown = 0; ; unknown++) {
    const answer = await send(AbortSignal.timeout(hungAfterMs)).catch(undefinedIfBroken);
    if (answer && !isOpen(answer)) return { answer, unknown };
    if (Date.now() > end) {
      const last = answer ? `${answer.status} ${answer.text}` : 'a broken connection';
      throw new Error(`no answer in ${patienceMs} ms, at last ${last}`);
    }
    await pause(100);
  }
}

/** True if the outcome of the request, or of an earlier one like it, is still unknown. */
export function isOpen({ status, text }: TestAnswer): boolean {
  return status === 503 || (status === 409 && /request_in_progress|still being handled/.test(text));
}

function undefinedIfBroken(error: unknown): undefined {
  if (!['fetch failed', 'terminated'].includes((error as Error).message)) throw error;
  return undefined;
}

/** Asks the APIs in turn until one answers in a way that settles the request. */
export function insistOn(
  ours: Pick<Installation, 'send' | 'apis'>,
  random: SeededRandom,
  method: string,
  [path, options]: [path: string, options?: SendOptions],
): Promise<Settled> {
  return insist((signal) => {
    const api = random.between(0, ours.apis.length - 1);
    return ours.send(method, path, { ...options, api, signal });
  });
}
