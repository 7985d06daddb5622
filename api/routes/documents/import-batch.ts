import { addOwners } from '../../../commands/documents/read-content.ts';
import { importDocuments } from '../../../commands/documents/import-documents.ts';
import type { ImportOutcome } from '../../../commands/documents/import-documents.ts';
import type { ImportProgress } from '../../../commands/documents/import-progress.ts';
import type { PutDocument } from '../../../commands/documents/put-request.ts';
import { readImportRecord } from '../../../commands/documents/read-import-record.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { ApiRequest, BodyStream } from '../../exchange.ts';
import type { SentRecord } from '../../body/split-records.ts';
import { explain } from '../../http/errors/errors.ts';
import { describe, toLine } from './import-lines.ts';
import type { ImportEntry } from './import-lines.ts';

/** The parts of a request that its batches need. */
export type ImportRequest = Pick<
  ApiRequest<object, { ownerTeamId?: string }>,
  'principal' | 'requestId' | 'services' | 'query'
>;

type Batch = {
  entries: readonly ImportEntry[];
  progress: ImportProgress;
};

/** Stores a batch in one transaction; returns the outcome of each document as a line. */
export async function importBatch(
  request: ImportRequest,
  { entries: read, progress }: Batch,
): Promise<string> {
  const entries = await withOwners(request, read);
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

/** Parses records; an entry that cannot be read has its error. */
export async function readEntries(
  { services }: ImportRequest,
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
  { principal, query, services }: ImportRequest,
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
  { principal, requestId, services }: ImportRequest,
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
  { requestId, services }: ImportRequest,
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
