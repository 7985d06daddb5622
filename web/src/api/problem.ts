/** An answer of the API that is no success: problem+json (RFC 9457), or what is known without it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  /** Seconds of `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly violations: readonly FieldProblem[];
  /** Where a text cannot be parsed. */
  readonly place: TextPlace | undefined;

  constructor(facts: ProblemFacts) {
    super(facts.title);
    this.name = 'Problem';
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.violations = facts.violations;
    this.place = facts.place;
  }
}

/** What is wrong in one place of a body. */
export type FieldProblem = { field: string; message: string; line?: number; column?: number };

type ProblemFacts = {
  status: number;
  code: string;
  title: string;
  detail: string;
  requestId: string | undefined;
  retryAfter: number | undefined;
  violations: readonly FieldProblem[];
  place?: TextPlace | undefined;
};

/** A place in a text; both numbers begin at 1. */
type TextPlace = { line: number; column?: number };

type Body = Partial<
  Record<'title' | 'detail' | 'code' | 'requestId' | 'violations' | 'line' | 'column', unknown>
>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the problem of an answer whose body is already parsed. */
export function problemOf(response: Response, body: unknown): Problem {
  const facts: Body = typeof body === 'object' && body !== null ? body : {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: textOf(facts.code),
    title: textOf(facts.title) || response.statusText || `Error ${response.status}`,
    detail: textOf(facts.detail),
    requestId: textOf(facts.requestId) || (response.headers.get('x-request-id') ?? undefined),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    violations: fieldProblems(facts.violations),
    place: placeOf(facts),
  });
}

function placeOf({ line, column }: Body): TextPlace | undefined {
  if (typeof line !== 'number') return undefined;
  return { line, ...(typeof column === 'number' && { column }) };
}

function fieldProblems(violations: unknown): FieldProblem[] {
  if (!Array.isArray(violations)) return [];
  return violations.map((entry: Record<string, unknown>) => ({
    field: textOf(entry['field']),
    message: textOf(entry['message']),
    ...(typeof entry['line'] === 'number' && { line: entry['line'] }),
    ...(typeof entry['column'] === 'number' && { column: entry['column'] }),
  }));
}

/** What the server says of one field (422), for `Field`. */
export function violationAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  return error.violations.find((each) => each.field.replace(/^\//u, '') === field)?.message;
}

/** True for a problem with this status. */
export function isStatus(error: unknown, ...statuses: number[]): error is Problem {
  return error instanceof Problem && statuses.includes(error.status);
}
