import { pause } from '../../lib/clock.ts';
import { wrongUsage } from '../cli/command.ts';
import type { Given, Option } from '../cli/command.ts';
import { problem } from '../problem.ts';

const lookEveryMs = 300;
const longestSeconds = 86_400;

/** How long a command waits for a worker. */
export const timeoutOption: Option = {
  name: 'timeout',
  value: 'seconds',
  help: 'how long to wait for it, 600 when left out; the worker goes on',
};

/** A whole number that an option gives. */
export function readNumber(
  { texts }: Given,
  name: string,
  largest = 2_147_483_647,
): number | undefined {
  const text = texts[name];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= largest) return Number(text);
  throw wrongUsage(`--${name} ${text} is no number from 0 to ${largest}.`);
}

/** How long the call waits at most. */
export function readTimeout(given: Given): number {
  return readNumber(given, 'timeout', longestSeconds) ?? 600;
}

/** Looks until a worker has ended something; throws when that takes longer. */
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
        `It has not ended in ${seconds} seconds, and goes on: npm run work -- show ${found.workId} tells how it stands.`,
      );
    }
    await pause(lookEveryMs);
  }
}
