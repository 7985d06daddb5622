import { isUnavailable } from '../../db/postgres-errors.ts';
import { listLogLines } from '../../db/tables/ingestion/log-lines.ts';
import type { LogFilter, NumberedLine } from '../../db/tables/ingestion/log-lines.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionRunKey } from '../../db/tables/ingestion/runs.ts';
import { pause } from '../../lib/clock.ts';
import { presentLogLine } from '../present/log-line.ts';
import type { Services } from '../services.ts';

/** Poll interval; a run saves its lines about once a second. */
const lookMs = 500;

/** Proxies close connections that are silent for long. */
const heartbeatMs = 8_000;

type Followed = { key: IngestionRunKey; filter: LogFilter; limit: number };

/** Streams the lines of a log as server-sent events `line`, each with its number as id, and `ended` after the last one. */
export async function* followLog(
  services: Pick<Services, 'database' | 'log'>,
  { key, filter, limit }: Followed,
  ended: AbortSignal,
): AsyncGenerator<string> {
  let { after } = filter;
  let sentAt = performance.now();
  while (!ended.aborted) {
    const found = await look(services, { key, filter: { ...filter, after }, limit });
    if (found === undefined) return;
    const { lines, outcome } = found;
    for (const line of lines) yield toEvent(line);
    after = lines.at(-1)?.n ?? after ?? 0;
    if (lines.length > 0) sentAt = performance.now();
    else if (outcome !== null)
      return yield `event: ended\ndata: ${JSON.stringify({ outcome })}\n\n`;
    else {
      if (performance.now() - sentAt > heartbeatMs) {
        yield ':\n\n';
        sentAt = performance.now();
      }
      await pause(lookMs, ended);
    }
  }
}

const toEvent = (line: NumberedLine): string =>
  `id: ${line.n}\nevent: line\ndata: ${JSON.stringify(presentLogLine(line))}\n\n`;

type Found = { lines: NumberedLine[]; outcome: string | null };

/** Nothing new while Postgres is away; undefined when the run was deleted. The run is read first, so that no line is missed. */
async function look(
  { database: { knex }, log }: Pick<Services, 'database' | 'log'>,
  { key, filter, limit }: Followed,
): Promise<Found | undefined> {
  try {
    const run = await findIngestionRun(knex, key);
    return run && { lines: await listLogLines(knex, key, filter, limit), outcome: run.outcome };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.debug({ err: error }, 'log of a run could not be read; will retry');
    return { lines: [], outcome: null };
  }
}
