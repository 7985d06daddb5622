import type { RefusalCode } from '../../../domain/errors.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

export type GitTaskKey = { organizationId: OrganizationId; id: string };
export const gitPhases = ['queued', 'fetching', 'storing', 'pushing', 'ended'] as const;
export type GitPhase = (typeof gitPhases)[number];
export type GitLogLine = { at: string; level: 'info' | 'warn' | 'error'; message: string };

/** How far a run or an import is; `outcome` is null while it is going on. */
export type GitProgress = {
  phase: GitPhase;
  log: GitLogLine[];
  requestedAt: Date;
  endedAt: Date | null;
  outcome: 'SUCCESS' | 'FAILED' | 'CANCELLED' | null;
  code: RefusalCode | null;
  message: string | null;
  commit: string | null;
};

/** How a run or an import ends. */
export type GitEnd = {
  outcome: NonNullable<GitProgress['outcome']>;
  code?: RefusalCode | undefined;
  message: string;
  commit?: string | undefined;
};

/** The columns of `GitProgress`. */
export const progressColumns = `phase, log, requested_at as "requestedAt", ended_at as "endedAt", outcome, code, message, commit`;
const levels = { SUCCESS: 'info', FAILED: 'error', CANCELLED: 'warn' } as const;

type Table = 'git_runs' | 'git_imports';

function statementsOf(table: Table, columns: string) {
  const named = (verb: string, text: string) => ({
    name: `${table.replace('_', '-')}-${verb}`,
    text,
  });
  const open = 'organization_id = $1 and id = $2 and ended_at is null';
  return {
    find: named('find', `select ${columns} from ${table} where organization_id = $1 and id = $2`),
    findOfWork: named(
      'find-of-work',
      `select ${columns} from ${table} where organization_id = $1 and work_id = $2`,
    ),
    progress: named(
      'progress',
      `update ${table} set phase = $3, log = case when jsonb_array_length(log) < 100 then log || $4::jsonb else log end
        where ${open}`,
    ),
    end: named(
      'end',
      `update ${table} set phase = 'ended', ended_at = $3, outcome = $4, code = $5, message = $6, commit = $7,
          log = log || $8::jsonb
        where ${open} returning 1`,
    ),
    deleteOld: named(
      'delete-old',
      `delete from ${table} where (organization_id, id) in (
        select organization_id, id from ${table} where ended_at < $1 limit $2) returning 1`,
    ),
  };
}

/** Reads of one of the tables; `columns` include `progressColumns`. */
export function readsOf<Row extends GitProgress>(table: Table, columns: string) {
  const { find, findOfWork } = statementsOf(table, columns);
  return {
    find: async (db: Db, { organizationId, id }: GitTaskKey): Promise<Row | undefined> =>
      (await runStatement<Row>(db, find, [organizationId, id]))[0],
    findOfWork: async (
      db: Db,
      organizationId: OrganizationId,
      workId: string,
    ): Promise<Row | undefined> =>
      (await runStatement<Row>(db, findOfWork, [organizationId, workId]))[0],
  };
}

/** Writes of one of the tables. */
export function writesOf(table: Table) {
  const { progress, end, deleteOld } = statementsOf(table, '');
  return {
    progress: async (
      tx: Tx,
      { organizationId, id }: GitTaskKey,
      phase: GitPhase,
      line: GitLogLine,
    ): Promise<void> => {
      await runStatement(tx, progress, [organizationId, id, phase, JSON.stringify([line])]);
    },
    end: async (
      tx: Tx,
      { organizationId, id }: GitTaskKey,
      { outcome, code, message, commit }: GitEnd,
      now: Date,
    ): Promise<boolean> => {
      const line: GitLogLine = { at: now.toISOString(), level: levels[outcome], message };
      const came = [now, outcome, code, message, commit, JSON.stringify([line])];
      return (await runStatement(tx, end, [organizationId, id, ...came])).length === 1;
    },
    deleteOld: async (tx: Tx, before: Date, limit: number): Promise<number> =>
      (await runStatement(tx, deleteOld, [before, limit])).length,
  };
}
