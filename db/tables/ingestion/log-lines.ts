import type { Db, Tx } from '../../connect.ts';
import { partPattern } from '../../fragments/part-pattern.ts';
import { runStatement } from '../../statement.ts';
import type { IngestionRunKey } from './runs.ts';

export const logLevels = ['info', 'warn', 'error'] as const;
type LogLevel = (typeof logLevels)[number];

/** A line of a run's log. */
export type LogLine = { at: Date; level: LogLevel; message: string };

/** A stored line, with its number in the run. */
export type NumberedLine = LogLine & { n: number };

/** Number of log lines kept for each run; older lines are deleted. */
export const keptLogLines = 20_000;

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
 * Appends lines to the log of a run and deletes lines beyond those that are kept; the caller is the only writer.
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

/** Which lines of a log; all given filters must hold. */
export type LogFilter = {
  /** Part of the line; case does not matter. */
  q?: string | undefined;
  /** The least severe level. */
  level?: LogLevel | undefined;
  /** Only lines with a higher number. */
  after?: number | undefined;
  /** Only lines with a lower number. */
  before?: number | undefined;
};

const matches = `organization_id = $1 and run_id = $2 and ($3::text is null or message ilike $3)
      and level = any($4) and ($5::int is null or n > $5) and ($6::int is null or n < $6)`;

const listFirst = {
  name: 'ingestion-log-lines-first',
  text: `select n, at, level, message from ingestion_log_lines where ${matches} order by n limit $7`,
};

const listLast = {
  name: 'ingestion-log-lines-last',
  text: `select * from (
      select n, at, level, message from ingestion_log_lines where ${matches} order by n desc limit $7) l order by n`,
};

/** Lines of a log, oldest first: after `after` the first ones, otherwise the last ones. */
export function listLogLines(
  db: Db,
  key: IngestionRunKey,
  filter: LogFilter = {},
  limit = keptLogLines,
): Promise<NumberedLine[]> {
  const statement = filter.after === undefined ? listLast : listFirst;
  return runStatement<NumberedLine>(db, statement, [...valuesOf(key, filter), limit]);
}

const count = {
  name: 'ingestion-log-lines-count',
  text: `select count(*)::int as count from ingestion_log_lines where ${matches}`,
};

/** The number of lines of a log that match the filter. */
export async function countLogLines(
  db: Db,
  key: IngestionRunKey,
  filter: LogFilter,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, count, valuesOf(key, filter));
  return row?.count ?? 0;
}

function valuesOf(
  { organizationId, id }: IngestionRunKey,
  { q, level = 'info', after, before }: LogFilter,
): unknown[] {
  return [
    organizationId,
    id,
    partPattern(q),
    logLevels.slice(logLevels.indexOf(level)),
    after,
    before,
  ];
}
