import { refuse } from '../domain/errors.ts';
import { pause } from '../lib/clock.ts';
import {
  demandObject,
  demandObjects,
  demandText,
  numberOf,
  objectOf,
  textOf,
} from './answer-member.ts';
import type { AnswerObject } from './answer-member.ts';
import type { ScanContext } from './asset-source.ts';
import type { RestAnswer, RestClient } from './rest-client.ts';
import { withoutSecrets } from './shown-secret.ts';
import { messageOf, timeoutError } from './source-error.ts';

/** One row, keyed by the names of columns in lower case; Snowflake writes all values as texts. */
export type SnowflakeRow = Readonly<Record<string, string | undefined>>;

/** Where statements run. */
export type SnowflakeSession = {
  client: RestClient;
  /** Makes a client that outlives the signal of the scan for a moment, to end a statement after that has aborted. */
  cancelClient: () => RestClient;
  warehouse?: string | undefined;
  role?: string | undefined;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

const statements = '/api/v2/statements';

/** Pauses between looks at a running statement: the first answers of catalogue queries come at once. */
const firstPauseMs = 20;
const longestPauseMs = 2_000;

/**
 * The rows of one statement, all partitions of them, read through the SQL API 2. Refuses with `source_refused` what Snowflake does
 * not run, with its words; throws when a partition is short. An aborted statement is cancelled on the platform.
 */
export async function* runSnowflake(
  session: SnowflakeSession,
  statement: string,
  values: readonly string[] = [],
): AsyncGenerator<SnowflakeRow> {
  const handle = await submit(session, statement, values);
  const first = await withCancellation(session, handle, () => outcomeOf(session, handle));
  const metadata = objectOf(first, 'resultSetMetaData');
  const columns = demandObjects(metadata ?? {}, 'rowType').map((column) =>
    demandText(column, 'name').toLowerCase(),
  );
  const partitions = demandObjects(metadata ?? {}, 'partitionInfo');
  for (const [index, partition] of partitions.entries()) {
    const answer = index === 0 ? first : await readPartition(session, handle, index);
    const rows: unknown = answer['data'];
    if (!Array.isArray(rows) || rows.length !== numberOf(partition, 'rowCount')) {
      throw new Error(`Snowflake gave an incomplete partition ${index} of a result`);
    }
    for (const row of rows) yield toRow(columns, row);
  }
}

async function submit(
  session: SnowflakeSession,
  statement: string,
  values: readonly string[],
): Promise<string> {
  const { client, warehouse, role, context } = session;
  const bindings = values.map((value, index) => [String(index + 1), { type: 'TEXT', value }]);
  const body = {
    statement,
    timeout: Math.max(Math.ceil(context.access.statementTimeoutMs / 1000), 1),
    ...(warehouse === undefined ? {} : { warehouse }),
    ...(role === undefined ? {} : { role }),
    ...(bindings.length === 0 ? {} : { bindings: Object.fromEntries(bindings) }),
  };
  // Asynchronous, so that its handle is known from the beginning, and the statement can be cancelled.
  const query = { async: true };
  const answer = await client({ method: 'POST', path: statements, query, body, accept: [422] });
  return demandText(checked(session, answer), 'statementHandle');
}

async function outcomeOf(session: SnowflakeSession, handle: string): Promise<AnswerObject> {
  const { client, context } = session;
  const begun = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const path = `${statements}/${encodeURIComponent(handle)}`;
    const answer = await client({ path, accept: [408, 422] });
    if (answer.status !== 202) return checked(session, answer);
    if (performance.now() - begun > context.access.statementTimeoutMs) {
      throw timeoutError('Snowflake did not end a statement in time');
    }
    await pause(pauseMs, context.signal);
    context.signal.throwIfAborted();
  }
}

function checked({ secrets }: SnowflakeSession, { status, json }: RestAnswer): AnswerObject {
  const answer = demandObject(json);
  if (status < 400) return answer;
  const message = withoutSecrets(textOf(answer, 'message') ?? `status ${status}`, secrets);
  if (status === 408) throw timeoutError(`Snowflake ended a statement: ${message}`);
  return refuse(
    'source_refused',
    `Snowflake does not run a statement: ${message.split('\n').join(' ')}. Check warehouse and role, and what the role may see`,
  );
}

async function readPartition(
  { client }: SnowflakeSession,
  handle: string,
  partition: number,
): Promise<AnswerObject> {
  const path = `${statements}/${encodeURIComponent(handle)}`;
  return demandObject((await client({ path, query: { partition } })).json);
}

async function withCancellation<Value>(
  { context, cancelClient }: SnowflakeSession,
  handle: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const path = `${statements}/${encodeURIComponent(handle)}/cancel`;
    const isWorthIt = context.signal.aborted || messageOf(error).includes('in time');
    // A statement that cannot be cancelled ends at its own timeout.
    if (isWorthIt) await cancelClient()({ method: 'POST', path }).catch(() => undefined);
    throw error;
  }
}

function toRow(columns: readonly string[], row: unknown): SnowflakeRow {
  const values: readonly unknown[] = Array.isArray(row) ? row : [];
  const named = columns.map((column, index): [string, string | undefined] => {
    const value = values[index];
    return [column, typeof value === 'string' && value !== '' ? value : undefined];
  });
  return Object.fromEntries(named);
}
