import { Type } from '@sinclair/typebox';
import { comparePorts } from '../../commands/integrations/compare-ports.ts';
import { recordDrift } from '../../commands/integrations/record-drift.ts';
import { endRun } from '../../commands/integrations/end-run.ts';
import type { RunEnding } from '../../commands/integrations/end-run.ts';
import type { Tx } from '../../db/connect.ts';
import { findIngestionRun, updateIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionCounts, IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { refuse } from '../../domain/errors.ts';
import { fuseLimits } from '../../domain/ingestion/removal-fuse.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';
import type { ClosingWrite, GiveUpReason, JobContext } from '../define-job.ts';
import { throwDeleted } from '../subject-deleted.ts';
import { openIntegration } from './open-integration.ts';
import { fuseProblem, planRemoval, recordKept, removeStale } from './remove-stale.ts';
import { createRunLog } from './run-log.ts';
import type { RunLog } from './run-log.ts';
import { beginScan, saveProgress, storeScan } from './store-scan.ts';
import { announceRun } from '../open-lineage/send-run-events.ts';
import type { Scanning } from './store-scan.ts';
import { operatorCommand } from '../../lib/operator-command.ts';

/**
 * Ingests the assets of one integration: scans, stores differences, and removes assets that a complete scan no
 * longer finds.
 */
export const runIntegration = defineJob({
  kind: 'ingestion',
  name: 'run-integration',
  payload: Type.Object({ runId: Type.String() }),
  run: async (context, { runId }) => {
    const organizationId = organizationOf(context.work.organizationId);
    const key = { organizationId, id: runId };
    const run =
      (await findIngestionRun(context.database.knex, key)) ??
      throwDeleted(`The run '${runId}' was deleted with its integration.`);
    await announceRun(context, 'ingestion', runId);
    const log = createRunLog(key, context.clock);
    if (context.work.attempt > 1) {
      log.note(`Attempt ${context.work.attempt}: starting again; stored assets stay.`, 'warn');
    }
    try {
      return await ingest(context, organizationId, run, log);
    } catch (error) {
      await keepLog(context, log);
      throw error;
    }
  },
  giveUp: async (tx, { work, payload, now }, reason) => {
    const organizationId = organizationOf(work.organizationId);
    const run = await findIngestionRun(tx, { organizationId, id: payload.runId });
    if (!run) return;
    const { outcome } = reason;
    await endRun(tx, organizationId, run, { outcome, message: messageOf(reason), now });
  },
});

async function ingest(
  context: JobContext,
  organizationId: OrganizationId,
  run: IngestionRun,
  log: RunLog,
): Promise<ClosingWrite> {
  const key = { organizationId, id: run.integrationId };
  log.note(`Connecting to the platform of '${key.id}'.`);
  const open = await openIntegration(context, key, (line) => log.note(line, 'warn'));
  try {
    const scanning = beginScan({ context, key, run, open, log });
    await saveProgress(scanning, 'connecting');
    log.note(`Reached ${await open.describe()}.`);
    await saveProgress(scanning, 'scanning');
    await storeScan(scanning);
    return await finish(scanning);
  } finally {
    await open.close().catch((error: unknown) => {
      context.log.warn({ err: error }, 'closing the source failed');
    });
  }
}

/**
 * Removes missing assets, unless they are too many; then the run fails and reports what it would have removed.
 */
async function finish(scanning: Scanning): Promise<ClosingWrite> {
  await saveProgress(scanning, 'removing');
  const stale = await planRemoval(scanning);
  const { plan, used } = stale;
  const problem = fuseProblem(scanning, stale);
  const { context, key, run } = scanning;
  const drifts = await comparePorts(context.database.knex, key, used);
  return async (tx) => {
    if (problem !== undefined) {
      const goes = plan.count - plan.inUse;
      const stays = plan.inUse > 0 ? ` (${plan.inUse} in use stay)` : '';
      const message = `Nothing was removed: ${problem}. If this is correct, accept ${goes} removals${stays} on the page of the run, or with the command of the server ${operatorCommand(`integrations run ${key.id}`)} --accept-removals ${goes}`;
      const { percent, assets: limit } = fuseLimits(scanning.open.settings.removalFuse ?? {});
      const removalPlan = JSON.stringify({ ...plan, problem, percent, limit });
      await recordKept(tx, scanning, used, true);
      await close(tx, scanning, { outcome: 'FAILED', message, removalPlan });
      return;
    }
    const cause = { runId: run.id, principal: run.requestedBy, now: context.clock.now() };
    await recordDrift(tx, key, drifts, cause);
    const deleted = await removeStale(tx, scanning);
    await recordKept(tx, scanning, used, false);
    const counts = { ...scanning.counts, deleted };
    const message = summaryOf(counts, used.size, scanning.open.isBare());
    await close(tx, { ...scanning, counts }, { outcome: 'SUCCESS', message });
  };
}

function summaryOf(counts: IngestionCounts, used: number, isBare: boolean): string {
  const { processed, created, updated, deleted, unchanged, skipped } = counts;
  const assets = processed === 1 ? '1 asset' : `${processed} assets`;
  const further = [
    ...(skipped > 0 ? [`${skipped} of other owners not changed`] : []),
    ...(used > 0 ? [`${used} missing but in use, which stay`] : []),
  ].map((text) => `, ${text}`);
  const hint = isBare
    ? ' Only containers were found: check the filters, and the permissions of the user.'
    : '';
  return `${assets}: ${created} created, ${updated} updated, ${deleted} deleted, ${unchanged} unchanged${further.join('')}.${hint}`;
}

async function close(
  tx: Tx,
  { context, key, run, counts, log }: Scanning,
  ending: Omit<RunEnding, 'now'>,
): Promise<void> {
  const { organizationId } = key;
  await log.store(tx);
  await updateIngestionRun(tx, { organizationId, id: run.id }, 'removing', counts);
  await endRun(tx, organizationId, run, { ...ending, now: context.clock.now() });
}

/** Stores the log of a failed run; without the claim nothing is written. */
async function keepLog(context: JobContext, log: RunLog): Promise<void> {
  try {
    await context.fenced((tx) => log.store(tx));
  } catch (error) {
    context.log.debug({ err: error }, 'log of the run not stored');
  }
}

function messageOf({ outcome, error }: GiveUpReason): string {
  if (outcome === 'CANCELLED') return 'Cancelled; stored assets stay, and nothing was removed.';
  return error === 'worker_lost' ? 'The worker died, and so did the worker that took over.' : error;
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A run belongs to an organization.');
}
