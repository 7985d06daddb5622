import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A kind of work that operators have paused. */
export type PausedKind = { kind: WorkKind; reason: string; pausedBy: string; pausedAt: Date };

const insert = {
  name: 'paused-kinds-insert',
  text: `insert into paused_kinds (kind, reason, paused_by, paused_at) values ($1, $2, $3, $4)
    on conflict do nothing returning kind`,
};

/** Pauses a kind; false if it is paused already, which keeps its first reason. */
export async function insertPausedKind(tx: Tx, paused: PausedKind): Promise<boolean> {
  const { kind, reason, pausedBy, pausedAt } = paused;
  return (await runStatement(tx, insert, [kind, reason, pausedBy, pausedAt])).length === 1;
}

const remove = {
  name: 'paused-kinds-delete',
  text: `delete from paused_kinds where kind = $1 returning paused_at as "pausedAt", reason`,
};

/** Resumes a kind; undefined if it was not paused. */
export async function deletePausedKind(
  tx: Tx,
  kind: WorkKind,
): Promise<{ pausedAt: Date; reason: string } | undefined> {
  const [row] = await runStatement<{ pausedAt: Date; reason: string }>(tx, remove, [kind]);
  return row;
}

const list = {
  name: 'paused-kinds-list',
  text: `select kind, reason, paused_by as "pausedBy", paused_at as "pausedAt" from paused_kinds order by paused_at`,
};

/** All paused kinds, the first paused first. */
export function listPausedKinds(db: Db): Promise<PausedKind[]> {
  return runStatement<PausedKind>(db, list, []);
}
