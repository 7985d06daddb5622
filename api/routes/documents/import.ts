import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { addOwners } from '../../../commands/documents/read-content.ts';
import { importDocuments } from '../../../commands/documents/import-documents.ts';
import type { ImportOutcome } from '../../../commands/documents/import-documents.ts';
import {
  openImportProgress,
  unnotedProgress,
} from '../../../commands/documents/import-progress.ts';
import type { ImportProgress } from '../../../commands/documents/import-progress.ts';
import type { PutDocument } from '../../../commands/documents/put-request.ts';
import { readImportRecord } from '../../../commands/documents/read-import-record.ts';
import { refuse } from '../../../domain/errors.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import { toIdempotencyKey } from '../../http/idempotency.ts';
import { collectBatches } from '../../body/collect-batches.ts';
import { explain } from '../../http/errors/errors.ts';
import { bufferedStream } from '../../body/buffered-stream.ts';
import { defineRoute } from '../../route.ts';
import type { ApiRequest, BodyStream } from '../../exchange.ts';
import {
  importRecordSchema,
  importResultSchema,
  ownerTeamQuery,
} from '../../schemas/documents/bulk.ts';
import { splitRecords } from '../../body/split-records.ts';
import type { SentRecord } from '../../body/split-records.ts';
import { count, describe, endingLine, toLine } from './import-lines.ts';
import type { Counts, ImportEntry } from './import-lines.ts';

/**
 * Maximum batch per transaction; large or slow documents make smaller batches. One statement writes a batch and
 * blocks the event loop in proportion to its bytes.
 */
const batchLimits = { documents: 500, bytes: 1024 * 1024, idleMs: 250 };

const importQuery = Type.Object(ownerTeamQuery);

type Request = Pick<
  ApiRequest<object, Static<typeof importQuery>>,
  'principal' | 'requestId' | 'services' | 'gone' | 'header' | 'url' | 'query'
>;

export const importRoute = defineRoute({
  method: 'POST',
  path: '/api/import',
  name: 'importDocuments',
  takes: ['idempotency-key'],
  refuses: ['idempotency_key_reused', 'request_in_progress'],
  summary: 'Create or replace many documents of any kind',
  tag: 'bulk',
  query: importQuery,
  body: {
    formats: ['x-ndjson', 'yaml'],
    schema: importRecordSchema,
    streamed: true,
  },
  bounded: 'uploads',
  answers: {
    200: {
      description:
        'The outcome of each document, one per line, as documents are stored; the last line is the summary. A line with `error` and without `line` says why the import ended early: send it again with the same Idempotency-Key. The answer then begins with the recorded outcomes of the documents stored before, the import continues after them, and the summary covers all documents. A complete import is answered from its record.',
      schema: importResultSchema,
      contentType: 'application/x-ndjson',
    },
  },
  handle: async (request) => {
    const body = request.openBody();
    const lines = runImport(request, body);
    // Read the first line before the status is sent, so that an error of the whole request gets an error
    // answer.
    const first = await lines.next();
    const answer = bufferedStream(first.value ?? '', lines, (error) => endingLine(request, error));
    return { status: 200, stream: answer, contentType: 'application/x-ndjson' };
  },
});

async function* runImport(request: Request, body: BodyStream): AsyncGenerator<string, undefined> {
  const { gone, services } = request;
  const progress = await openProgress(request);
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  let isEmpty = true;
  const records = splitRecords(body)[Symbol.asyncIterator]();
  for await (const sent of collectBatches(records, batchLimits)) {
    isEmpty = false;
    if (gone.aborted) return;
    if (services.draining.aborted) refuse('unavailable', 'The server is stopping; try again.');
    const todo = progress.take(sent);
    for await (const lines of progress.replay()) {
      count(counts, lines);
      yield lines;
    }
    if (todo.length === 0) continue;
    const { format } = body;
    const lines = await importBatch(request, { format, records: todo, progress });
    count(counts, lines);
    yield lines;
  }
  if (isEmpty) refuse('malformed_body', 'The request has no body.');
  const documents = counts.created + counts.updated + counts.unchanged + counts.failed;
  const { doneBefore } = progress;
  const summary = { documents, ...counts, ...(doneBefore > 0 && { continuedBehind: doneBefore }) };
  yield await progress.finish(toLine({ summary }));
}

function openProgress({ header, principal, services, url }: Request): Promise<ImportProgress> {
  const key = header('idempotency-key');
  if (key === undefined) return Promise.resolve(unnotedProgress);
  const { database, clock } = services;
  const address = `${url.pathname}${url.search}`;
  return openImportProgress(database, { key: toIdempotencyKey(key, principal), address, clock });
}

type Batch = {
  format: BodyStream['format'];
  records: readonly SentRecord[];
  progress: ImportProgress;
};

async function importBatch(
  request: Request,
  { format, records, progress }: Batch,
): Promise<string> {
  const entries = await withOwners(request, await readEntries(request, format, records));
  const puts = toPuts(request, entries);
  let lines = '';
  const outcomes = await importDocuments(request.services.database, [...puts.values()], {
    begin: progress.checkpoint,
    end: (tx, outcomes) => {
      const byEntry = new Map([...puts.keys()].map((entry, index) => [entry, outcomes[index]]));
      lines = entries.map((entry) => toLine(describe(entry, byEntry.get(entry)))).join('');
      return progress.record(tx, lines);
    },
  });
  logBugs(request, [...puts.keys()], outcomes);
  return lines;
}

async function readEntries(
  { services }: Request,
  format: BodyStream['format'],
  records: readonly SentRecord[],
): Promise<ImportEntry[]> {
  const now = services.clock.now();
  const { deprecatedFormatsUntil } = services.settings;
  const entries: ImportEntry[] = [];
  for (const { line, bytes } of records) {
    const read = await readImportRecord(bytes, format, { now, deprecatedFormatsUntil });
    entries.push({ line, ...read });
  }
  return entries;
}

/** The entries with the team of the request written into contracts that name none. */
async function withOwners(
  { principal, query, services }: Request,
  entries: readonly ImportEntry[],
): Promise<ImportEntry[]> {
  const { settings, clock, database } = services;
  const { deprecatedFormatsUntil } = settings;
  const read = entries.flatMap((entry) =>
    'content' in entry ? [{ kind: entry.kind, id: entry.id ?? '', content: entry.content }] : [],
  );
  const facts = {
    principal,
    named: query.ownerTeamId,
    ownerRequest: 'POST /api/import?ownerTeamId=<team id>',
    now: clock.now(),
    deprecatedFormatsUntil,
  };
  const owned = (await addOwners(database.knex, read, facts)).values();
  return entries.map((entry) =>
    'content' in entry ? { ...entry, content: owned.next().value ?? entry.content } : entry,
  );
}

function toPuts(
  { principal, requestId, services }: Request,
  entries: readonly ImportEntry[],
): Map<ImportEntry, PutDocument> {
  const now = services.clock.now();
  const preconditions = { ifMatch: undefined, mustBeNew: false };
  const facts = { principal, requestId, preconditions, now };
  const puts = new Map<ImportEntry, PutDocument>();
  for (const entry of entries) {
    if (!('content' in entry)) continue;
    const { id = '', content } = entry;
    puts.set(entry, { kind: kindNamed(entry.kind), id, content, ...facts });
  }
  return puts;
}

function logBugs(
  { requestId, services }: Request,
  entries: readonly ImportEntry[],
  outcomes: readonly ImportOutcome[],
): void {
  for (const [index, { line }] of entries.entries()) {
    const outcome = outcomes[index];
    const err = outcome && 'error' in outcome ? outcome.error : undefined;
    if (err === undefined || explain(err).code !== 'internal_error') continue;
    services.log.error({ err, requestId, line }, 'import of a document failed');
  }
}
