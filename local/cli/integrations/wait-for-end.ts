import { pause } from '../../../lib/clock.ts';
import { wrongUsage } from '../command.ts';
import type { Given, Option } from '../command.ts';
import { problem } from '../../problem.ts';

const lookEveryMs = 300;
const maxTimeoutSeconds = 86_400;

/** The option for the time to wait for a worker. */
export const timeoutOption: Option = {
  name: 'timeout',
  value: 'seconds',
  help: 'seconds to wait for the end, default: 600; the worker continues afterwards',
};

/** Parses an option as a whole number. */
export function readNumber(
  { texts }: Given,
  name: string,
  max = 2_147_483_647,
): number | undefined {
  const text = texts[name];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  throw wrongUsage(`--${name} ${text} is not a number from 0 to ${max}.`);
}

/** The maximum waiting time of the call, in seconds. */
export function readTimeout(given: Given): number {
  return readNumber(given, 'timeout', maxTimeoutSeconds) ?? 600;
}

/** Polls until a worker has finished; throws after the timeout. */
export async function waitForEnd<T extends { outcome: unknown; workId: string }>(
  seconds: number,
  look: () => Promise<T>,
): Promise<T> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found.outcome !== null) return found;
    if (Date.now() >= end) {
      throw problem(
        `No end after ${seconds} seconds; the work continues. See its state with npm run work -- show ${found.workId}.`,
      );
    }
    await pause(lookEveryMs);
  }
}
