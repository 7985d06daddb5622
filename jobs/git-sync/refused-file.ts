import type { GitImportFile } from '../../db/tables/git/imports.ts';
import type { ReadRecord } from '../../domain/documents/read-record.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { failureOf } from './failures.ts';

/** Maximum number of violations in the message of a file. */
const maxViolations = 5;

export const refusedAs = (
  path: string,
  code: NonNullable<GitImportFile['code']>,
  message: string,
): GitImportFile => ({ path, verdict: 'REFUSED', documentId: null, code, message });

/** The verdict on a file that was refused, with what to change; other errors are thrown. */
export function refusalOf(path: string, error: unknown): GitImportFile {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  const violations = error instanceof Refusal ? (error.violations ?? []) : [];
  // Readers of requests speak of their body.
  const message = failure.message.replace(/^The body is/, 'The file is');
  return refusedAs(path, failure.code, withViolations(message, violations));
}

/** Violations that the message does not tell yet. */
function withViolations(message: string, violations: readonly Violation[]): string {
  const told = violations
    .filter(({ message: problem }) => !message.includes(problem))
    .slice(0, maxViolations)
    .map(({ field, message: problem, line }) =>
      [line === undefined ? '' : `line ${line}: `, field === '' ? '' : `${field} `, problem].join(
        '',
      ),
    );
  return told.length === 0 ? message : `${message} ${told.join('; ')}.`;
}

/** The verdict on a file that is no document of this kind. */
export function otherKind(path: string, kind: DocumentKind, record: ReadRecord): GitImportFile {
  const isNo = `The file is no ${kind.title}`;
  const found = documentKinds.find(({ collection }) => collection === record.resource);
  if (found !== undefined) {
    const message = `${isNo}, but a ${found.title}: import it as a ${found.title}.`;
    return refusedAs(path, 'invalid_document', message);
  }
  const { error } = record;
  const isMalformed = error instanceof Refusal && error.code !== 'invalid_body';
  if (isMalformed) return { ...refusalOf(path, error), code: 'invalid_document' };
  const member = kind.collection === 'datacontracts' ? 'DataContract' : 'DataProduct';
  return refusedAs(path, 'invalid_document', `${isNo}: it needs the member 'kind: ${member}'.`);
}
