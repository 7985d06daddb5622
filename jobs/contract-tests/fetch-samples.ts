import type { Source } from '../../connectors/connector.ts';
import { toSample } from './json-safe.ts';
import { runInLanes } from './run-in-lanes.ts';
import { shortMessage } from './table-under-test.ts';
import type { Sampler, Task } from './table-under-test.ts';

/** A contract with more failures than this is looked at from the top; each statement may scan a whole table. */
const mostStatements = 50;

/** Samples are a help, not the result: they may take a part of the time that the counts took, within these bounds. */
const partOfRun = 0.25;
const shortestMs = 1_000;
const longestMs = 10_000;

/** A failed check by its key, and how to read some of its rows. */
export type SampleRequest = { key: string; sampler: Sampler };

type FoundSamples = (key: string, rows: Record<string, unknown>[]) => void;

type Receiver = {
  found: FoundSamples;
  /** Why there are none; without the words of the source where these could hold what nobody may see. */
  failed: (key: string, reason: string) => void;
  signal: AbortSignal;
};

const hiddenReason = 'the source refused the query; its words are not shown';

/** One statement; samples that cannot be read are left out, because the verdict does not need them. */
function taskOf(
  source: Source,
  { key, sampler }: SampleRequest,
  { found, failed, signal }: Receiver,
): Task {
  return async () => {
    let hides = false;
    try {
      const { sql, masked } = sampler();
      hides = masked.size > 0;
      const rows = await source.query(sql);
      found(
        key,
        rows.map((row) => toSample(row, masked)),
      );
    } catch (error) {
      signal.throwIfAborted();
      failed(key, hides ? hiddenReason : shortMessage(error));
    }
  };
}

/**
 * Reads samples of failed checks, in order, until the time or the number of statements is used up: what has begun by
 * then is waited for. `countedMs` is how long the counts took. Answers with how many checks were left without.
 */
export async function fetchSamples(
  source: Source,
  requests: readonly SampleRequest[],
  { countedMs, ...receiver }: Receiver & { countedMs: number },
): Promise<number> {
  const mostMs = Math.min(longestMs, Math.max(shortestMs, countedMs * partOfRun));
  const deadline = performance.now() + mostMs;
  let begun = 0;
  function* tasks(): Generator<Task> {
    for (const request of requests) {
      if (begun >= mostStatements || performance.now() > deadline) return;
      begun += 1;
      yield taskOf(source, request, receiver);
    }
  }
  await runInLanes(tasks(), { lanes: source.lanes, signal: receiver.signal });
  return requests.length - begun;
}
