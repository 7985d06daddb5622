import type { Knex } from 'knex';
import { pause } from '../lib/clock.ts';
import { createThrottle } from '../lib/log.ts';
import type { Logger } from '../lib/log.ts';
import type { Database } from './connect.ts';
import { describeMisfit, readSchemaState } from './schema-state.ts';

/** Decides whether the process may use the database; all requests of the process share one gate. */
export type SchemaGate = {
  /**
   * Returns undefined once the schema fits this build, else the reason; checks at most once a second until
   * then.
   */
  misfit: () => Promise<string | undefined> | undefined;
  /** Checks now; `misfit` uses the result. */
  look: () => Promise<string | undefined>;
};

const lookEveryMs = 1_000;

/** Blocks requests to a database that is not migrated yet, or that a newer build has migrated. */
export function createSchemaGate(knex: Knex): SchemaGate {
  let fits = false;
  let looking: Promise<string | undefined> | undefined;
  const look = async (): Promise<string | undefined> => {
    const misfit = describeMisfit(await readSchemaState(knex));
    fits = misfit === undefined;
    // Prevents this result from being reused if the schema stops fitting later.
    if (fits) looking = undefined;
    return misfit;
  };
  const lookAgain = (): Promise<string | undefined> => {
    const answer = look();
    const forget = (): void => void (looking = undefined);
    // Requests of the next second share this result; after an outage the next request checks again.
    answer.then(() => setTimeout(forget, lookEveryMs).unref(), forget);
    return answer;
  };
  return { look, misfit: () => (fits ? undefined : (looking ??= lookAgain())) };
}

/** Resolves when the schema fits this build; processes that change data start only then. */
export async function untilSchemaFits({ knex }: Database, log: Logger): Promise<void> {
  const gate = createSchemaGate(knex);
  const mayLog = createThrottle(60_000);
  for (;;) {
    try {
      const misfit = await gate.look();
      if (misfit === undefined) return;
      if (mayLog(misfit)) log.warn({ reason: misfit }, 'waiting for a schema that fits this build');
    } catch (error) {
      if (mayLog('outage')) log.warn({ err: error }, 'waiting for the database');
    }
    await pause(lookEveryMs);
  }
}
