import { randomUUID } from 'node:crypto';
import { refuse } from '../domain/errors.ts';
import { demandObject, objectOf, objectsOf, textOf } from './answer-member.ts';
import type { AnswerObject } from './answer-member.ts';
import type { ScanContext } from './asset-source.ts';
import { bigQueryRow } from './bigquery-values.ts';
import type { SourceRow } from './connector.ts';
import type { RestAnswer, RestCall, RestClient } from './rest-client.ts';
import { cancelUnlessDone, lookUntil } from './running-statement.ts';
import { withoutSecrets } from './shown-secret.ts';
import { timeoutError } from './source-error.ts';

/** Where queries run, and who pays. */
export type BigQuerySession = {
  client: RestClient;
  /** Makes a client that outlives the signal for a moment, to end a job after that has aborted. */
  cancelClient: () => RestClient;
  /** Project that jobs run in and are billed to. */
  billingProject: string;
  /** Of the dataset, where jobs have to run; BigQuery finds out when it is not known. */
  location: string | undefined;
  /** What names of tables without one are looked for in. */
  dataset: { projectId: string; datasetId: string };
  /** A query that would be billed for more fails before it costs anything. */
  maximumBytesBilled: string | undefined;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

/** What is to be run. */
export type BigQueryQuery = {
  sql: string;
  /** Bound to its question marks, each a list of texts. */
  lists?: readonly (readonly string[])[];
  /** At most so many rows are read. */
  mostRows?: number;
};

/** Statuses with which BigQuery says what is wrong with a query. */
const said = [400, 403, 404, 409];

const rowsPerPage = 10_000;

/** How long BigQuery may keep a look at a running job open. */
const longestLookMs = 10_000;

/**
 * The rows of one query, all pages of them. Throws with BigQuery's words what it does not run, and a TimeoutError when it takes too
 * long. A job that nobody waits for any more is cancelled.
 */
export async function runBigQuery(
  session: BigQuerySession,
  query: BigQueryQuery,
): Promise<SourceRow[]> {
  const { context } = session;
  // Named by us, so that it can be cancelled at any time, and a request that is sent again is no second job.
  const jobId = `concordat_${randomUUID()}`;
  const job = { id: jobId, location: session.location };
  return cancelUnlessDone(
    context.signal,
    async () => {
      const inserted = await insert(session, { ...query, jobId, dryRun: false });
      job.location = textOf(objectOf(inserted, 'jobReference'), 'location') ?? job.location;
      return readRows(session, job, query.mostRows ?? Infinity);
    },
    () => cancel(session, job),
  );
}

/** Refuses with `source_refused` what BigQuery itself says is anything but a SELECT; nothing runs for that, and it costs nothing. */
export async function checkOnlySelects(session: BigQuerySession, sql: string): Promise<void> {
  const job = await insert(session, { sql, jobId: undefined, dryRun: true });
  const statistics = objectOf(objectOf(job, 'statistics'), 'query');
  const type = textOf(statistics, 'statementType') ?? 'unknown';
  if (type !== 'SELECT') {
    refuse('source_refused', `BigQuery: a rule may only read, but this is a ${type} statement`);
  }
}

type Insertion = BigQueryQuery & { jobId: string | undefined; dryRun: boolean };

async function insert(
  session: BigQuerySession,
  { sql, lists = [], jobId, dryRun }: Insertion,
): Promise<AnswerObject> {
  const { billingProject: projectId, location, dataset, maximumBytesBilled, context } = session;
  const query = {
    query: sql,
    useLegacySql: false,
    defaultDataset: dataset,
    maximumBytesBilled,
    ...(lists.length === 0
      ? {}
      : { parameterMode: 'POSITIONAL', queryParameters: lists.map(toParameter) }),
  };
  const body = {
    jobReference: { projectId, jobId, location },
    configuration: {
      query,
      dryRun,
      jobTimeoutMs: String(context.access.statementTimeoutMs),
      labels: { application: 'concordat' },
    },
  };
  const answer = await ask(session, { method: 'POST', path: '/jobs', body });
  // The job is there: an answer got lost, and the request was sent again.
  if (answer.status === 409) return {};
  return checked(session, answer);
}

function toParameter(texts: readonly string[]): object {
  return {
    parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
    parameterValue: { arrayValues: texts.map((value) => ({ value })) },
  };
}

function ask(session: BigQuerySession, { path, ...call }: RestCall): Promise<RestAnswer> {
  const project = encodeURIComponent(session.billingProject);
  return session.client({ ...call, path: `/bigquery/v2/projects/${project}${path}`, accept: said });
}

type Job = { id: string; location: string | undefined };

async function readRows(
  session: BigQuerySession,
  job: Job,
  mostRows: number,
): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  let page = await firstPage(session, job, mostRows);
  const fields = objectsOf(objectOf(page, 'schema'), 'fields');
  for (const seen = new Set<string>(); ;) {
    for (const row of objectsOf(page, 'rows')) rows.push(bigQueryRow(fields, row));
    const pageToken = textOf(page, 'pageToken');
    if (pageToken === undefined || rows.length >= mostRows) return rows.slice(0, mostRows);
    if (seen.has(pageToken))
      throw new Error('The pages of a result of BigQuery go round in circles');
    seen.add(pageToken);
    page = await readPage(session, job, { pageToken, maxResults: rowsPerPage });
  }
}

function firstPage(session: BigQuerySession, job: Job, mostRows: number): Promise<AnswerObject> {
  const { signal, access } = session.context;
  const timeoutMs = access.statementTimeoutMs;
  const query = {
    maxResults: Math.min(mostRows, rowsPerPage),
    timeoutMs: Math.min(longestLookMs, Math.ceil(timeoutMs / 2)),
  };
  return lookUntil(
    async () => {
      const page = await readPage(session, job, query);
      return page['jobComplete'] === true ? page : undefined;
    },
    { title: 'BigQuery', timeoutMs, signal },
  );
}

async function readPage(
  session: BigQuerySession,
  { id, location }: Job,
  query: Record<string, string | number>,
): Promise<AnswerObject> {
  const path = `/queries/${encodeURIComponent(id)}`;
  const asked = { location, 'formatOptions.useInt64Timestamp': true, ...query };
  return checked(session, await ask(session, { path, query: asked }));
}

async function cancel(session: BigQuerySession, { id, location }: Job): Promise<void> {
  const path = `/jobs/${encodeURIComponent(id)}/cancel`;
  await ask(
    { ...session, client: session.cancelClient() },
    { method: 'POST', path, query: { location } },
  );
}

/** What BigQuery says of a query is in an answer of its own, or in the status of the job. */
function checked({ secrets }: BigQuerySession, { status, json }: RestAnswer): AnswerObject {
  const answer = demandObject(json);
  const error = objectOf(answer, 'error') ?? objectOf(objectOf(answer, 'status'), 'errorResult');
  if (status < 400 && error === undefined) return answer;
  const message = withoutSecrets(textOf(error, 'message') ?? `status ${status}`, secrets);
  const line = `BigQuery: ${message.split('\n').join(' ')}`;
  throw /\btimed out\b/i.test(line) ? timeoutError(line) : new Error(line);
}
