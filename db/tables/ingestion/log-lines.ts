import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IngestionRunKey } from './runs.ts';

/** A line of a run's log. */
export type LogLine = { at: Date; level: 'info' | 'warn' | 'error'; message: string };

/** Number of log lines kept for each run; older lines are deleted. */
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

/**
 * Appends lines to the log of a run and deletes lines beyond the last thousand; the caller is the only writer.
 */
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

/** The log of a run, oldest line first. */
export function listLogLines(db: Db, { organizationId, id }: IngestionRunKey): Promise<LogLine[]> {
  return runStatement<LogLine>(db, list, [organizationId, id]);
}
