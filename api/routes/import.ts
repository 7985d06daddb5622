import { Type } from '@sinclair/typebox';
import { importDocuments } from '../../commands/documents/import-documents.ts';
import type { ImportOutcome } from '../../commands/documents/import-documents.ts';
import { openImportProgress, unnotedProgress } from '../../commands/documents/import-progress.ts';
import type { ImportProgress } from '../../commands/documents/import-progress.ts';
import type { PutDocument } from '../../commands/documents/prepare-put.ts';
import { refuse } from '../../domain/errors.ts';
import { toIdempotencyKey } from '../idempotency.ts';
import { collectBatches } from '../collect-batches.ts';
import { explain } from '../middleware/errors.ts';
import { parseImport } from '../parse-import.ts';
import type { ImportEntry } from '../parse-import.ts';
import { pushAhead } from '../push-ahead.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, BodyStream } from '../route.ts';
import { importRecordSchema, importResultSchema } from '../schemas/bulk.ts';
import { splitRecords } from '../split-records.ts';
import type { SentRecord } from '../split-records.ts';
import { warnings } from './documents.ts';

/** Documents of one transaction; fewer when they are large, or come slowly. */
const batchLimits = { documents: 500, bytes: 8 * 1024 * 1024, idleMs: 250 };

type Request = Pick<
  ApiRequest<object, object>,
  'principal' | 'requestId' | 'services' | 'gone' | 'header' | 'url'
>;
type Counts = { created: number; updated: number; unchanged: number; failed: number };

export const importRoute = defineRoute({
  method: 'POST',
  path: '/api/import',
  summary: 'Create or replace many documents of any kind',
  tag: 'bulk',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({}),
  body: {
    formats: ['x-ndjson', 'yaml'],
    schema: importRecordSchema,
    required: true,
    streamed: true,
  },
  answers: {
    200: {
      description:
        'What became of each document, one per line, as they are stored; the last line is the summary. A line with `error` and without `line` says why the import ended early: send it again with the same Idempotency-Key, and it goes on behind the last documents that were stored.',
      schema: importResultSchema,
      contentType: 'application/x-ndjson',
    },
  },
  handle: async (request) => {
    const body = request.openBody();
    const lines = runImport(request, body);
    // What is wrong with the request as a whole is an answer of its own.
    const first = await lines.next();
    const answer = pushAhead(first.value ?? '', lines, (error) => endingLine(request, error));
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
    if (todo.length === 0) continue;
    const { format } = body;
    yield await importBatch(request, { format, records: todo, progress, counts });
  }
  if (isEmpty) refuse('malformed_body', 'The request has no body.');
  await progress.finish();
  const documents = counts.created + counts.updated + counts.unchanged + counts.failed;
  const { doneBefore } = progress;
  yield toLine({
    summary: { documents, ...counts, ...(doneBefore > 0 && { continuedBehind: doneBefore }) },
  });
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
  counts: Counts;
};

/** After so many documents others get their turn. */
const parsedAtOnce = 25;

async function importBatch(
  { principal, requestId, services }: Request,
  { format, records, progress, counts }: Batch,
): Promise<string> {
  const entries: ImportEntry[] = [];
  for (const [index, record] of records.entries()) {
    if (index % parsedAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    entries.push(await parseImport(record, format));
  }
  const now = services.clock.now();
  const { deprecatedFormatsUntil } = services.settings;
  const preconditions = { ifMatch: undefined, mustBeNew: false };
  const puts = new Map<ImportEntry, PutDocument>();
  for (const entry of entries) {
    if ('error' in entry) continue;
    const { kind, document } = entry;
    const { document: content, body, source } = document;
    const texts = { id: entry.id ?? '', document: content, body, source };
    const facts = { principal, requestId, preconditions, now, deprecatedFormatsUntil };
    puts.set(entry, { kind, ...texts, ...facts });
  }
  const outcomes = await importDocuments(
    services.database,
    [...puts.values()],
    progress.checkpoint,
  );
  const byEntry = new Map([...puts.keys()].map((entry, index) => [entry, outcomes[index]]));
  const lines = entries.map((entry) => {
    const outcome = 'error' in entry ? entry : byEntry.get(entry);
    const result = describe(entry, outcome ?? { error: new Error('no outcome') });
    counts[result.status] += 1;
    if ('error' in result && result.error.code === 'internal_error') {
      const { error } = outcome as { error: unknown };
      services.log.error(
        { err: error, requestId, line: entry.line },
        'import of a document failed',
      );
    }
    return toLine(result);
  });
  return lines.join('');
}

type Result = { line: number; resource?: string; id?: string } & (
  | { status: 'failed'; error: { code: string; message: string } & Record<string, unknown> }
  | { status: 'created' | 'updated' | 'unchanged'; change?: string; warning?: string }
);

function describe(entry: ImportEntry, outcome: ImportOutcome): Result {
  const { line, resource, id } = entry;
  const named = {
    line,
    ...(resource !== undefined && { resource }),
    ...(id !== undefined && { id }),
  };
  if ('error' in outcome) return { ...named, status: 'failed', error: toError(outcome.error) };
  if ('error' in entry) return { ...named, status: 'failed', error: toError(entry.error) };
  const { document } = entry.document;
  const unknown = entry.kind.unknownMembers(document);
  const { outcome: status, change, unregistered } = outcome.result;
  const warning = warnings(unknown, unregistered, entry.kind.timing?.(document));
  return {
    ...named,
    status,
    ...(change && { change: change.impact }),
    ...(warning !== undefined && { warning }),
  };
}

function toError(error: unknown): { code: string; message: string } & Record<string, unknown> {
  const { code, detail, extra } = explain(error);
  return { code, message: detail, ...extra };
}

/** The last line of an import that ends early; what was stored before stays. */
function endingLine({ services, requestId }: Request, error: unknown): string {
  const problem = toError(error);
  if (problem.code === 'internal_error') {
    services.log.error({ err: error, requestId }, 'import ended early');
  }
  return toLine({ error: { ...problem, requestId } });
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
