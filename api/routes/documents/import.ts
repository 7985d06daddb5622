import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import {
  openImportProgress,
  unnotedProgress,
} from '../../../commands/documents/import-progress.ts';
import type { ImportProgress } from '../../../commands/documents/import-progress.ts';
import { refuse } from '../../../domain/errors.ts';
import { toIdempotencyKey } from '../../http/idempotency.ts';
import { collectBatches } from '../../body/collect-batches.ts';
import { bufferedStream } from '../../body/buffered-stream.ts';
import { dryRunQuery } from '../../http/dry-run-query.ts';
import { defineRoute } from '../../route.ts';
import type { ApiRequest, BodyStream } from '../../exchange.ts';
import {
  importRecordSchema,
  importResultSchema,
  ownerTeamQuery,
} from '../../schemas/documents/bulk.ts';
import { splitRecords } from '../../body/split-records.ts';
import { importBatch, readEntries } from './import-batch.ts';
import { rehearseImport } from './import-dry-run.ts';
import { count, endingLine, summarize, toLine } from './import-lines.ts';
import type { Counts } from './import-lines.ts';

/**
 * Maximum batch per transaction; large or slow documents make smaller batches. One statement writes a batch and
 * blocks the event loop in proportion to its bytes.
 */
const batchLimits = { documents: 500, bytes: 1024 * 1024, idleMs: 250 };

const importQuery = Type.Object({ ...ownerTeamQuery, ...dryRunQuery });

type Request = Pick<
  ApiRequest<object, Static<typeof importQuery>>,
  'principal' | 'requestId' | 'services' | 'gone' | 'header' | 'url' | 'query'
>;

export const importRoute = defineRoute({
  method: 'POST',
  path: '/api/import',
  name: 'importDocuments',
  takes: ['idempotency-key'],
  refuses: ['idempotency_key_reused', 'payload_too_large', 'request_in_progress'],
  summary: 'Create or replace many documents of any kind',
  tag: 'bulk',
  query: importQuery,
  body: {
    formats: ['x-ndjson', 'yaml'],
    schema: importRecordSchema,
    streamed: true,
  },
  bounded: 'uploads',
  dryRun: 'own',
  answers: {
    200: {
      description:
        'The outcome of each document, one per line, as documents are stored; the last line is the summary. A line with `error` and without `line` says why the import ended early: send it again with the same Idempotency-Key. The answer then begins with the recorded outcomes of the documents stored before, the import continues after them, and the summary covers all documents. A complete import is answered from its record. With dryRun=true: the outcomes that the same import would have now, of at most 20,000 documents and 64 MB; nothing is stored.',
      schema: importResultSchema,
      contentType: 'application/x-ndjson',
    },
  },
  handle: async (request) => {
    const body = request.openBody();
    if (request.query.dryRun) {
      const lines = await rehearseImport(request, body);
      return { status: 200, stream: Readable.from([lines]), contentType: 'application/x-ndjson' };
    }
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
    const entries = await readEntries(request, format, todo);
    const lines = await importBatch(request, { entries, progress });
    count(counts, lines);
    yield lines;
  }
  if (isEmpty) refuse('malformed_body', 'The request has no body.');
  const { doneBefore } = progress;
  const continued = doneBefore > 0 && { continuedBehind: doneBefore };
  const summary = { ...summarize(counts), ...continued };
  yield await progress.finish(toLine({ summary }));
}

function openProgress({ header, principal, services, url }: Request): Promise<ImportProgress> {
  const key = header('idempotency-key');
  if (key === undefined) return Promise.resolve(unnotedProgress);
  const { database, clock } = services;
  const address = `${url.pathname}${url.search}`;
  return openImportProgress(database, { key: toIdempotencyKey(key, principal), address, clock });
}
