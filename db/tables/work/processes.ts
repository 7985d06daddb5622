import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Build } from '../../../lib/processes/find-build.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

export type ProcessRole = 'api' | 'worker' | 'clock';

/** The self-description of a process. */
export type ProcessSelf = {
  id: string;
  role: ProcessRole;
  host: string;
  pid: number;
  /** Kinds of work that it executes; empty unless it is a worker. */
  kinds: readonly WorkKind[];
  /** What it runs, if that is known. */
  build?: Build;
};

/** A process and how long it has been silent. */
export type KnownProcess = Omit<ProcessSelf, 'kinds' | 'build'> & {
  kinds: WorkKind[];
  /** Version of Concordat that it runs, and the commit; null if they are not known. */
  version: string | null;
  commit: string | null;
  startedAt: Date;
  seenAt: Date;
  silentSeconds: number;
  /** Milliseconds by which its machine is ahead of Postgres; null until measured. */
  skewMs: number | null;
};

const upsert = {
  name: 'processes-upsert',
  text: `insert into processes (id, role, host, pid, kinds, metrics, skew_ms, version, commit, started_at, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set metrics = excluded.metrics, skew_ms = excluded.skew_ms, seen_at = excluded.seen_at`,
};

/**
 * Records that a process is alive, its measurements (JSON of prom-client), and how far its machine is ahead.
 */
export async function upsertProcess(
  db: Db,
  self: ProcessSelf,
  metrics: string,
  skewMs?: number,
): Promise<void> {
  const { id, role, host, pid, kinds, build } = self;
  const skew = skewMs === undefined ? null : Math.round(skewMs);
  const values = [id, role, host, pid, kinds, metrics, skew, build?.version, build?.commit];
  await runStatement(db, upsert, values);
}

const remove = { name: 'processes-delete', text: `delete from processes where id = $1` };

/** Deletes a process that ends in order; a process that vanishes stays listed for a while. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await runStatement(db, remove, [id]);
}

const removeSilent = {
  name: 'processes-delete-silent',
  text: `delete from processes where seen_at < clock_timestamp() - $1 * interval '1 millisecond'`,
};

/** Deletes processes that have been silent for longer than `silentMs`. */
export async function deleteSilentProcesses(db: Db, silentMs: number): Promise<void> {
  await runStatement(db, removeSilent, [silentMs]);
}

const list = {
  name: 'processes-list',
  text: `select id, role, host, pid, kinds, started_at as "startedAt", seen_at as "seenAt", skew_ms as "skewMs", version, commit,
      greatest(extract(epoch from clock_timestamp() - seen_at), 0)::float8 as "silentSeconds"
    from processes order by role, started_at`,
};

/** Every listed process, living or vanished, by role. */
export function listProcesses(db: Db): Promise<KnownProcess[]> {
  return runStatement<KnownProcess>(db, list, []);
}

const listMetrics = {
  name: 'processes-metrics',
  text: `select metrics::text as metrics from processes
    where role = any($1) and seen_at > clock_timestamp() - $2 * interval '1 millisecond'`,
};

/** Measurements of living processes with the given roles: JSON texts of prom-client. */
export async function listProcessMetrics(
  db: Db,
  roles: readonly ProcessRole[],
  silentMs: number,
): Promise<string[]> {
  const rows = await runStatement<{ metrics: string }>(db, listMetrics, [roles, silentMs]);
  return rows.map((row) => row.metrics);
}
