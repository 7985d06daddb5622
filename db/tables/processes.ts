import type { WorkKind } from '../../domain/work-kinds.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

export type ProcessRole = 'api' | 'worker' | 'clock';

/** A process as it describes itself. */
export type ProcessSelf = {
  id: string;
  role: ProcessRole;
  host: string;
  pid: number;
  /** Kinds of work that it does; empty unless it is a worker. */
  kinds: readonly WorkKind[];
};

/** A process and how long it has been silent. */
export type KnownProcess = Omit<ProcessSelf, 'kinds'> & {
  kinds: WorkKind[];
  startedAt: Date;
  seenAt: Date;
  silentSeconds: number;
};

const upsert = {
  name: 'processes-upsert',
  text: `insert into processes (id, role, host, pid, kinds, metrics, started_at, seen_at)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set metrics = excluded.metrics, seen_at = excluded.seen_at`,
};

/** Says that a process lives, and what it has measured (JSON of prom-client). */
export async function upsertProcess(db: Db, self: ProcessSelf, metrics: string): Promise<void> {
  const { id, role, host, pid, kinds } = self;
  await runStatement(db, upsert, [id, role, host, pid, kinds, metrics]);
}

const remove = { name: 'processes-delete', text: `delete from processes where id = $1` };

/** Takes leave of a process that ends in order; one that vanishes stays known for a while. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await runStatement(db, remove, [id]);
}

const removeSilent = {
  name: 'processes-delete-silent',
  text: `delete from processes where seen_at < clock_timestamp() - $1 * interval '1 millisecond'`,
};

/** Forgets processes that have been silent for longer. */
export async function deleteSilentProcesses(db: Db, silentMs: number): Promise<void> {
  await runStatement(db, removeSilent, [silentMs]);
}

const list = {
  name: 'processes-list',
  text: `select id, role, host, pid, kinds, started_at as "startedAt", seen_at as "seenAt",
      greatest(extract(epoch from clock_timestamp() - seen_at), 0)::float8 as "silentSeconds"
    from processes order by role, started_at`,
};

/** Every process that is known, living or vanished, by role. */
export function listProcesses(db: Db): Promise<KnownProcess[]> {
  return runStatement<KnownProcess>(db, list, []);
}

const listMetrics = {
  name: 'processes-metrics',
  text: `select metrics::text as metrics from processes
    where role = any($1) and seen_at > clock_timestamp() - $2 * interval '1 millisecond'`,
};

/** What living processes of the given roles have measured: JSON texts of prom-client. */
export async function listProcessMetrics(
  db: Db,
  roles: readonly ProcessRole[],
  silentMs: number,
): Promise<string[]> {
  const rows = await runStatement<{ metrics: string }>(db, listMetrics, [roles, silentMs]);
  return rows.map((row) => row.metrics);
}
