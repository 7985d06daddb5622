import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../db/connect.ts';
import type { IdempotencyKey } from '../../db/tables/idempotency-keys.ts';
import {
  advanceImportPosition,
  completeImportPosition,
  insertImportPosition,
  lockImportPosition,
} from '../../db/tables/import-positions.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Clock } from '../../lib/clock.ts';

/** Where an import is in its documents. */
export type ImportProgress = {
  /** Documents that an earlier request with the same key has committed. */
  doneBefore: number;
  /** Of the next documents as they were sent, those that are still to do; refuses what differs from before. */
  take: <Sent extends { bytes: Buffer }>(sent: readonly Sent[]) => Sent[];
  /** Notes in a transaction that all that was taken is done; refuses when another request did it. */
  checkpoint: (tx: Tx) => Promise<void>;
  /** Notes that there are no more. */
  finish: () => Promise<void>;
};

/** The progress of an import that nobody can continue. */
export const unnotedProgress: ImportProgress = {
  doneBefore: 0,
  take: (sent) => [...sent],
  checkpoint: () => Promise.resolve(),
  finish: () => Promise.resolve(),
};

/**
 * Begins an import, or continues the one that was begun with the same key. A request that still works on it is not
 * waited for longer than its batch takes; it ends at its next one.
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
  // Where the last checkpoint was: a batch that is rolled back is noted anew.
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
    checkpoint: async (tx) => {
      const to = { position: taken, hash: digest(), now: clock.now() };
      if (!(await advanceImportPosition(tx, key, noted, to))) refuseTaken();
    },
    finish: async () => {
      if (taken < stored.position) refuseReused();
      await completeImportPosition(database.knex, key, taken);
    },
  };
}

function refuseReused(): never {
  return refuse(
    'idempotency_key_reused',
    'This Idempotency-Key was sent before with another request; use a new one, or send the same documents again to continue their import.',
  );
}

function refuseTaken(): never {
  return refuse(
    'request_in_progress',
    'Another request with this Idempotency-Key continues this import.',
  );
}
