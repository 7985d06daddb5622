import { refuse } from './errors.ts';

const maximumLength = 256;

/** Controls, and the separators that would make an id more than one path segment. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\]/;

/** How the ids of a kind of document may look. */
export type IdRules = {
  /** Whether ids may hold `/`, raw or encoded in the path. */
  idsHoldSlashes?: boolean;
  /** Gives the id that is stored for another spelling of it. */
  canonicalId?: (id: string) => string;
};

/**
 * Returns the id when it may name a document, else refuses with `invalid_id` (decisions §1): 1–256
 * characters, any Unicode but controls, `/` (where the kind does not allow it) and `\`, not `.` or `..`, not a URI.
 * URNs are fine.
 */
export function checkDocumentId(id: string, rules: IdRules = {}): string {
  const canonical = rules.canonicalId?.(id) ?? id;
  const problem = problemOf(canonical, rules);
  return problem ? refuse('invalid_id', `The id ${problem}.`) : canonical;
}

/** Whether the id may name a document. */
export function isDocumentId(id: string, rules: IdRules = {}): boolean {
  return problemOf(id, rules) === undefined;
}

function problemOf(id: string, { idsHoldSlashes = false }: IdRules): string | undefined {
  if (id.length === 0) return 'is empty';
  if (id.length > maximumLength) return `has ${id.length} characters; ${maximumLength} are allowed`;
  if (!id.isWellFormed()) return 'contains half of a surrogate pair';
  if (id.includes('://')) return 'is a URI; use a UUID, a URN or a slug';
  if (!idsHoldSlashes) return problemOfPart(id, "'/', '\\'");
  const parts = id.split('/');
  if (parts.includes('')) return "begins or ends with '/', or has two of them in a row";
  return parts.map((part) => problemOfPart(part, "'\\'")).find((problem) => problem !== undefined);
}

function problemOfPart(part: string, separators: string): string | undefined {
  if (part === '.' || part === '..') return `has the part '${part}', which a path cannot hold`;
  if (forbidden.test(part)) return `contains ${separators} or a control character`;
  return undefined;
}
