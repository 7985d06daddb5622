import { messageOf } from '../problem.ts';

/** Node and DuckDB report a full disk by message, Postgres by code. */
const isDiskFull = (error: unknown): boolean =>
  (error as { code?: string }).code === '53100' ||
  /ENOSPC|no space left|disk quota/i.test(messageOf(error));

/** Explains in a few lines why the demo is incomplete and what to do. */
export function explainFailure(error: unknown, dataDir: string): string {
  const [reason, advice] = isDiskFull(error)
    ? [
        `There is no space left on the disk of ${dataDir}.`,
        'Free space there (the demo takes about 100 MB), then start again',
      ]
    : [messageOf(error), `See ${dataDir}/logs, then start again`];
  return (
    `\nThe demo is NOT complete: ${reason}\n` +
    `${advice} with bin/start --demo: it continues where it stopped.`
  );
}
