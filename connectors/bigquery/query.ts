import { randomUUID } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { demandObject, objectOf, objectsOf, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import { bigQueryRow } from './values.ts';
import type { SourceRow } from '../connector.ts';
import type { RestAnswer, RestCall, RestClient } from '../http/rest-client.ts';
import { cancelUnlessDone, lookUntil } from '../server/running-statement.ts';
import { withoutSecrets } from '../http/shown-secret.ts';
import { timeoutError } from '../source-error.ts';

/** The connection and the billed project of queries. */
export type BigQuerySession = {
  client: RestClient;
  /** Creates a client that outlives the signal briefly, to cancel a job after an abort. */
  cancelClient: () => RestClient;
  /** Project in which jobs run and which is billed. */
  billingProject: string;
  /** Location of the dataset, where jobs must run; BigQuery determines it when it is unknown. */
  location: string | undefined;
  /** Default dataset of unqualified tables. */
  dataset: { projectId: string; datasetId: string };
  /** A query that would bill more bytes fails without cost. */
  maximumBytesBilled: string | undefined;
  context: Pick<ScanContext, 'access' | 'signal'>;
  secrets: readonly string[];
};

/** A query with its parameters. */
export type BigQueryQuery = {
  sql: string;
  /** Bound to the question marks, each a list of texts. */
  lists?: readonly (readonly string[])[];
  /** Row limit. */
  maxRows?: number;
};

/** Statuses of answers that describe an error of a query. */
const said = [400, 403, 404, 409];

const rowsPerPage = 10_000;

/** Maximum time of a long poll of a running job. */
const maxLongPollMs = 10_000;

/**
 * Runs a query and returns all pages of its rows. Throws BigQuery's message when the query fails, and a TimeoutError after the
 * timeout. After an abort or timeout the job is cancelled.
 */
export async function runBigQuery(
  session: BigQuerySession,
  query: BigQueryQuery,
): Promise<SourceRow[]> {
  const { context } = session;
  // Our own id, so that the job can be cancelled at any time, and a repeated request starts no second job.
  const jobId = `concordat_${randomUUID()}`;
  const job = { id: jobId, location: session.location };
  return cancelUnlessDone(
    context.signal,
    async () => {
      const inserted = await insert(session, { ...query, jobId, dryRun: false });
      job.location = textOf(objectOf(inserted, 'jobReference'), 'location') ?? job.location;
      return readRows(session, job, query.maxRows ?? Infinity);
    },
    () => cancel(session, job),
  );
}

/** Refuses with `source_refused` any statement that BigQuery's dry run does not call a SELECT; a dry run is free. */
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
  // The job exists: an answer was lost, and the request was repeated.
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

async function readRows(session: BigQuerySession, job: Job, maxRows: number): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  let page = await firstPage(session, job, maxRows);
  const fields = objectsOf(objectOf(page, 'schema'), 'fields');
  for (const seen = new Set<string>(); ;) {
    for (const row of objectsOf(page, 'rows')) rows.push(bigQueryRow(fields, row));
    const pageToken = textOf(page, 'pageToken');
    if (pageToken === undefined || rows.length >= maxRows) return rows.slice(0, maxRows);
    if (seen.has(pageToken)) throw new Error('BigQuery repeated a page of a result');
    seen.add(pageToken);
    page = await readPage(session, job, { pageToken, maxResults: rowsPerPage });
  }
}

function firstPage(session: BigQuerySession, job: Job, maxRows: number): Promise<AnswerObject> {
  const { signal, access } = session.context;
  const timeoutMs = access.statementTimeoutMs;
  const query = {
    maxResults: Math.min(maxRows, rowsPerPage),
    timeoutMs: Math.min(maxLongPollMs, Math.ceil(timeoutMs / 2)),
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

/** BigQuery reports an error of a query in an error answer, or in the status of the job. */
function checked({ secrets }: BigQuerySession, { status, json }: RestAnswer): AnswerObject {
  const answer = demandObject(json);
  const error = objectOf(answer, 'error') ?? objectOf(objectOf(answer, 'status'), 'errorResult');
  if (status < 400 && error === undefined) return answer;
  const message = withoutSecrets(textOf(error, 'message') ?? `status ${status}`, secrets);
  const line = `BigQuery: ${message.split('\n').join(' ')}`;
  throw /\btimed out\b/i.test(line) ? timeoutError(line) : new Error(line);
}
