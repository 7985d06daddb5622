import { appendLogLines, keptLogLines } from '../../db/tables/ingestion-log-lines.ts';
import type { LogLine } from '../../db/tables/ingestion-log-lines.ts';
import type { IngestionRunKey } from '../../db/tables/ingestion-runs.ts';
import type { Tx } from '../../db/connect.ts';
import type { Clock } from '../../lib/clock.ts';

/** The log of a run: lines wait here until they are stored with what the run writes. */
export type RunLog = {
  note: (message: string, level?: LogLine['level']) => void;
  /** Stores what waits; once the transaction is through, `stored` forgets it. */
  store: (tx: Tx) => Promise<{ stored: () => void }>;
};

const longestLine = 2_000;

/** Makes the log of a run. */
export function createRunLog(key: IngestionRunKey, clock: Clock): RunLog {
  let waiting: LogLine[] = [];
  return {
    note: (message, level = 'info') => {
      const text = message.slice(0, longestLine).toWellFormed().replaceAll('\0', '\uFFFD');
      waiting.push({ at: clock.now(), level, message: text });
      if (waiting.length > keptLogLines) waiting = waiting.slice(-keptLogLines);
    },
    store: async (tx) => {
      // A copy: the next page is read meanwhile, and may have something to say.
      const lines = new Set(waiting);
      await appendLogLines(tx, key, [...lines]);
      return { stored: () => (waiting = waiting.filter((line) => !lines.has(line))) };
    },
  };
}
