import { pause } from '../../lib/clock.ts';
import type { Context } from '../command.ts';
import { apiPath } from '../http/api-path.ts';

export type Run = {
  ingestionRunId: string;
  status: 'RUNNING' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
  assetsProcessed: number;
  assetsExpected: number | null;
};

const pollMs = 500;

/** Polls until the run has ended. */
export async function waitForRun(context: Context, integration: string, id: string): Promise<Run> {
  const { client, printer, signal } = context;
  const progress = printer.progress('Assets');
  try {
    for (;;) {
      const run = await client().get<Run>(apiPath`/api/integrations/${integration}/runs/${id}`);
      if (run.status !== 'RUNNING') return run;
      progress.update(run.assetsProcessed, run.assetsExpected ?? undefined);
      await pause(pollMs, signal);
    }
  } finally {
    progress.end();
  }
}
