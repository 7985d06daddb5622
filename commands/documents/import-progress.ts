import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../db/connect.ts';
import type { IdempotencyKey } from '../../db/tables/work/idempotency-keys.ts';
import {
  advanceImportPosition,
  completeImportPosition,
  insertImportPosition,
  insertImportResults,
  listImportResults,
  lockImportPosition,
} from '../../db/tables/documents/import-positions.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Clock } from '../../lib/clock.ts';

/** The position of an import in its documents. */
export type ImportProgress = {
  /** Number of documents committed by earlier requests with the same key. */
  doneBefore: number;
  /** The remaining ones of the next documents; refuses documents that differ from those sent before. */
  take: <Sent extends { bytes: Buffer }>(sent: readonly Sent[]) => Sent[];
  /** The results of the earlier documents, once: after the resent documents have proved equal. */
  replay: () => AsyncIterable<string>;
  /** Records in a transaction that all taken documents are done; refuses if another request recorded them. */
  checkpoint: (tx: Tx) => Promise<void>;
  /** Stores, in the transaction of `checkpoint`, the results of the documents since the previous checkpoint. */
  record: (tx: Tx, results: string) => Promise<void>;
  /** Records the end of the import; returns the summary, or that of the request that finished first. */
  finish: (summary: string) => Promise<string>;
};

/** The progress of an import without a key, which cannot be continued. */
export const unnotedProgress: ImportProgress = {
  doneBefore: 0,
  take: (sent) => [...sent],
  async *replay() {},
  checkpoint: () => Promise.resolve(),
  record: () => Promise.resolve(),
  finish: (summary) => Promise.resolve(summary),
};

/**
 * Begins an import, or continues the import with the same key. A concurrent request for the same import ends at its next batch;
 * waiting for it takes no longer than one batch.
 */
export async function openImportProgress(
  database: Database,
  { key, address, clock }: { key: IdempotencyKey; address: string; clock: Clock },
): Promise<ImportProgress> {
  const hash = createHash('sha256').update(`POST ${address}\n`);
  const digest = (): Buffer => hash.copy().digest();
  const stored = await transact(database, async (tx) => {
    await insertImportPosition(tx, key, digest(), clock.now());
    return (await lockImportPosition(tx, key)) ?? refuseReused();
  });
  if (stored.position === 0 && !stored.hash.equals(digest())) refuseReused();
  let taken = 0;
  let isReplayed = false;
  // Position of the last checkpoint: a batch that is rolled back is recorded again.
  let noted = stored.position;
  return {
    doneBefore: stored.position,
    take: (sent) => {
      noted = Math.max(taken, stored.position);
      return sent.filter(({ bytes }) => {
        hash.update(bytes).update('\n');
        taken += 1;
        if (taken === stored.position && !stored.hash.equals(digest())) refuseReused();
        if (taken > stored.position && stored.isComplete) refuseReused();
        return taken > stored.position;
      });
    },
    async *replay() {
      if (isReplayed || taken < stored.position) return;
      isReplayed = true;
      yield* readResults(database, key, stored.position);
    },
    checkpoint: async (tx) => {
      const to = { position: taken, hash: digest(), now: clock.now() };
      if (!(await advanceImportPosition(tx, key, noted, to))) refuseTaken();
    },
    record: (tx, results) => insertImportResults(tx, key, { position: taken, results }),
    finish: async (summary) => {
      if (taken < stored.position) refuseReused();
      const final = await completeImportPosition(database.knex, key, taken, summary);
      return final ?? refuseTaken();
    },
  };
}

/** Results of a few batches are in memory at a time. */
async function* readResults(
  { knex }: Database,
  key: IdempotencyKey,
  upTo: number,
): AsyncGenerator<string> {
  for (let after = 0; after < upTo;) {
    const batches = await listImportResults(knex, key, { after, upTo });
    for (const { results } of batches) yield results;
    after = batches.at(-1)?.position ?? upTo;
  }
}

function refuseReused(): never {
  return refuse(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request; use a new key, or send the same documents again to continue their import.',
  );
}

function refuseTaken(): never {
  return refuse(
    'request_in_progress',
    'Another request with this Idempotency-Key is continuing this import; wait for its answer.',
  );
}
