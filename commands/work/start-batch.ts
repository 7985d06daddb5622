import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  findBatch,
  insertBatch,
  lockBatch,
  stopBatch as endBatch,
} from '../../db/tables/work/batches.ts';
import type { WorkBatch } from '../../db/tables/work/batches.ts';
import { insertBatchRows } from '../../db/views/work/batch-rows.ts';
import type { WorkFilter, WorkScope } from '../../db/views/work/list.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { maxBatchRows } from '../../domain/work/batches.ts';
import type { BatchAction } from '../../domain/work/batches.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import { runWave } from './run-wave.ts';

type Caller = { principal: Principal; requestId: string | undefined; now: Date };

export type BatchRequest = Caller & {
  action: BatchAction;
  scope: WorkScope;
  filter: WorkFilter;
  /** The filter as requested. */
  asked: object;
  expectedCount: number;
  log: Logger;
};

/**
 * Chooses the work that matches the filter now and handles its first wave; clocks handle the rest. Returns the id of the batch.
 * Refuses with `concurrent_change` if the number differs from the expected one, and with `limit_reached`.
 */
export async function startBatch(tx: Tx, request: BatchRequest): Promise<string> {
  const { action, scope, filter, asked, expectedCount, principal, requestId, now } = request;
  const key = { organizationId: principal.organizationId, id: newId() };
  const by = { requestedBy: principal.name, requestId, now };
  await insertBatch(tx, { ...key, action, filter: asked, total: expectedCount, ...by });
  const count = await insertBatchRows(tx, key, { scope, filter, limit: maxBatchRows + 1 });
  if (count > maxBatchRows) {
    refuse(
      'limit_reached',
      `More than ${maxBatchRows} pieces of work match the filter; narrow it, for example with 'from' and 'to'.`,
    );
  }
  if (count !== expectedCount) {
    refuse(
      'concurrent_change',
      `${count} pieces of work match the filter now, not ${expectedCount}; look at them, and send expectedCount=${count}.`,
      { extra: { count } },
    );
  }
  await audit(
    tx,
    'WorkBatchRequested',
    { ...request, id: key.id },
    { action, filter: asked, total: count },
  );
  const batch = await findBatch(tx, key);
  if (batch) await runWave(tx, batch, { now, log: request.log });
  return key.id;
}

/** Ends a batch before its rest is handled; ending it again changes nothing. Refuses with `not_found`. */
export async function stopBatch(tx: Tx, request: Caller & { id: string }): Promise<void> {
  const { id, principal, now } = request;
  const key = { organizationId: principal.organizationId, id };
  const batch = isUuid(id) ? await lockBatch(tx, key) : undefined;
  if (!batch) return refuseUnknownBatch(id);
  if (batch.endedAt) return;
  await endBatch(tx, key, now);
  await audit(tx, 'WorkBatchStopped', request, { left: leftOf(batch) });
}

/** Refuses with `not_found`. */
export function refuseUnknownBatch(id: string): never {
  return refuse('not_found', `There is no batch of work with the id '${id}'.`);
}

/** Pieces of work of a batch that are not handled. */
export function leftOf({ total, done, refused, failed }: WorkBatch): number {
  return total - done - refused - failed;
}

async function audit(
  tx: Tx,
  type: 'WorkBatchRequested' | 'WorkBatchStopped',
  { id, principal, requestId, now }: Caller & { id: string },
  data: Record<string, unknown>,
): Promise<void> {
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'work-batch',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data,
    now,
  });
}
