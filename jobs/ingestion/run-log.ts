import { appendLogLines, keptLogLines } from '../../db/tables/ingestion/log-lines.ts';
import type { LogLine } from '../../db/tables/ingestion/log-lines.ts';
import type { IngestionRunKey } from '../../db/tables/ingestion/runs.ts';
import type { Tx } from '../../db/connect.ts';
import type { Clock } from '../../lib/clock.ts';
import { cutLine } from './cut-line.ts';

/** The log of a run: buffers lines until they are stored with the run's writes. */
export type RunLog = {
  note: (message: string, level?: LogLine['level']) => void;
  /** Stores the buffered lines; call `stored` after the commit to clear them. */
  store: (tx: Tx) => Promise<{ stored: () => void }>;
};

/** Creates the log of a run. */
export function createRunLog(key: IngestionRunKey, clock: Clock): RunLog {
  let waiting: LogLine[] = [];
  return {
    note: (message, level = 'info') => {
      const text = cutLine(message).toWellFormed().replaceAll('\0', '\uFFFD');
      waiting.push({ at: clock.now(), level, message: text });
      if (waiting.length > keptLogLines) waiting = waiting.slice(-keptLogLines);
    },
    store: async (tx) => {
      // A copy, because the next page is read concurrently, and may add lines.
      const lines = new Set(waiting);
      await appendLogLines(tx, key, [...lines]);
      return { stored: () => (waiting = waiting.filter((line) => !lines.has(line))) };
    },
  };
}
