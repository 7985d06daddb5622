import type { Context, Middleware, Next } from 'koa';
import { overtakenRefusal } from '../../../db/foreign-keys.ts';
import { isDiskFull, isUnavailable, sqlState } from '../../../db/postgres-errors.ts';
import { Refusal } from '../../../domain/errors.ts';
import { isMessagingPath, isScimPath, mcpPath, resourceMetadataPath } from '../../api-paths.ts';
import { statusOfCode } from './error-codes.ts';
import { messagingError } from './messaging-error.ts';
import { oauthError } from './oauth-errors.ts';
import { otlpError } from './otlp-errors.ts';
import { rpcError } from './rpc-errors.ts';
import { scimError } from './scim-error.ts';
import type { ApiSettings, Services } from '../../services.ts';
import { stateOf } from '../../request-state.ts';
import { sessionCookie } from '../../auth/session-cookie.ts';
import type { Answer } from '../../exchange.ts';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Body of every error answer (RFC 9457, with the members that old clients read). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  message: string;
  requestId: string;
} & Record<string, unknown>;

const problemType = 'application/problem+json';

/** Answers every error of later middleware in the form of the interface; logs errors that are neither a refusal nor an outage. */
export function answerErrors({
  log,
  settings,
  writes,
}: Pick<Services, 'log' | 'settings' | 'writes'>): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
    } catch (error) {
      const explanation = explain(error);
      writes.note(error);
      const { requestId } = stateOf(ctx);
      if (!(error instanceof Refusal)) noteError(log, error, explanation, requestId);
      if (isTemporary(explanation.status)) ctx.set('retry-after', retryAfterOf(explanation));
      const answer = toBody(ctx, explanation, settings);
      if (answer.status === 401 && !ctx.response.get('www-authenticate')) {
        ctx.set('www-authenticate', challengeOf(ctx.path, settings));
      }
      ctx.status = answer.status;
      ctx.body = answer.body;
      ctx.type = answer.contentType;
    }
  };
}

/** The credentials that a path takes; agents find the authorization server by it (RFC 9728 §5.1). */
function challengeOf(path: string, { publicUrl }: Asked['settings']): string {
  if (path === mcpPath) return `Bearer resource_metadata="${publicUrl}${resourceMetadataPath}"`;
  const takesBearer = isMessagingPath(path) || isScimPath(path);
  return takesBearer ? 'Bearer' : `Cookie cookie-name=${sessionCookie}`;
}

/** The body of an error in the form of the interface of its route. */
function toBody(
  ctx: Context,
  explanation: Explanation,
  settings: Asked['settings'],
): { status: number; body: string | Buffer; contentType: string } {
  const { requestId, declaration } = stateOf(ctx);
  if (declaration?.errors === 'oauth') return oauthError(explanation);
  if (declaration?.errors === 'rpc') return rpcError(explanation, requestId);
  if (declaration?.errors === 'otlp') return otlpError(explanation, ctx.get('content-type'));
  const { json, ...answer } = toAnswer(explanation, { path: ctx.path, requestId, settings });
  return { ...answer, body: JSON.stringify(json) };
}

function noteError(
  log: Services['log'],
  error: unknown,
  { status, code }: Explanation,
  requestId: string,
): void {
  if (status === 500) log.error({ err: error, requestId }, 'request failed');
  else if (status === 503) log.warn({ err: error, requestId }, 'unavailable');
  // The details of the error would quote the row.
  else log.info({ requestId, code, state: sqlState(error) }, 'Postgres refused a write');
}

/** True if a retry of the same request may succeed soon. */
function isTemporary(status: number): boolean {
  return status === 503 || status === 429;
}

/** Most temporary errors pass soon; a refusal that knows better says so. */
function retryAfterOf({ extra: { retryAfterSeconds } }: Explanation): string {
  return typeof retryAfterSeconds === 'number' ? String(retryAfterSeconds) : '2';
}

/** The request that an error belongs to. */
type Asked = { path: string; requestId: string; settings: Pick<ApiSettings, 'publicUrl'> };

function toAnswer(explanation: Explanation, { path, requestId, settings }: Asked) {
  if (isMessagingPath(path)) return messagingError(explanation, settings);
  if (isScimPath(path)) return scimError(explanation);
  const json = toProblem(explanation, path, requestId);
  return { status: json.status, json, contentType: problemType };
}

/** The answer to a refusal of this request. */
export function refusalAnswer(
  refusal: Refusal,
  { services, ...request }: Omit<Asked, 'settings'> & { services: Pick<Services, 'settings'> },
): Answer {
  return toAnswer(explain(refusal), { ...request, settings: services.settings });
}

type Explanation = { status: number; code: string; detail: string; extra: Record<string, unknown> };

/** The client's explanation of any thrown error. */
export function explain(error: unknown): Explanation {
  const refusal = error instanceof Refusal ? error : overtakenRefusal(error);
  if (refusal) {
    const { code, message, violations, extra } = refusal;
    return {
      status: statusOfCode(code),
      code,
      detail: message,
      extra: { ...(violations && { violations }), ...extra },
    };
  }
  if (isUnavailable(error)) {
    return {
      status: 503,
      code: 'unavailable',
      detail: isDiskFull(error)
        ? 'The disk of the database is full: nothing can be stored until an operator frees space.'
        : 'The database is not available; try again.',
      extra: {},
    };
  }
  const state = sqlState(error);
  // Data that passed the checks and is refused by Postgres is an error of the client, not a bug.
  if (state && /^(22|54)/.test(state)) {
    return {
      status: 422,
      code: 'invalid_body',
      detail: 'A value cannot be stored: it is too long, out of range or malformed.',
      extra: {},
    };
  }
  return {
    status: 500,
    code: 'internal_error',
    detail: 'An unexpected error occurred; operators find it in the log by the request id.',
    extra: {},
  };
}

function toProblem(
  { status, code, detail, extra }: Explanation,
  path: string,
  requestId: string,
): Problem {
  return {
    type: `/problems/${code}`,
    title: titles[status] ?? 'Error',
    status,
    detail,
    instance: path,
    code,
    message: detail,
    requestId,
    ...extra,
  };
}
