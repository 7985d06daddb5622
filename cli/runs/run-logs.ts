import { pause } from '../../lib/clock.ts';
import type { Context } from '../command.ts';
import { apiPath } from '../http/api-path.ts';
import { plain } from '../output/columns.ts';
import type { Run } from './wait-for-run.ts';

type Line = { n: number; timestamp: string; level: string; message: string };
export type WantedLogs = { integration: string; run: string; level: string | undefined };

const pageSize = 500;
const pollMs = 500;

/** Prints the lines after a number; returns the number of the last one. */
export async function printLogs(
  { client, printer }: Context,
  { integration, run, level }: WantedLogs,
  after: number,
): Promise<number> {
  let last = after;
  for (;;) {
    const path = apiPath`/api/integrations/${integration}/runs/${run}/logs`;
    const query = { level, after: last || undefined, limit: pageSize };
    const lines = await client().get<Line[]>(path, query);
    for (const line of lines) {
      const { n, timestamp, level: shown, message } = line;
      last = Math.max(last, n);
      await printer.record(line, `${timestamp} ${shown.padEnd(5)} ${plain(message)}`);
    }
    if (lines.length < pageSize) return last;
  }
}

/** Prints lines until the run has ended. */
export async function followLogs(context: Context, wanted: WantedLogs): Promise<void> {
  const { integration, run } = wanted;
  let last = 0;
  for (;;) {
    // Read before the lines, so that the last lines of a run are not missed.
    const path = apiPath`/api/integrations/${integration}/runs/${run}`;
    const { status } = await context.client().get<Run>(path);
    last = await printLogs(context, wanted, last);
    if (status !== 'RUNNING') return;
    await pause(pollMs, context.signal);
  }
}
