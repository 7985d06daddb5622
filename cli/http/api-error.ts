import { isObject } from '../../lib/json/json.ts';

/** One wrong part of a body. */
export type Violation = { field?: string; message: string; line?: number; column?: number };

/** The body of an error of the API (RFC 9457). */
export type Problem = {
  status: number;
  code: string;
  title?: string;
  detail: string;
  requestId?: string;
  violations?: readonly Violation[];
};

/** An answer of 400 and above: `problem` is its body as the API sent it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;
  readonly headers: Headers;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
    this.headers = headers;
  }

  /** The detail, its violations with their lines, and the request id if the server has failed. */
  inWords(): string {
    const { status, code, detail, requestId, violations = [] } = this.problem;
    const lines = violations.map(({ field, message, line, column }) => {
      const position = line === undefined ? '' : `line ${line}, column ${column ?? 1}: `;
      return `  ${position}${field ? `${field} ` : ''}${message}`;
    });
    // A single violation that repeats the detail would be the same line twice.
    const [first] = violations;
    const isRepeated = lines.length === 1 && first?.line === undefined;
    const shown = isRepeated && detail.includes(first?.message ?? '') ? [] : lines;
    const trace = status >= 500 && requestId ? [`Request ${requestId}`] : [];
    return [`${withOptions(detail)} (${status} ${code})`, ...shown, ...trace].join('\n');
  }
}

/** Names options of the command where the API names parameters of its requests. */
export function withOptions(detail: string): string {
  return detail
    .replace(
      /(?:PUT|POST) \/api\/\S+\?ownerTeamId=<team id>/,
      'the call with --owner-team <team id>',
    )
    .replace("ownerTeamId '", "--owner-team '")
    .replace("name one as 'server':", 'choose one with --server:');
}

/** The error of an answer; a body that is no problem document comes from a proxy, and its beginning is shown. */
export function readApiError(status: number, headers: Headers, text: string): ApiError {
  const body = parse(text);
  const requestId = headers.get('x-request-id') ?? undefined;
  if (isObject(body) && typeof body['code'] === 'string' && typeof body['detail'] === 'string')
    return new ApiError({ requestId, ...body, status } as Problem, headers);
  const beginning = text.trim().slice(0, 200);
  const detail = `The server answered ${status}${beginning === '' ? ' without a body' : `: ${beginning}`}`;
  return new ApiError({ status, code: 'unknown', detail }, headers);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
