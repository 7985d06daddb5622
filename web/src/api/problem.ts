/** An answer of the API that is no success: problem+json (RFC 9457), or what is known without it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  /** Seconds of `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly errors: readonly FieldProblem[];

  constructor(facts: ProblemFacts) {
    super(facts.title);
    this.name = 'Problem';
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.errors = facts.errors;
  }
}

/** What is wrong in one place of a body. */
export type FieldProblem = { path: string; message: string };

type ProblemFacts = {
  status: number;
  code: string;
  title: string;
  detail: string;
  requestId: string | undefined;
  retryAfter: number | undefined;
  errors: readonly FieldProblem[];
};

type Body = Partial<Record<'title' | 'detail' | 'code' | 'type' | 'requestId', unknown>> & {
  errors?: unknown;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the problem of an answer whose body is already parsed. */
export function problemOf(response: Response, body: unknown): Problem {
  const facts: Body = typeof body === 'object' && body !== null ? (body as Body) : {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: textOf(facts.code) || textOf(facts.type),
    title: textOf(facts.title) || response.statusText || `Error ${response.status}`,
    detail: textOf(facts.detail),
    requestId: textOf(facts.requestId) || (response.headers.get('x-request-id') ?? undefined),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    errors: fieldProblems(facts.errors),
  });
}

function fieldProblems(errors: unknown): FieldProblem[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((entry: Record<string, unknown>) => ({
    path: textOf(entry['path']) || textOf(entry['pointer']),
    message: textOf(entry['message']) || textOf(entry['detail']),
  }));
}

/** True for a problem with this status. */
export function isStatus(error: unknown, ...statuses: number[]): error is Problem {
  return error instanceof Problem && statuses.includes(error.status);
}
