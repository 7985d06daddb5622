import type { Tx } from '../../db/connect.ts';
import {
  findIngestionRun,
  findOpenRun,
  insertIngestionRun,
} from '../../db/tables/ingestion/runs.ts';
import { lockIntegration } from '../../db/tables/ingestion/integrations.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  integrationKeyOf,
  refuseUnknownIntegration,
} from './integration-request.ts';
import type { IntegrationCause, IntegrationRequest } from './integration-request.ts';

export type StartedRun = { runId: string; workId: string };

type Trigger = {
  trigger: 'request' | 'schedule';
  /** Maximum number of assets that the run may remove despite the fuse, without those that stay because they are used; see `domain/ingestion/removal-fuse.ts`. */
  acceptedRemovals?: number | undefined;
  /** Run whose missing assets these are; without it, any of that number. */
  acceptedRun?: string | undefined;
  /** Run that is to be undone; without it, the platform is scanned. */
  undoes?: string | undefined;
  /** Number of assets of an undo. */
  expected?: number | undefined;
};

/**
 * Starts a requested run with its work. Refuses with `not_found`, `permission_denied`, `invalid_transition` if the accepted
 * removals are not those that the fuse stopped, and `run_in_progress` while a run is open.
 */
export async function startRun(
  tx: Tx,
  request: IntegrationRequest & Pick<Trigger, 'acceptedRemovals' | 'acceptedRun'>,
): Promise<StartedRun> {
  const key = integrationKeyOf(request);
  const integration = (await lockIntegration(tx, key)) ?? refuseUnknownIntegration(request.id);
  await assertMayIngest(tx, request.principal, [integration.ownerId]);
  const { acceptedRemovals, acceptedRun } = request;
  if (acceptedRun !== undefined) await assertAccepted(tx, request);
  const started = await openRun(tx, causeOf(request), {
    trigger: 'request',
    acceptedRemovals,
    acceptedRun,
  });
  return started ?? refuseSecondRun(tx, request);
}

/** What is accepted must be what the fuse of that run kept: a person has looked at it. */
async function assertAccepted(
  tx: Tx,
  request: IntegrationRequest & Pick<Trigger, 'acceptedRemovals' | 'acceptedRun'>,
): Promise<void> {
  const { acceptedRun = '', acceptedRemovals } = request;
  const { organizationId, id } = integrationKeyOf(request);
  const run = isUuid(acceptedRun)
    ? await findIngestionRun(tx, { organizationId, id: acceptedRun })
    : undefined;
  if (run?.integrationId !== id || run.removalPlan === null) {
    refuse('invalid_transition', 'The removal fuse has stopped no such run of this integration.');
  }
  const plan = JSON.parse(run.removalPlan) as { count: number; inUse?: number };
  const count = plan.count - (plan.inUse ?? 0);
  if (acceptedRemovals === count) return;
  refuse(
    'invalid_transition',
    `The fuse of that run kept ${count} assets: send this number as acceptRemovals.`,
    { extra: { count } },
  );
}

/** Refuses with `run_in_progress`. */
export async function refuseSecondRun(tx: Tx, request: IntegrationRequest): Promise<never> {
  const open = await findOpenRun(tx, integrationKeyOf(request));
  return refuse(
    'run_in_progress',
    `A run of the integration '${request.id}' is in progress; wait for its end, or cancel it.`,
    // Clients of the ecosystem check the last segment of the type.
    { extra: { type: '/problems/already_running', ingestionRunId: open?.id } },
  );
}

/**
 * Opens a run of an existing integration, and requests its work; undefined while another run is open, which the unique index
 * `ingestion_runs_open` prevents.
 */
export async function openRun(
  tx: Tx,
  cause: IntegrationCause,
  { trigger, acceptedRemovals, acceptedRun, undoes, expected }: Trigger,
): Promise<StartedRun | undefined> {
  const { organizationId, id, principal, now } = cause;
  const runId = newId();
  const workId = newId();
  const run = { organizationId, id: runId, integrationId: id, workId, trigger };
  const how = { acceptedRemovals, acceptedRun, undoes, expected, requestedBy: principal, now };
  if (!(await insertIngestionRun(tx, { ...run, ...how }))) return undefined;
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'ingestion',
    job: undoes === undefined ? 'run-integration' : 'undo-run',
    key: runId,
    subjectId: id,
    payload: { runId },
    dueAt: now,
    now,
  });
  await auditIntegration(tx, 'IngestionRunStarted', cause, {
    ingestionRunId: runId,
    trigger,
    ...(undoes !== undefined && { undoes }),
  });
  return { runId, workId };
}
