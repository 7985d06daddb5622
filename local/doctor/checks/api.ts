import { failed, ok } from '../check.ts';
import type { Check, Finding } from '../check.ts';

/** Longer than the API waits for a connection to Postgres, shorter than the limit of a check. */
const limitMs = 4_700;

/** Checks that the API answers at its address and is ready. */
export const api: Check = {
  name: 'api',
  settings: ['HOST', 'PORT'],
  run: async ({ address, dataDir }) => {
    const signal = AbortSignal.timeout(limitMs);
    const answer = await fetch(`${address}/health/ready`, { signal }).catch(() => undefined);
    if (answer === undefined) {
      return failed(
        `there is no answer from ${address}`,
        `Start Concordat with bin/start, or see in ${dataDir}/logs/api.log why the API is not running.`,
      );
    }
    if (answer.status === 200) return ok(`${address} is ready`);
    return notReady(address, answer);
  },
};

async function notReady(address: string, answer: Response): Promise<Finding> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { detail } = (body ?? {}) as { detail?: unknown };
  if (answer.status === 503 && typeof detail === 'string') {
    return failed(
      `${address} answers, but is not ready: ${detail}`,
      'Fix the named problem; the API then becomes ready by itself.',
    );
  }
  return failed(
    `${address} answers ${answer.status}: this is not Concordat`,
    'Correct HOST and PORT, or stop the other program on this port.',
  );
}
