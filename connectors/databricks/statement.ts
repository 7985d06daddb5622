import {
  demandObject,
  demandText,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import type { SourceRow } from '../connector.ts';
import type { RestAnswer, RestCall, RestClient } from '../http/rest-client.ts';
import { rowInOrder } from '../server/rule-statement.ts';
import { cancelUnlessDone, lookUntil } from '../server/running-statement.ts';
import { withoutSecrets } from '../http/shown-secret.ts';
import { timeoutError } from '../source-error.ts';
import { integerOf } from '../source-row.ts';

/** Connection parameters of statements. */
export type DatabricksSession = {
  client: RestClient;
  /** Creates a client that outlives the signal briefly, to cancel a statement after an abort. */
  cancelClient: () => RestClient;
  warehouseId: string;
  catalog: string;
  schema: string;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

/** A statement; `values` are bound to `:name`, as text. */
export type DatabricksStatement = {
  text: string;
  values?: Readonly<Record<string, string>>;
};

const statements = '/api/2.0/sql/statements';

/** Statuses of answers that describe an error of a statement. */
const said = [400, 404];

/**
 * Runs a statement and returns all chunks of its rows, through the Statement Execution API 2.0. Throws Databricks' message when
 * the statement fails, and a TimeoutError after the timeout. After an abort or timeout the statement is cancelled.
 */
export async function runDatabricks(
  session: DatabricksSession,
  statement: DatabricksStatement,
): Promise<SourceRow[]> {
  const { client, context } = session;
  const submitted = checked(session, await client(submission(session, statement)));
  const path = `${statements}/${encodeURIComponent(demandText(submitted, 'statement_id'))}`;
  return cancelUnlessDone(
    context.signal,
    async () => readRows(session, path, await outcomeOf(session, path, submitted)),
    () => session.cancelClient()({ method: 'POST', path: `${path}/cancel` }),
  );
}

function submission(
  { warehouseId, catalog, schema }: DatabricksSession,
  { text, values = {} }: DatabricksStatement,
): RestCall {
  const parameters = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    type: 'STRING',
  }));
  const body = {
    warehouse_id: warehouseId,
    catalog,
    schema,
    statement: text,
    parameters: parameters.length === 0 ? undefined : parameters,
    disposition: 'INLINE',
    format: 'JSON_ARRAY',
    // Asynchronous, so that the id is known at once and the statement can be cancelled.
    wait_timeout: '0s',
  };
  return { method: 'POST', path: statements, body, accept: said };
}

function outcomeOf(
  session: DatabricksSession,
  path: string,
  submitted: AnswerObject,
): Promise<AnswerObject> {
  const { signal, access } = session.context;
  let latest: AnswerObject | undefined = submitted;
  return lookUntil(
    async () => {
      const answer = latest ?? checked(session, await session.client({ path, accept: said }));
      latest = undefined;
      return stateOf(answer) === 'SUCCEEDED' ? answer : undefined;
    },
    { title: 'Databricks', timeoutMs: access.statementTimeoutMs, signal },
  );
}

function stateOf(answer: AnswerObject): string | undefined {
  return textOf(objectOf(answer, 'status'), 'state');
}

/** Databricks reports an error in an error answer, or in the status of the statement. */
function checked({ secrets }: DatabricksSession, { status, json }: RestAnswer): AnswerObject {
  const answer = demandObject(json);
  const state = stateOf(answer) ?? '';
  if (status < 400 && ['PENDING', 'RUNNING', 'SUCCEEDED'].includes(state)) return answer;
  const error = objectOf(objectOf(answer, 'status'), 'error') ?? answer;
  const message = textOf(error, 'message') ?? (state === '' ? `status ${status}` : state);
  const line = `Databricks: ${withoutSecrets(message, secrets).split('\n').join(' ')}`;
  throw state === 'CANCELED' || /\bSTATEMENT_TIMEOUT\b/.test(line)
    ? timeoutError(line)
    : new Error(line);
}

async function readRows(
  session: DatabricksSession,
  path: string,
  answer: AnswerObject,
): Promise<SourceRow[]> {
  const schema = objectOf(objectOf(answer, 'manifest'), 'schema');
  const columns = objectsOf(schema, 'columns');
  const rows: SourceRow[] = [];
  for (let chunk = objectOf(answer, 'result'), last = 0; chunk !== undefined;) {
    const values: unknown = chunk['data_array'];
    for (const row of Array.isArray(values) ? values : []) rows.push(toRow(columns, row));
    const next = numberOf(chunk, 'next_chunk_index');
    if (next === undefined) return rows;
    if (next <= last) throw new Error('Databricks repeated a chunk of a result');
    last = next;
    const read = await session.client({ path: `${path}/result/chunks/${next}` });
    chunk = demandObject(read.json);
  }
  return rows;
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  BYTE: integerOf,
  SHORT: integerOf,
  INT: integerOf,
  LONG: integerOf,
  FLOAT: Number,
  DOUBLE: Number,
  BOOLEAN: (text) => text === 'true',
};

/** The API returns every value as text. */
function toRow(columns: readonly AnswerObject[], row: unknown): SourceRow {
  const values: readonly unknown[] = Array.isArray(row) ? row : [];
  const names = columns.map((column) => textOf(column, 'name') ?? '');
  const cells = columns.map((column, index) => {
    const value = values[index] ?? null;
    const reader = readers[textOf(column, 'type_name') ?? ''];
    return typeof value === 'string' && reader ? reader(value) : value;
  });
  return rowInOrder(names, cells);
}
