import type { Source } from '../../connectors/connector.ts';
import { toSample } from './judge/json-safe.ts';
import { runConcurrently } from '../../lib/waiting/run-concurrently.ts';
import { shortMessage } from './table-under-test.ts';
import type { Sampler, Task } from './table-under-test.ts';

/** A contract with more failures than this is looked at from the top; each statement may scan a whole table. */
const maxStatements = 50;

/**
 * Samples are optional, so they may take only a fraction of the time that the counts took, within these bounds.
 */
const partOfRun = 0.25;
const minMs = 1_000;
const maxMs = 10_000;

/** A failed check by its key, and how to read some of its rows. */
export type SampleRequest = { key: string; sampler: Sampler };

type FoundSamples = (key: string, rows: Record<string, unknown>[]) => void;

type Receiver = {
  found: FoundSamples;
  /** Records why there are no samples, without the error of the source if it may contain sensitive values. */
  failed: (key: string, reason: string) => void;
  signal: AbortSignal;
};

/** The duration of the counts, and the time that samples may take however short it was: 1 s if not given. */
type Duration = { countedMs: number; minSamplesMs?: number | undefined };

const hiddenReason = 'the source refused the query; its error is not shown';

/**
 * A task of one statement; samples that cannot be read are left out, because the verdict does not need them.
 */
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
 * Reads samples of failed checks, in order, until the time or the number of statements is used up; running
 * statements are awaited. Returns the number of checks without samples.
 */
export async function fetchSamples(
  source: Source,
  requests: readonly SampleRequest[],
  { countedMs, minSamplesMs = minMs, ...receiver }: Receiver & Duration,
): Promise<number> {
  const limitMs = Math.max(minSamplesMs, Math.min(maxMs, countedMs * partOfRun));
  const deadline = performance.now() + limitMs;
  let begun = 0;
  function* tasks(): Generator<Task> {
    for (const request of requests) {
      if (begun >= maxStatements || performance.now() > deadline) return;
      begun += 1;
      yield taskOf(source, request, receiver);
    }
  }
  await runConcurrently(tasks(), { concurrency: source.concurrency, signal: receiver.signal });
  return requests.length - begun;
}
