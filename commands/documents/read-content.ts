import { locateViolations } from '../../domain/documents/locate-violations.ts';
import type { SentText } from '../../domain/documents/parse-document.ts';
import type { DocumentAddress, DocumentContent } from '../../domain/documents/read-document.ts';
import { Refusal } from '../../domain/errors.ts';
import { runHere, runTask, isShort } from '../tasks/run-task.ts';

/**
 * Parses a text as a document of its kind, without the database; refuses like `readDocument`. Only short texts are parsed in this
 * process.
 */
export async function readContent(
  sent: SentText,
  address: DocumentAddress,
): Promise<DocumentContent> {
  if (isShort(sent)) return runHere('readDocument', sent, address);
  const { body, source, ...content } = await runTask('readLargeDocument', sent, address);
  return {
    ...content,
    // The task omits texts that it did not rewrite, so that they are not copied back.
    body: body ?? sent.text,
    source: source ?? (sent.format === 'yaml' ? sent.text : undefined),
  };
}

/** Adds line and column to the violations that the database found, if the document was sent as YAML. */
export async function locateRefusal(error: unknown, sent: SentText): Promise<unknown> {
  if (!(error instanceof Refusal) || !error.violations || sent.format !== 'yaml') return error;
  if (error.violations.every(({ line }) => line !== undefined)) return error;
  if (isShort(sent)) return locateViolations(error, sent);
  const fields = error.violations.map(({ field }) => field);
  const positions = await locate(sent.text, fields);
  const violations = error.violations.map((violation, index) => ({
    ...violation,
    ...positions[index],
  }));
  return new Refusal(error.code, error.message, { violations, extra: error.extra });
}

/** Positions are optional; a failure to find them must not hide the actual problem. */
async function locate(text: string, fields: readonly string[]): Promise<readonly object[]> {
  try {
    return await runTask('locateInYaml', text, fields);
  } catch {
    return [];
  }
}
