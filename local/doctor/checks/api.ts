import { failed, ok } from '../check.ts';
import type { Check, Finding } from '../check.ts';

/** Longer than the API waits for a connection to Postgres, shorter than a check may take. */
const limitMs = 4_700;

/** The API answers on its address and is ready for requests. */
export const api: Check = {
  name: 'api',
  settings: ['HOST', 'PORT'],
  run: async ({ address, dataDir }) => {
    const signal = AbortSignal.timeout(limitMs);
    const answer = await fetch(`${address}/health/ready`, { signal }).catch(() => undefined);
    if (answer === undefined) {
      return failed(
        `nothing answers on ${address}`,
        `Start Concordat with bin/start, or look into ${dataDir}/logs/api.log why the API does not run.`,
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
      'Mend what it names; the API becomes ready by itself then.',
    );
  }
  return failed(
    `${address} answers ${answer.status}: that is not Concordat`,
    'Correct HOST and PORT, or stop the other program that has this port.',
  );
}
