import { refuse } from './errors.ts';

const maximumLength = 256;

/** Controls, and the separators that would make an id more than one path segment. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\]/;

/**
 * Returns the id when it may name a document, else refuses with `invalid_id` (decisions §1): 1–256
 * characters, any Unicode but controls, `/` and `\`, not `.` or `..`, not a URI. URNs are fine.
 */
export function checkDocumentId(id: string): string {
  const problem = problemOf(id);
  return problem ? refuse('invalid_id', `The id ${problem}.`) : id;
}

/** Whether the id may name a document. */
export function isDocumentId(id: string): boolean {
  return problemOf(id) === undefined;
}

function problemOf(id: string): string | undefined {
  if (id.length === 0) return 'is empty';
  if (id.length > maximumLength) return `has ${id.length} characters; ${maximumLength} are allowed`;
  if (!id.isWellFormed()) return 'contains half of a surrogate pair';
  if (id === '.' || id === '..') return `is '${id}', which a path cannot hold`;
  if (id.includes('://')) return 'is a URI; use a UUID, a URN or a slug';
  if (forbidden.test(id)) return "contains '/', '\\' or a control character";
  return undefined;
}
