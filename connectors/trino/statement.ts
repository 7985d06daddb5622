import { demandObject, objectOf, objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import type { SourceRow } from '../connector.ts';
import type { RestAnswer, RestClient } from '../http/rest-client.ts';
import { cancelUnlessDone } from '../server/running-statement.ts';
import { withoutSecrets } from '../http/shown-secret.ts';
import { timeoutError } from '../source-error.ts';
import { trinoRow } from './values.ts';

/** Connection parameters of statements. */
export type TrinoSession = {
  client: RestClient;
  /** Creates a client that outlives the signal briefly, to cancel a statement after an abort. */
  cancelClient: () => RestClient;
  /** URL of the coordinator; the host of links in its answers is ignored. */
  baseUrl: string;
  /** Prefix of headers: `x-trino-` or `x-presto-`. */
  prefix: string;
  headers: Readonly<Record<string, string>>;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

type Statement = { rows: SourceRow[]; columns: AnswerObject[]; next: string | undefined };

/**
 * Runs a statement and returns its rows. Throws Trino's message when the statement fails, and a TimeoutError after the timeout.
 * After an abort or timeout the statement is cancelled.
 */
export async function runTrino(
  session: TrinoSession,
  sql: string,
  transaction = 'NONE',
): Promise<SourceRow[]> {
  const { signal } = session.context;
  const begun = performance.now();
  const statement: Statement = { rows: [], columns: [], next: undefined };
  const cancel = async (): Promise<void> => {
    if (statement.next === undefined) return;
    await session.cancelClient()({ method: 'DELETE', path: statement.next });
  };
  const submitted = await submit(session, sql, transaction);
  return cancelUnlessDone(
    signal,
    async () => {
      take(session, statement, submitted);
      while (statement.next !== undefined) {
        checkTime(session, begun);
        // Trino answers a poll as soon as there is news.
        take(session, statement, await session.client({ path: statement.next }));
      }
      return statement.rows;
    },
    cancel,
  );
}

/** Throws a TimeoutError after the timeout of a statement. */
function checkTime({ context: { access } }: TrinoSession, begun: number): void {
  if (performance.now() - begun <= access.statementTimeoutMs) return;
  throw timeoutError(
    `Trino did not complete a statement within ${access.statementTimeoutMs / 1000} s`,
  );
}

/**
 * Runs a statement in a read-only transaction that is rolled back: connectors refuse to write in it, whatever the statement is.
 */
export async function runTrinoReadOnly(session: TrinoSession, sql: string): Promise<SourceRow[]> {
  const transaction = await startTransaction(session);
  try {
    return await runTrino(session, sql, transaction);
  } finally {
    // A transaction that cannot be rolled back ends after its idle timeout.
    await runTrino(session, 'rollback', transaction).catch(() => undefined);
  }
}

async function startTransaction(session: TrinoSession): Promise<string> {
  const header = `${session.prefix}started-transaction-id`;
  const begun = performance.now();
  let answer = await submit(session, 'start transaction read only', 'NONE');
  for (;;) {
    const started = answer.headers[header];
    const next = nextOf(session, checked(session, answer));
    if (typeof started === 'string') return started;
    if (next === undefined) throw new Error('Trino did not start a read-only transaction');
    checkTime(session, begun);
    answer = await session.client({ path: next });
  }
}

function submit(
  { client, prefix, headers }: TrinoSession,
  sql: string,
  transaction: string,
): Promise<RestAnswer> {
  return client({
    method: 'POST',
    path: '/v1/statement',
    text: sql,
    headers: { ...headers, [`${prefix}transaction-id`]: transaction },
  });
}

function take(session: TrinoSession, statement: Statement, answer: RestAnswer): void {
  const read = demandObject(answer.json);
  statement.next = nextOf(session, read);
  checked(session, answer);
  if (statement.columns.length === 0) statement.columns = objectsOf(read, 'columns');
  const data: unknown = read['data'];
  if (!Array.isArray(data)) return;
  for (const row of data) statement.rows.push(trinoRow(statement.columns, row));
}

/** The path of the next request: the host stays the allowed one, also behind a proxy that changes http to https. */
function nextOf({ baseUrl }: TrinoSession, answer: AnswerObject): string | undefined {
  const next = textOf(answer, 'nextUri');
  if (next === undefined) return undefined;
  const url = URL.canParse(next) ? new URL(next) : undefined;
  if (url?.hostname !== new URL(baseUrl).hostname || !url.pathname.startsWith('/v1/statement/')) {
    throw new Error('Trino returned the address of another server, which is not contacted');
  }
  return `${url.pathname}${url.search}`;
}

const timeouts: ReadonlySet<string> = new Set(['EXCEEDED_TIME_LIMIT', 'EXCEEDED_CPU_LIMIT']);

function checked({ secrets }: TrinoSession, { json }: RestAnswer): AnswerObject {
  const answer = demandObject(json);
  const error = objectOf(answer, 'error');
  if (error === undefined) return answer;
  const name = textOf(error, 'errorName') ?? 'error';
  const message = withoutSecrets(textOf(error, 'message') ?? name, secrets)
    .split('\n')
    .join(' ');
  const line = `Trino: ${message} (${name})`;
  throw timeouts.has(name) ? timeoutError(line) : new Error(line);
}
