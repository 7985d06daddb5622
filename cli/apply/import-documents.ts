import type { Context } from '../command.ts';
import { withOptions } from '../http/api-error.ts';
import { nameOf } from '../files/local-document.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { locateInYaml } from '../../lib/yaml/yaml.ts';
import { sendImport } from './send-import.ts';
import type { ImportResult } from './send-import.ts';

/** What became of a local document, or would become of it in a dry run. */
export type DocumentResult = Omit<ImportResult, 'line'> & {
  resource: string;
  id: string;
  file: string;
  line: number;
};

type Options = { dryRun?: boolean; ownerTeamId?: string | undefined };

/** Stores documents, or only rehearses that, and shows progress. */
export async function importLocal(
  context: Pick<Context, 'client' | 'signal' | 'printer'>,
  documents: readonly LocalDocument[],
  options: Options = {},
): Promise<DocumentResult[]> {
  if (documents.length === 0) return [];
  const progress = context.printer.progress(options.dryRun ? 'Checking' : 'Applying');
  const results: DocumentResult[] = [];
  const request = { ...options, body: toBody(documents), contentType: 'application/x-ndjson' };
  try {
    await sendImport(context, request, ({ line: position, ...result }) => {
      const local = documents[position - 1];
      if (local) results.push({ ...locate(result, local), ...named(local) });
      progress.update(results.length, documents.length);
    });
  } finally {
    progress.end();
  }
  return results;
}

function toBody(documents: readonly LocalDocument[]): string {
  return documents
    .map(
      ({ resource, id, format, text }) => `${JSON.stringify({ resource, id, [format]: text })}\n`,
    )
    .join('');
}

/** Adds lines and columns of the file to violations: an import knows none, because it gets texts inside of JSON. */
function locate(result: Omit<ImportResult, 'line'>, { text, format, line }: LocalDocument) {
  const { error } = result;
  if (!error?.violations || format !== 'yaml') return result;
  const fields = error.violations.map(({ field = '' }) => field);
  const found = locateInYaml(text, fields);
  const violations = error.violations.map((violation, index) => {
    const position = found[index];
    return position ? { ...violation, ...position, line: position.line + line - 1 } : violation;
  });
  return { ...result, error: { ...error, violations } };
}

/** The head of a result. */
export function named({ resource, id, file, line }: LocalDocument) {
  return { resource, id, file, line };
}

/** A line for people: what happened, or what is wrong where. */
export function describeResult({
  status,
  change,
  warning,
  error,
  file,
  line,
  ...document
}: DocumentResult): string {
  const name = nameOf(document);
  if (!error) {
    const verdict = change === undefined ? '' : ` (${change} change)`;
    const remark = warning === undefined ? '' : `\n  warning: ${warning}`;
    return `${status} ${name}${verdict}${remark}`;
  }
  const { violations = [], message } = error;
  const located = violations.map((violation) => {
    const at = violation.line === undefined ? '' : `:${violation.line}:${violation.column ?? 1}`;
    return `  ${file}${at}: ${violation.field ? `${violation.field} ` : ''}${violation.message}`;
  });
  return [`failed ${name} (${file}:${line}): ${withOptions(message)}`, ...located].join('\n');
}
