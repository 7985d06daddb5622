import { refuse } from '../../domain/errors.ts';
import {
  demandObject,
  demandObjects,
  demandText,
  numberOf,
  objectOf,
  textOf,
} from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import type { RestAnswer, RestClient } from '../http/rest-client.ts';
import { cancelUnlessDone, lookUntil } from '../server/running-statement.ts';
import { withoutSecrets } from '../http/shown-secret.ts';
import { timeoutError } from '../source-error.ts';

/** One row by lowercase column name; Snowflake returns all values as text. */
export type SnowflakeRow = Readonly<Record<string, string | undefined>>;

/** A column of a result; `type` is that of the SQL API, e.g. `fixed`. */
export type SnowflakeColumn = { name: string; type: string; scale: number };

/** A statement with its parameters. */
export type SnowflakeStatement = {
  text: string;
  /** Bound to the question marks, as text. */
  values?: readonly string[];
  /** Session parameters for this statement only. */
  parameters?: Readonly<Record<string, string | number>>;
};

/** Connection parameters of statements. */
export type SnowflakeSession = {
  client: RestClient;
  /** Creates a client that outlives the signal briefly, to cancel a statement after an abort. */
  cancelClient: () => RestClient;
  warehouse?: string | undefined;
  role?: string | undefined;
  /** Default database and schema. */
  database?: string | undefined;
  schema?: string | undefined;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

const statements = '/api/v2/statements';

/** Runs a statement and returns its rows as text; see `readSnowflake`. */
export async function* runSnowflake(
  session: SnowflakeSession,
  text: string,
  values: readonly string[] = [],
): AsyncGenerator<SnowflakeRow> {
  for await (const { columns, row } of readSnowflake(session, { text, values })) {
    yield toRow(columns, row);
  }
}

/**
 * Runs a statement and returns all partitions of its result, through the SQL API 2. Refuses with `source_refused` and Snowflake's
 * message when Snowflake rejects the statement; throws when a partition is incomplete. An aborted statement is cancelled on the
 * platform.
 */
export async function* readSnowflake(
  session: SnowflakeSession,
  statement: SnowflakeStatement,
): AsyncGenerator<{ columns: readonly SnowflakeColumn[]; row: readonly unknown[] }> {
  const handle = await submit(session, statement);
  const first = await cancelUnlessDone(
    session.context.signal,
    () => outcomeOf(session, handle),
    () => cancel(session, handle),
  );
  const metadata = objectOf(first, 'resultSetMetaData') ?? {};
  const columns = demandObjects(metadata, 'rowType').map(toColumn);
  const partitions = demandObjects(metadata, 'partitionInfo');
  for (const [index, partition] of partitions.entries()) {
    const answer = index === 0 ? first : await readPartition(session, handle, index);
    const rows: unknown = answer['data'];
    if (!Array.isArray(rows) || rows.length !== numberOf(partition, 'rowCount')) {
      throw new Error(`Snowflake returned an incomplete partition ${index} of a result`);
    }
    for (const row of rows) yield { columns, row: Array.isArray(row) ? row : [] };
  }
}

function toColumn(column: AnswerObject): SnowflakeColumn {
  return {
    name: demandText(column, 'name'),
    type: (textOf(column, 'type') ?? 'text').toLowerCase(),
    scale: numberOf(column, 'scale') ?? 0,
  };
}

async function submit(
  session: SnowflakeSession,
  { text, values = [], parameters }: SnowflakeStatement,
): Promise<string> {
  const { client, warehouse, role, database, schema, context } = session;
  const bindings = values.map((value, index) => [String(index + 1), { type: 'TEXT', value }]);
  const body = {
    statement: text,
    timeout: Math.max(Math.ceil(context.access.statementTimeoutMs / 1000), 1),
    warehouse,
    role,
    database,
    schema,
    parameters,
    ...(bindings.length === 0 ? {} : { bindings: Object.fromEntries(bindings) }),
  };
  // Asynchronous, so that the handle is known at once and the statement can be cancelled.
  const query = { async: true };
  const answer = await client({ method: 'POST', path: statements, query, body, accept: [422] });
  return demandText(checked(session, answer), 'statementHandle');
}

function outcomeOf(session: SnowflakeSession, handle: string): Promise<AnswerObject> {
  const { client, context } = session;
  const path = `${statements}/${encodeURIComponent(handle)}`;
  const { signal, access } = context;
  return lookUntil(
    async () => {
      const answer = await client({ path, accept: [408, 422] });
      return answer.status === 202 ? undefined : checked(session, answer);
    },
    { title: 'Snowflake', timeoutMs: access.statementTimeoutMs, signal },
  );
}

async function cancel({ cancelClient }: SnowflakeSession, handle: string): Promise<void> {
  const path = `${statements}/${encodeURIComponent(handle)}/cancel`;
  await cancelClient()({ method: 'POST', path });
}

function checked({ secrets }: SnowflakeSession, { status, json }: RestAnswer): AnswerObject {
  const answer = demandObject(json);
  if (status < 400) return answer;
  const message = withoutSecrets(textOf(answer, 'message') ?? `status ${status}`, secrets);
  if (status === 408) throw timeoutError(`Snowflake ended a statement: ${message}`);
  return refuse(
    'source_refused',
    `Snowflake rejected a statement: ${message.split('\n').join(' ')}. Check warehouse and role, and what the role may see`,
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

function toRow(columns: readonly SnowflakeColumn[], row: readonly unknown[]): SnowflakeRow {
  const named = columns.map(({ name }, index): [string, string | undefined] => {
    const value = row[index];
    return [name.toLowerCase(), typeof value === 'string' && value !== '' ? value : undefined];
  });
  return Object.fromEntries(named);
}
