import { isUnavailable } from '../db/postgres-errors.ts';
import { findIngestionRun } from '../db/tables/ingestion-runs.ts';
import type { IngestionRun, IngestionRunKey } from '../db/tables/ingestion-runs.ts';
import { pause } from '../lib/clock.ts';
import { presentRun } from './present-run.ts';
import type { Services } from './services.ts';

/** How often a run is looked at; it saves its progress about once a second. */
const lookMs = 500;

/** Proxies close connections that are silent for long. */
const heartbeatMs = 8_000;

/** A run as server-sent events: `progress` each time that it changes, `ended` at its end, and then nothing more. */
export async function* tellRun(
  services: Pick<Services, 'database' | 'log'>,
  key: IngestionRunKey,
  ended: AbortSignal,
): AsyncGenerator<string> {
  let told = '';
  let toldAt = Date.now();
  while (!ended.aborted) {
    const run = await readRun(services, key);
    // The integration was deleted with its runs.
    if (run === undefined) return;
    const json = run === 'unknown' ? told : JSON.stringify(presentRun(run));
    if (run !== 'unknown' && json !== told) {
      yield `event: ${run.outcome ? 'ended' : 'progress'}\ndata: ${json}\n\n`;
      told = json;
      toldAt = Date.now();
      if (run.outcome) return;
    } else if (Date.now() - toldAt > heartbeatMs) {
      yield ':\n\n';
      toldAt = Date.now();
    }
    await pause(lookMs, ended);
  }
}

/** Unknown while Postgres is away. */
async function readRun(
  { database: { knex }, log }: Pick<Services, 'database' | 'log'>,
  key: IngestionRunKey,
): Promise<IngestionRun | 'unknown' | undefined> {
  try {
    return await findIngestionRun(knex, key);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.debug({ err: error }, 'run not read; it is tried again');
    return 'unknown';
  }
}
