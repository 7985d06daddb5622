import type { ImportOutcome } from '../../../commands/documents/import-documents.ts';
import type { ReadRecord } from '../../../domain/documents/read-record.ts';
import type { ApiRequest } from '../../exchange.ts';
import { explain } from '../../http/errors/errors.ts';
import { warnings } from './documents.ts';

export type Counts = { created: number; updated: number; unchanged: number; failed: number };

/** A parsed record and the line where it begins. */
export type ImportEntry = ReadRecord & { line: number };

type Failed = Pick<ApiRequest<object, object>, 'services' | 'requestId'>;

/** Adds the outcomes of lines to the counts. */
export function count(counts: Counts, lines: string): void {
  for (const line of lines.split('\n')) {
    if (line !== '') counts[(JSON.parse(line) as Result).status] += 1;
  }
}

/** The counts with their sum. */
export function summarize(counts: Counts): Counts & { documents: number } {
  const { created, updated, unchanged, failed } = counts;
  return { documents: created + updated + unchanged + failed, ...counts };
}

type Result = { line: number; resource?: string; id?: string } & (
  | { status: 'failed'; error: { code: string; message: string } & Record<string, unknown> }
  | { status: 'created' | 'updated' | 'unchanged'; change?: string; warning?: string }
);

/** The outcome of an entry as a line of the answer; a missing outcome is a bug. */
export function describe(
  entry: ImportEntry,
  outcome: ImportOutcome = { error: new Error('no outcome') },
): Result {
  const { line, resource, id } = entry;
  const named = {
    line,
    ...(resource !== undefined && { resource }),
    ...(id !== undefined && { id }),
  };
  if (!('content' in entry)) return { ...named, status: 'failed', error: toError(entry.error) };
  if ('error' in outcome) return { ...named, status: 'failed', error: toError(outcome.error) };
  const { outcome: status, change } = outcome.result;
  const warning = warnings(entry.content.facts, outcome.result);
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

/** The last line of an import that ends early; documents stored before remain. */
export function endingLine({ services, requestId }: Failed, error: unknown): string {
  const problem = toError(error);
  if (problem.code === 'internal_error') {
    services.log.error({ err: error, requestId }, 'import ended early');
  }
  return toLine({ error: { ...problem, requestId } });
}

/** A line of NDJSON. */
export function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
