import { isUnavailable } from '../../db/postgres-errors.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionRunKey } from '../../db/tables/ingestion/runs.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { pause } from '../../lib/clock.ts';
import { nameRuns, presentRun } from '../present/run.ts';
import { nameTestRuns, presentTestRun } from '../present/test-run.ts';
import type { Services } from '../services.ts';

/** Poll interval; a run saves its progress about once a second. */
const lookMs = 500;

/** Proxies close connections that are silent for long. */
const heartbeatMs = 8_000;

type StreamServices = Pick<Services, 'database' | 'log'>;

/** The current JSON of a run, and whether the run has ended. */
type RunState = { json: string; hasEnded: boolean };

/** Streams a run of an integration as server-sent events: `progress` at each change, `ended` at its end. */
export function streamRun(
  services: StreamServices,
  key: IngestionRunKey,
  ended: AbortSignal,
): AsyncGenerator<string> {
  return streamChanges(services, ended, async () => {
    const { knex } = services.database;
    const found = await findIngestionRun(knex, key);
    const [run] = await nameRuns(knex, key.organizationId, found ? [found] : []);
    return run && { json: JSON.stringify(presentRun(run)), hasEnded: run.outcome !== null };
  });
}

/** Streams a contract test in the same way. */
export function streamTestRun(
  services: StreamServices,
  key: { organizationId: OrganizationId; id: string },
  ended: AbortSignal,
): AsyncGenerator<string> {
  return streamChanges(services, ended, async () => {
    const { knex } = services.database;
    const found = await findTestRun(knex, key.organizationId, key.id);
    const [run] = await nameTestRuns(knex, key.organizationId, found ? [found] : []);
    return run && { json: JSON.stringify(presentTestRun(run)), hasEnded: run.outcome !== null };
  });
}

async function* streamChanges(
  services: StreamServices,
  ended: AbortSignal,
  look: () => Promise<RunState | undefined>,
): AsyncGenerator<string> {
  let sent = '';
  let sentAt = performance.now();
  while (!ended.aborted) {
    const found = await readUnlessAway(services, look);
    // The run was deleted, together with its integration or contract.
    if (found === undefined) return;
    if (found !== 'unknown' && found.json !== sent) {
      yield `event: ${found.hasEnded ? 'ended' : 'progress'}\ndata: ${found.json}\n\n`;
      sent = found.json;
      sentAt = performance.now();
      if (found.hasEnded) return;
    } else if (performance.now() - sentAt > heartbeatMs) {
      yield ':\n\n';
      sentAt = performance.now();
    }
    await pause(lookMs, ended);
  }
}

/** Undefined while Postgres is away. */
async function readUnlessAway(
  { log }: StreamServices,
  look: () => Promise<RunState | undefined>,
): Promise<RunState | 'unknown' | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.debug({ err: error }, 'run could not be read; will retry');
    return 'unknown';
  }
}
