import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IngestionOutcome } from './runs.ts';
import type { IntegrationKey } from './integrations.ts';

type CheckKey = { organizationId: OrganizationId; id: string };

/** A connection test, or a dry run of an integration. */
export type IntegrationCheck = {
  id: string;
  integrationId: string;
  kind: 'connection' | 'plan';
  workId: string;
  requestedBy: string;
  startedAt: Date;
  endedAt: Date | null;
  /** Null while it is open. */
  outcome: IngestionOutcome | null;
  message: string | null;
  /** JSON text. */
  plan: string | null;
};

const insert = {
  name: 'integration-checks-insert',
  text: `insert into integration_checks (organization_id, id, integration_id, kind, work_id, requested_by, started_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Records a requested check. */
export async function insertIntegrationCheck(
  tx: Tx,
  check: CheckKey &
    Pick<IntegrationCheck, 'integrationId' | 'kind' | 'workId' | 'requestedBy'> & { now: Date },
): Promise<void> {
  const { organizationId, id, integrationId, kind, workId, requestedBy, now } = check;
  const values = [organizationId, id, integrationId, kind, workId, requestedBy, now];
  await runStatement(tx, insert, values);
}

const columns = `id, integration_id as "integrationId", kind, work_id as "workId", requested_by as "requestedBy",
      started_at as "startedAt", ended_at as "endedAt", outcome, message, plan::text as plan`;

const find = {
  name: 'integration-checks-find',
  text: `select ${columns} from integration_checks where organization_id = $1 and id = $2`,
};

/** The check with this id. */
export async function findIntegrationCheck(
  db: Db,
  key: CheckKey,
): Promise<IntegrationCheck | undefined> {
  const [row] = await runStatement<IntegrationCheck>(db, find, [key.organizationId, key.id]);
  return row;
}

const findOfWork = {
  name: 'integration-checks-find-of-work',
  text: `select ${columns} from integration_checks
    where organization_id = $1 and integration_id = $2 and work_id = $3`,
};

/** The check of an integration that a piece of work executes. */
export async function findCheckOfWork(
  db: Db,
  { organizationId, id }: IntegrationKey,
  workId: string,
): Promise<IntegrationCheck | undefined> {
  const values = [organizationId, id, workId];
  const [row] = await runStatement<IntegrationCheck>(db, findOfWork, values);
  return row;
}

const end = {
  name: 'integration-checks-end',
  text: `update integration_checks set outcome = $3, message = $4, plan = $5, ended_at = $6
    where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Records the outcome of a check, once; `plan` is JSON text. */
export async function updateIntegrationCheckEnd(
  tx: Tx,
  { organizationId, id }: CheckKey,
  ending: { outcome: IngestionOutcome; message: string; plan?: string | undefined; now: Date },
): Promise<void> {
  const { outcome, message, plan, now } = ending;
  await runStatement(tx, end, [organizationId, id, outcome, message, plan, now]);
}

const reopen = {
  name: 'integration-checks-reopen',
  text: `update integration_checks set outcome = null, message = null, plan = null, ended_at = null
    where organization_id = $1 and id = $2`,
};

/** Reopens a check whose work is retried. */
export async function updateIntegrationCheckOpen(tx: Tx, key: CheckKey): Promise<void> {
  await runStatement(tx, reopen, [key.organizationId, key.id]);
}

const removeOld = {
  name: 'integration-checks-delete-old',
  text: `delete from integration_checks where (organization_id, id) in (
      select organization_id, id from integration_checks where ended_at < $1 limit $2) returning id`,
};

/** Deletes up to `limit` checks that ended before the given time; returns their number. */
export async function deleteOldChecks(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, removeOld, [before, limit])).length;
}
