import type { Database } from '../db/connect.ts';
import { claimName, fencedClose, fencedCloseAll } from '../db/fenced.ts';
import type { Closing } from '../db/fenced.ts';
import { createBatcher } from '../lib/batcher.ts';

/** Closes an attempt; rejects with LeaseLost, WorkCancelled, or what its write throws. */
export type Close = (closing: Closing) => Promise<void>;

type Waiting = { closing: Closing; resolve: () => void; reject: (error: unknown) => void };

const limits = { mostRunning: 2, largestBatch: 16 };

/**
 * Lets attempts that end at about the same time share a transaction: its begin, its commit and the wait for
 * the disk are most of what a small closing write costs. Each still ends with its own write or not at all: when
 * one of them throws, all are closed one by one. Writes must therefore bear to be called twice, and touch
 * only rows of their own subject, or two batches could wait for each other.
 */
export function createCloseTogether(database: Database): Close {
  const add = createBatcher<Waiting>(limits, (batch) => closeBatch(database, batch));
  return (closing) =>
    new Promise((resolve, reject) => {
      add({ closing, resolve, reject });
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
