import { isUnavailable } from '../db/postgres-errors.ts';
import { findIngestionRun } from '../db/tables/ingestion-runs.ts';
import type { IngestionRunKey } from '../db/tables/ingestion-runs.ts';
import { findTestRun } from '../db/tables/test-runs.ts';
import type { OrganizationId } from '../domain/principal.ts';
import { pause } from '../lib/clock.ts';
import { presentRun } from './present-run.ts';
import { presentTestRun } from './present-test-run.ts';
import type { Services } from './services.ts';

/** How often a run is looked at; it saves its progress about once a second. */
const lookMs = 500;

/** Proxies close connections that are silent for long. */
const heartbeatMs = 8_000;

type StreamServices = Pick<Services, 'database' | 'log'>;

/** What is told of a run: its JSON, and whether that is the last. */
type Told = { json: string; hasEnded: boolean };

/** A run of an integration as server-sent events: `progress` each time that it changes, `ended` at its end, and then nothing more. */
export function tellRun(
  services: StreamServices,
  key: IngestionRunKey,
  ended: AbortSignal,
): AsyncGenerator<string> {
  return tellChanges(services, ended, async () => {
    const run = await findIngestionRun(services.database.knex, key);
    return run && { json: JSON.stringify(presentRun(run)), hasEnded: run.outcome !== null };
  });
}

/** The same of a test of a contract. */
export function tellTestRun(
  services: StreamServices,
  key: { organizationId: OrganizationId; id: string },
  ended: AbortSignal,
): AsyncGenerator<string> {
  return tellChanges(services, ended, async () => {
    const run = await findTestRun(services.database.knex, key.organizationId, key.id);
    return run && { json: JSON.stringify(presentTestRun(run)), hasEnded: run.outcome !== null };
  });
}

async function* tellChanges(
  services: StreamServices,
  ended: AbortSignal,
  look: () => Promise<Told | undefined>,
): AsyncGenerator<string> {
  let told = '';
  let toldAt = Date.now();
  while (!ended.aborted) {
    const found = await readUnlessAway(services, look);
    // It was deleted, together with what it is a run of.
    if (found === undefined) return;
    if (found !== 'unknown' && found.json !== told) {
      yield `event: ${found.hasEnded ? 'ended' : 'progress'}\ndata: ${found.json}\n\n`;
      told = found.json;
      toldAt = Date.now();
      if (found.hasEnded) return;
    } else if (Date.now() - toldAt > heartbeatMs) {
      yield ':\n\n';
      toldAt = Date.now();
    }
    await pause(lookMs, ended);
  }
}

/** Unknown while Postgres is away. */
async function readUnlessAway(
  { log }: StreamServices,
  look: () => Promise<Told | undefined>,
): Promise<Told | 'unknown' | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.debug({ err: error }, 'run not read; it is tried again');
    return 'unknown';
  }
}
