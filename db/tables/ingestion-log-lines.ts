import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { IngestionRunKey } from './ingestion-runs.ts';

/** A line of what a run tells people. */
export type LogLine = { at: Date; level: 'info' | 'warn' | 'error'; message: string };

/** Lines of a run that are kept: the last ones. */
export const keptLogLines = 1_000;

const append = {
  name: 'ingestion-log-lines-append',
  text: `with last as (
      select coalesce(max(n), 0) as n from ingestion_log_lines where organization_id = $1 and run_id = $2),
    added as (
      insert into ingestion_log_lines (organization_id, run_id, n, at, level, message)
      select $1, $2, last.n + line.n, line.at, line.level, line.message
      from last, unnest($3::timestamptz[], $4::text[], $5::text[]) with ordinality as line(at, level, message, n))
    delete from ingestion_log_lines l using last
    where l.organization_id = $1 and l.run_id = $2 and l.n <= last.n + cardinality($3::timestamptz[]) - $6`,
};

/** Adds lines to the log of a run that only the caller writes, and forgets those before the last thousand. */
export async function appendLogLines(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  lines: readonly LogLine[],
): Promise<void> {
  const kept = lines.slice(-keptLogLines);
  if (kept.length === 0) return;
  await runStatement(tx, append, [
    organizationId,
    id,
    kept.map(({ at }) => at),
    kept.map(({ level }) => level),
    kept.map(({ message }) => message),
    keptLogLines,
  ]);
}

const list = {
  name: 'ingestion-log-lines-list',
  text: `select at, level, message from ingestion_log_lines where organization_id = $1 and run_id = $2 order by n`,
};

/** What a run has told, oldest line first. */
export function listLogLines(db: Db, { organizationId, id }: IngestionRunKey): Promise<LogLine[]> {
  return runStatement<LogLine>(db, list, [organizationId, id]);
}
