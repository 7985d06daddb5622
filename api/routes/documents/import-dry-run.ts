import { unnotedProgress } from '../../../commands/documents/import-progress.ts';
import { refuse } from '../../../domain/errors.ts';
import { collectBatches } from '../../body/collect-batches.ts';
import { splitRecords } from '../../body/split-records.ts';
import type { SentRecord } from '../../body/split-records.ts';
import type { BodyStream } from '../../exchange.ts';
import { rehearseInTurn } from '../../http/dry-run.ts';
import { importBatch, readEntries } from './import-batch.ts';
import type { ImportRequest } from './import-batch.ts';
import { count, summarize, toLine } from './import-lines.ts';
import type { Counts, ImportEntry } from './import-lines.ts';

/** All documents are in memory at once, and one transaction holds their rows. */
const limits = { documents: 20_000, bytes: 64 * 1024 * 1024 };

const batchLimits = { documents: 500, bytes: 1024 * 1024, idleMs: 60_000 };

/**
 * The outcomes of an import whose transaction is rolled back: later documents see earlier ones. The documents are read and parsed
 * before the transaction begins, so that a slow client holds no rows.
 */
export async function rehearseImport(request: ImportRequest, body: BodyStream): Promise<string> {
  const batches = await readBatches(request, body);
  if (batches.length === 0) refuse('malformed_body', 'The request has no body.');
  const { services } = request;
  return rehearseInTurn(services.database, async (database) => {
    const rehearsal = { ...request, services: { ...services, database } };
    const counts: Counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
    let lines = '';
    for (const entries of batches) {
      const outcomes = await importBatch(rehearsal, { entries, progress: unnotedProgress });
      count(counts, outcomes);
      lines += outcomes;
    }
    return lines + toLine({ summary: summarize(counts) });
  });
}

async function readBatches(request: ImportRequest, body: BodyStream): Promise<ImportEntry[][]> {
  const batches: ImportEntry[][] = [];
  const size = { documents: 0, bytes: 0 };
  const records = splitRecords(body)[Symbol.asyncIterator]();
  for await (const sent of collectBatches(records, batchLimits)) {
    assertFits(size, sent);
    batches.push(await readEntries(request, body.format, sent));
  }
  return batches;
}

function assertFits(size: { documents: number; bytes: number }, sent: readonly SentRecord[]): void {
  size.documents += sent.length;
  for (const { bytes } of sent) size.bytes += bytes.length;
  if (size.documents <= limits.documents && size.bytes <= limits.bytes) return;
  refuse(
    'payload_too_large',
    `A dry run takes at most ${limits.documents} documents and ${limits.bytes} bytes (64 MB); send fewer documents.`,
  );
}
