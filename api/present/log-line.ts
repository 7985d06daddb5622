import type { NumberedLine } from '../../db/tables/ingestion/log-lines.ts';

/** A line of a run's log in the form of the API; its text is not changed. */
export function presentLogLine({ n, at, level, message }: NumberedLine): Record<string, unknown> {
  return { n, timestamp: at, level, message };
}
