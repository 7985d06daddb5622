import type { Database } from '../db/connect.ts';
import { claimName, fencedClose, fencedCloseAll } from '../db/fenced.ts';
import type { Closing } from '../db/fenced.ts';

/** Closes an attempt; rejects with LeaseLost, WorkCancelled, or what its write throws. */
export type Close = (closing: Closing) => Promise<void>;

type Waiting = { closing: Closing; resolve: () => void; reject: (error: unknown) => void };

const largestBatch = 16;
const mostRunning = 2;

/**
 * Lets attempts that end at about the same time share a transaction: its begin, its commit and the wait for
 * the disk are most of what a small closing write costs. Each still ends with its own write or not at all: when
 * one of them throws, all are closed one by one. Writes must therefore bear to be called twice, and touch
 * only rows of their own subject, or two batches could wait for each other.
 */
export function createCloseTogether(database: Database): Close {
  const queue: Waiting[] = [];
  let running = 0;
  let planned = false;
  const start = (): void => {
    planned = false;
    while (queue.length > 0 && running < mostRunning) {
      running += 1;
      void closeBatch(database, queue.splice(0, largestBatch)).finally(() => {
        running -= 1;
        start();
      });
    }
  };
  return (closing) =>
    new Promise((resolve, reject) => {
      queue.push({ closing, resolve, reject });
      if (planned || running >= mostRunning) return;
      planned = true;
      setImmediate(start);
    });
}

/** Settles everybody in the batch; never rejects. */
async function closeBatch(database: Database, batch: readonly Waiting[]): Promise<void> {
  const ended = batch.length > 1 ? await tryTogether(database, batch) : new Set<string>();
  const alone = batch.filter(({ closing }) => !ended.has(claimName(closing.claim)));
  for (const { closing, resolve } of batch) if (ended.has(claimName(closing.claim))) resolve();
  await Promise.all(
    alone.map(({ closing, resolve, reject }) =>
      fencedClose(database, closing).then(resolve, reject),
    ),
  );
}

/** Which attempts were closed; none when the transaction failed, whosever fault it was. */
async function tryTogether(
  database: Database,
  batch: readonly Waiting[],
): Promise<ReadonlySet<string>> {
  try {
    return await fencedCloseAll(
      database,
      batch.map(({ closing }) => closing),
    );
  } catch {
    // Each one's own transaction tells which of them it was, and why.
    return new Set();
  }
}
