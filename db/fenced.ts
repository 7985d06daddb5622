import type { Database, Tx } from './connect.ts';
import { runStatement } from './statement.ts';
import { signalAfterCommit, transact } from './transact.ts';

/**
 * The claim that protects a job's writes: the fence of this worker, and how long each renewal extends the
 * lease.
 */
export type Claim = { id: string; fence: number; leaseMs: number };

/**
 * A unique name of a claim: after a freeze, one process may hold the same work twice, once as a stale attempt.
 */
export function claimName({ id, fence }: Pick<Claim, 'id' | 'fence'>): string {
  return `${id} ${fence}`;
}

/**
 * Thrown when another worker has taken over or the work has ended; the writes of this attempt are discarded.
 */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`lease of work ${id} was lost`);
    this.name = 'LeaseLost';
  }
}

/** Thrown when a user has cancelled this work. */
export class WorkCancelled extends Error {
  constructor(id: string) {
    super(`work ${id} was cancelled`);
    this.name = 'WorkCancelled';
  }
}

const renew = {
  name: 'work-renew',
  text: `update work set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
    where id = $1 and fence = $2 and state = 'RUNNING'
    returning cancel_requested_at is not null as cancelled`,
};

/**
 * The only way in which a job writes: one transaction whose first statement renews the lease, locks the work
 * row against a take-over, and checks for cancellation. Throws LeaseLost or WorkCancelled, and then nothing is
 * written. `evenIfCancelled` is for the write that ends cancelled work.
 */
export function fenced<T>(
  database: Database,
  claim: Claim,
  write: (tx: Tx) => Promise<T>,
  options: { evenIfCancelled?: boolean } = {},
): Promise<T> {
  return transact(database, async (tx) => {
    const [row] = await runStatement<{ cancelled: boolean }>(tx, renew, [
      claim.id,
      claim.fence,
      claim.leaseMs,
    ]);
    if (!row) throw new LeaseLost(claim.id);
    if (row.cancelled && !options.evenIfCancelled) throw new WorkCancelled(claim.id);
    return write(tx);
  });
}

const finish = {
  name: 'work-finish-done',
  text: `update work w set state = 'DONE', last_error = null, finished_at = clock_timestamp(), lease_until = null
    from unnest($1::uuid[], $2::bigint[]) as c(id, fence)
    where w.id = c.id and w.fence = c.fence and w.state = 'RUNNING' and w.cancel_requested_at is null
    returning w.id, w.fence`,
};

const isHeld = {
  name: 'work-is-held',
  text: `select 1 from work where id = $1 and fence = $2 and state = 'RUNNING'`,
};

/** The end of an attempt: its claim and its last write. */
export type Closing = { claim: Claim; write: (tx: Tx) => Promise<void> };

/**
 * The last write of an attempt: like `fenced`, but the first statement marks the work DONE instead of renewing
 * the lease; its row lock prevents a take-over until the commit as well.
 */
export function fencedClose(database: Database, { claim, write }: Closing): Promise<void> {
  return transact(database, async (tx) => {
    const ended = await finishAll(tx, [claim]);
    if (!ended.has(claimName(claim))) {
      const held = await runStatement(tx, isHeld, [claim.id, claim.fence]);
      throw held.length > 0 ? new WorkCancelled(claim.id) : new LeaseLost(claim.id);
    }
    await write(tx);
  });
}

/**
 * Commits the last writes of several attempts in one transaction, each with the end of its work. Returns the
 * names of the claims that were still held and not cancelled; nothing is written for the others. If one write
 * throws, nothing is written at all.
 */
export function fencedCloseAll(
  database: Database,
  closings: readonly Closing[],
): Promise<ReadonlySet<string>> {
  return transact(database, async (tx) => {
    const ended = await finishAll(
      tx,
      closings.map(({ claim }) => claim),
    );
    for (const { claim, write } of closings) if (ended.has(claimName(claim))) await write(tx);
    return ended;
  });
}

async function finishAll(tx: Tx, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  const rows = await runStatement<{ id: string; fence: number }>(tx, finish, [
    claims.map((claim) => claim.id),
    claims.map((claim) => claim.fence),
  ]);
  signalAfterCommit(tx, 'work_done');
  return new Set(rows.map(claimName));
}
