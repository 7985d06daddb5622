import { refuse } from '../domain/errors.ts';
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
import { cancelUnlessDone, lookUntil } from './running-statement.ts';
import { withoutSecrets } from './shown-secret.ts';
import { timeoutError } from './source-error.ts';

/** One row, keyed by the names of columns in lower case; Snowflake writes all values as texts. */
export type SnowflakeRow = Readonly<Record<string, string | undefined>>;

/** A column of an answer: `type` as the SQL API names it, e.g. `fixed`. */
export type SnowflakeColumn = { name: string; type: string; scale: number };

/** What is to be run. */
export type SnowflakeStatement = {
  text: string;
  /** Bound to its question marks, as texts. */
  values?: readonly string[];
  /** Of the session, for this statement only. */
  parameters?: Readonly<Record<string, string | number>>;
};

/** Where statements run. */
export type SnowflakeSession = {
  client: RestClient;
  /** Makes a client that outlives the signal of the scan for a moment, to end a statement after that has aborted. */
  cancelClient: () => RestClient;
  warehouse?: string | undefined;
  role?: string | undefined;
  /** What names without one are looked for in. */
  database?: string | undefined;
  schema?: string | undefined;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

const statements = '/api/v2/statements';

/** The rows of one statement as texts; see `readSnowflake`. */
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
 * The rows of one statement, all partitions of them, read through the SQL API 2. Refuses with `source_refused` what Snowflake does
 * not run, with its words; throws when a partition is short. An aborted statement is cancelled on the platform.
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
      throw new Error(`Snowflake gave an incomplete partition ${index} of a result`);
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
  // Asynchronous, so that its handle is known from the beginning, and the statement can be cancelled.
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

function toRow(columns: readonly SnowflakeColumn[], row: readonly unknown[]): SnowflakeRow {
  const named = columns.map(({ name }, index): [string, string | undefined] => {
    const value = row[index];
    return [name.toLowerCase(), typeof value === 'string' && value !== '' ? value : undefined];
  });
  return Object.fromEntries(named);
}
