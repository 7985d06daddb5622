import { refuse } from '../errors.ts';

const maxLength = 256;

// Control characters, and separators that would split an id into several path segments.
// oxlint-disable-next-line no-control-regex -- control characters are refused here
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\]/;

/** Rules for the ids of a kind of documents. */
export type IdRules = {
  /** True if ids may contain `/`, raw or encoded in the path. */
  idsHoldSlashes?: boolean;
  /** Returns the stored form of an id. */
  canonicalId?: (id: string) => string;
};

/**
 * Returns a valid document id, else refuses with `invalid_id`: 1–256 characters, any Unicode but control
 * characters, `/` (unless the kind allows it) and `\`, not `.` or `..`, not a URI. URNs are allowed.
 */
export function checkDocumentId(id: string, rules: IdRules = {}): string {
  const canonical = rules.canonicalId?.(id) ?? id;
  const problem = problemOf(canonical, rules);
  return problem ? refuse('invalid_id', `The id ${problem}.`) : canonical;
}

/** True for a valid document id. */
export function isDocumentId(id: string, rules: IdRules = {}): boolean {
  return problemOf(id, rules) === undefined;
}

function problemOf(id: string, { idsHoldSlashes = false }: IdRules): string | undefined {
  if (id.length === 0) return 'is empty';
  if (id.length > maxLength) return `has ${id.length} characters; ${maxLength} are allowed`;
  if (!id.isWellFormed()) return 'contains half of a surrogate pair';
  if (id.includes('://')) return 'is a URI; use a UUID, a URN or a slug';
  if (!idsHoldSlashes) return problemOfPart(id, "'/', '\\'");
  const parts = id.split('/');
  if (parts.includes('')) return "begins or ends with '/', or has two of them in a row";
  return parts.map((part) => problemOfPart(part, "'\\'")).find((problem) => problem !== undefined);
}

function problemOfPart(part: string, separators: string): string | undefined {
  if (part === '.' || part === '..') return `has the part '${part}', which a path cannot contain`;
  if (forbidden.test(part)) return `contains ${separators} or a control character`;
  return undefined;
}
