import { Type } from '@sinclair/typebox';
import { comparePorts } from '../../commands/integrations/compare-ports.ts';
import { endRun } from '../../commands/integrations/end-run.ts';
import { recordDrift } from '../../commands/integrations/record-drift.ts';
import { undoAssets } from '../../commands/integrations/undo-assets.ts';
import type { UndoneWave } from '../../commands/integrations/undo-assets.ts';
import type { Db } from '../../db/connect.ts';
import { listDriftsOfIntegration } from '../../db/tables/ingestion/asset-drifts.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { findIngestionRun, updateIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionCounts, IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { refuse } from '../../domain/errors.ts';
import type { AssetDifference } from '../../domain/ingestion/asset-drift.ts';
import { leftAloneReasons } from '../../domain/ingestion/run-changes.ts';
import { defineJob } from '../define-job.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';
import { throwDeleted } from '../subject-deleted.ts';
import { createRunLog } from './run-log.ts';
import type { RunLog } from './run-log.ts';

/** Assets in a wave, which is one short transaction. */
const waveSize = 100;

type Undoing = {
  context: JobContext;
  key: IntegrationKey;
  run: IngestionRun;
  undone: string;
  log: RunLog;
};

/**
 * Undoes a run in waves: each writes its revisions, events, counters and lines of the log in one transaction, and the next attempt
 * continues after the last wave that was committed.
 */
export const undoRun = defineJob({
  kind: 'ingestion',
  name: 'undo-run',
  payload: Type.Object({ runId: Type.String() }),
  run: async (context, { runId }) => {
    const { organizationId = refuse('bad_request', 'A run belongs to an organization.') } =
      context.work;
    const runKey = { organizationId, id: runId };
    const run = await findIngestionRun(context.database.knex, runKey);
    if (!run?.undoes) return throwDeleted(`The run '${runId}' was deleted with its integration.`);
    const log = createRunLog(runKey, context.clock);
    if (context.work.attempt > 1) {
      log.note(`Attempt ${context.work.attempt}: continuing after the last wave.`, 'warn');
    }
    const key = { organizationId, id: run.integrationId };
    const undoing = { context, key, run, undone: run.undoes, log };
    return finish(undoing, await undoAll(undoing));
  },
  giveUp: async (tx, { work, payload, now }, { outcome, error }) => {
    const { organizationId = refuse('bad_request', 'A run belongs to an organization.') } = work;
    const run = await findIngestionRun(tx, { organizationId, id: payload.runId });
    if (!run) return;
    const rest = `${run.processed} of ${run.expected ?? 0} assets were done; undo the run again for the rest.`;
    const message = outcome === 'CANCELLED' ? `Cancelled: ${rest}` : `${causeOf(error)} ${rest}`;
    await endRun(tx, organizationId, run, { outcome, message, now });
  },
});

const causeOf = (error: string): string =>
  error === 'worker_lost' ? 'The worker died, and so did the worker that took over.' : error;

async function undoAll(undoing: Undoing): Promise<IngestionCounts> {
  const { context, key, run, undone, log } = undoing;
  const { processed, created, updated, deleted, unchanged, skipped } = run;
  let counts: IngestionCounts = { processed, created, updated, deleted, unchanged, skipped };
  let after: string | undefined;
  for (;;) {
    context.signal.throwIfAborted();
    const now = context.clock.now();
    const wave = await context.fenced(async (tx) => {
      const undo = { integration: key, run, undone, after, limit: waveSize, now };
      const done = await undoAssets(tx, undo);
      const total = add(counts, done);
      noteLeftAlone(log, done);
      await updateIngestionRun(tx, { ...key, id: run.id }, 'undoing', total);
      const { stored } = await log.store(tx);
      return { last: done.last, counts: total, stored };
    });
    wave.stored();
    ({ counts } = wave);
    // At the end once more from the start: what other clients changed during a wave was passed over.
    if (wave.last === undefined && after === undefined) return counts;
    after = wave.last;
  }
}

function add(counts: IngestionCounts, { created, updated, removed, left }: UndoneWave) {
  return {
    ...counts,
    processed: counts.processed + created + updated + removed + left.length,
    created: counts.created + created,
    updated: counts.updated + updated,
    deleted: counts.deleted + removed,
    skipped: counts.skipped + left.length,
  };
}

function noteLeftAlone(log: RunLog, { left }: UndoneWave): void {
  for (const { id, why } of left) {
    log.note(`'${id}' is left alone: ${leftAloneReasons[why]}.`, 'warn');
  }
}

async function finish(
  { context, key, run, log }: Undoing,
  counts: IngestionCounts,
): Promise<ClosingWrite> {
  const { knex } = context.database;
  const drifts = await comparePorts(knex, key, await listGone(knex, key));
  return async (tx) => {
    const now = context.clock.now();
    await recordDrift(tx, key, drifts, { runId: run.id, principal: run.requestedBy, now });
    await log.store(tx);
    await updateIngestionRun(tx, { ...key, id: run.id }, 'undoing', counts);
    const { created, updated, deleted, skipped } = counts;
    const message = `The run is undone. Put back: ${created}; restored: ${updated}; removed: ${deleted}; left alone: ${skipped}.`;
    await endRun(tx, key.organizationId, run, { outcome: 'SUCCESS', message, now });
  };
}

/** The assets that are missing on the platform: an undo reads nothing there, so that this finding stays. */
async function listGone(db: Db, key: IntegrationKey): Promise<ReadonlySet<string>> {
  const drifts = await listDriftsOfIntegration(db, key);
  const isGone = ({ differences }: { differences: string }): boolean =>
    (JSON.parse(differences) as AssetDifference[]).some(({ kind }) => kind === 'asset_gone');
  return new Set(drifts.filter(isGone).map(({ assetId }) => assetId));
}
