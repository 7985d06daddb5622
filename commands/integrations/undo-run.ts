import type { Db, Tx } from '../../db/connect.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { lockIntegration } from '../../db/tables/ingestion/integrations.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { countUndo } from '../../db/views/ingestion/undoable-assets.ts';
import { refuse } from '../../domain/errors.ts';
import type { LeftAlone } from '../../domain/ingestion/run-changes.ts';
import { isUuid } from '../../lib/ids.ts';
import {
  assertMayIngest,
  causeOf,
  integrationKeyOf,
  refuseUnknownIntegration,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';
import { openRun, refuseSecondRun } from './start-run.ts';
import type { StartedRun } from './start-run.ts';

/** What the undo of a run would do, in numbers of assets. */
export type UndoPlan = {
  /** Removed by the run, to be put back. */
  created: number;
  /** Changed by the run, whose former version is to be put back. */
  updated: number;
  /** Created by the run, to be removed. */
  removed: number;
  /** The three together. */
  total: number;
  leftAlone: { why: LeftAlone; count: number }[];
  /** Why the run cannot be undone, for people; undefined if it can. */
  problem: string | undefined;
};

/** A run of an integration. Refuses with `not_found`. */
export async function getIngestionRun(
  db: Db,
  { organizationId, id }: IntegrationKey,
  runId: string,
): Promise<IngestionRun> {
  const run = isUuid(runId) ? await findIngestionRun(db, { organizationId, id: runId }) : undefined;
  if (run && run.integrationId === id) return run;
  return refuse('not_found', `The integration '${id}' has no run '${runId}'.`);
}

/** Plans the undo of a run; nothing is written. */
export async function planUndo(
  db: Db,
  { organizationId }: IntegrationKey,
  run: IngestionRun,
): Promise<UndoPlan> {
  const counts = await countUndo(db, { organizationId, runId: run.id });
  const of = (wanted: string): number =>
    counts.find(({ change, leftAlone }) => change === wanted && leftAlone === null)?.count ?? 0;
  const [created, updated, removed] = [of('removed'), of('updated'), of('created')];
  const total = created + updated + removed;
  const leftAlone = new Map<LeftAlone, number>();
  for (const { leftAlone: why, count } of counts) {
    if (why !== null) leftAlone.set(why, (leftAlone.get(why) ?? 0) + count);
  }
  return {
    created,
    updated,
    removed,
    total,
    leftAlone: [...leftAlone].map(([why, count]) => ({ why, count })),
    problem: problemOf(run, total, leftAlone.size > 0),
  };
}

function problemOf(run: IngestionRun, total: number, isAnyLeft: boolean): string | undefined {
  if (run.outcome === null) return 'The run is in progress; cancel it, or wait for its end.';
  if (total > 0) return undefined;
  if (isAnyLeft) return 'All that the run changed was changed since, or is in use.';
  return 'The run changed nothing that is still to be undone.';
}

/**
 * Starts the undo of a run, as a run with its work. Refuses with `not_found`, `permission_denied`, `run_in_progress` while a run is
 * open, and `invalid_transition` if nothing is to be undone, or not as many assets as expected.
 */
export async function undoRun(
  tx: Tx,
  request: IntegrationRequest & { runId: string; expectedCount: number | undefined },
): Promise<StartedRun> {
  const key = integrationKeyOf(request);
  const integration = (await lockIntegration(tx, key)) ?? refuseUnknownIntegration(request.id);
  await assertMayIngest(tx, request.principal, [integration.ownerId]);
  const run = await getIngestionRun(tx, key, request.runId);
  if (run.outcome === null) return refuseSecondRun(tx, request);
  const { total, problem } = await planUndo(tx, key, run);
  if (problem !== undefined) refuse('invalid_transition', problem, { extra: { count: total } });
  const { expectedCount } = request;
  if (expectedCount !== undefined && expectedCount !== total) {
    refuse(
      'invalid_transition',
      `The undo would change ${total} assets, not ${expectedCount}: look at its plan again.`,
      { extra: { count: total } },
    );
  }
  const undo = { trigger: 'request', undoes: run.id, expected: total } as const;
  const started = await openRun(tx, causeOf(request), undo);
  return started ?? refuseSecondRun(tx, request);
}
