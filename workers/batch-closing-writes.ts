import type { Database } from '../db/connect.ts';
import { claimName, fencedClose, fencedCloseAll } from '../db/fenced.ts';
import type { Closing } from '../db/fenced.ts';
import { createBatcher } from '../lib/waiting/batcher.ts';

/** Closes an attempt; rejects with LeaseLost, WorkCancelled, or what its write throws. */
export type Close = (closing: Closing) => Promise<void>;

type Waiting = { closing: Closing; resolve: () => void; reject: (error: unknown) => void };

const limits = { maxRunning: 2, maxBatch: 16 };

/**
 * Lets attempts that end at about the same time share a transaction, because its begin, commit and disk flush are most of the
 * cost of a small closing write. Each attempt still ends with its own write or not at all: if one write throws, all attempts are
 * closed one by one. Writes must therefore tolerate a second call, and touch only rows of their own subject, or two batches could
 * deadlock.
 */
export function createCloseTogether(database: Database): Close {
  const add = createBatcher<Waiting>(limits, (batch) => closeBatch(database, batch));
  return (closing) =>
    new Promise((resolve, reject) => {
      add({ closing, resolve, reject });
    });
}

/** Settles every attempt of the batch; never rejects. */
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

/** The attempts that were closed; none if the transaction failed, regardless of the cause. */
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
    // Closing each attempt in its own transaction shows which of them failed, and why.
    return new Set();
  }
}
