import type { Tx } from '../../db/connect.ts';
import { isUnavailable } from '../../db/postgres-errors.ts';
import { inSavepoint } from '../../db/transact.ts';
import { lockWave, settleWave } from '../../db/tables/work/batches.ts';
import type { RowResult, WaveRow, WorkBatch } from '../../db/tables/work/batches.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { cancelWork } from './cancel-work.ts';
import { retryWork } from './retry-work.ts';

/** Small, so that a wave holds its rows for less than a second. */
export const waveRows = 100;

/** Says how a batch goes on: `held` if other transactions hold all of its next rows. */
export type WaveEnd = 'ended' | 'more' | 'held';

type Around = { now: Date; log: Logger };

/** Handles the next rows of a batch, whose row the transaction has locked; a row that is refused or fails leaves the others alone. */
export async function runWave(tx: Tx, batch: WorkBatch, around: Around): Promise<WaveEnd> {
  const rows = await lockWave(tx, batch, waveRows);
  const results: RowResult[] = [];
  for (const row of rows) {
    const result = await handleRow(tx, batch, { row, ...around });
    if (result) results.push(result);
  }
  const hasEnded = await settleWave(tx, batch, { results, now: around.now });
  if (hasEnded) return 'ended';
  return results.length === 0 ? 'held' : 'more';
}

/** Undefined while another transaction holds the work. */
async function handleRow(
  tx: Tx,
  batch: WorkBatch,
  { row, now, log }: Around & { row: WaveRow },
): Promise<RowResult | undefined> {
  const { workId, state, deleted } = row;
  if (deleted) return { workId, outcome: 'refused', reason: 'The work was deleted meanwhile.' };
  if (state === null) return undefined;
  const { state: chosen } = JSON.parse(batch.filter) as { state?: string };
  // Work that was chosen by its id is refused by the command itself if its state does not allow it.
  if (chosen !== undefined && state !== chosen) {
    return { workId, outcome: 'refused', reason: `The work was ${chosen}, and is ${state} now.` };
  }
  const { organizationId, requestedBy: principal } = batch;
  const requestId = batch.requestId ?? undefined;
  const intervention = { id: workId, organizationId, principal, requestId, now };
  const command = batch.action === 'retry' ? retryWork : cancelWork;
  try {
    await inSavepoint(tx, (part) => command(part, intervention));
    return { workId, outcome: 'done', reason: undefined };
  } catch (error) {
    if (error instanceof Refusal) return { workId, outcome: 'refused', reason: error.message };
    if (isUnavailable(error)) throw error;
    log.error({ err: error, workId, batch: batch.id }, 'work of a batch failed unexpectedly');
    const reason = 'An unexpected error occurred; retry this piece of work alone.';
    return { workId, outcome: 'failed', reason };
  }
}
