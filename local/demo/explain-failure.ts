import { messageOf } from '../problem.ts';

/** Node and DuckDB say it in words, Postgres by a code. */
const isDiskFull = (error: unknown): boolean =>
  (error as { code?: string }).code === '53100' ||
  /ENOSPC|no space left|disk quota/i.test(messageOf(error));

/** Why the demo is not complete and what to do, in a few lines. */
export function explainFailure(error: unknown, dataDir: string): string {
  const [reason, advice] = isDiskFull(error)
    ? [
        `There is no space left on the disk of ${dataDir}.`,
        'Make room there (the demo takes about 100 MB), then start again',
      ]
    : [messageOf(error), `See ${dataDir}/logs, then start again`];
  return (
    `\nThe demo is NOT complete: ${reason}\n` +
    `${advice} with bin/start --demo: it goes on where it was.`
  );
}
