import type { Context, Middleware, Next } from 'koa';
import { isUnavailable, sqlState } from '../../db/postgres-errors.ts';
import { Refusal } from '../../domain/errors.ts';
import type { RefusalCode } from '../../domain/errors.ts';
import { isMessagingPath } from '../api-paths.ts';
import { messagingError } from '../messaging-error.ts';
import type { ApiSettings, Services } from '../services.ts';
import { stateOf } from '../route.ts';
import { sessionCookie } from '../session-cookie.ts';
import type { Answer } from '../route.ts';

/** The only place where a reason becomes a status (decisions §1). */
const statuses: Record<RefusalCode, number> = {
  bad_request: 400,
  malformed_body: 400,
  login_required: 401,
  token_missing: 401,
  token_invalid: 401,
  cross_site_request: 403,
  api_key_missing: 403,
  api_key_invalid: 403,
  permission_denied: 403,
  not_found: 404,
  gone: 404,
  method_not_allowed: 405,
  request_in_progress: 409,
  shown_only_once: 409,
  roles_missing: 409,
  role_in_use: 409,
  test_run_cancelled: 409,
  concurrent_change: 409,
  invalid_transition: 409,
  name_taken: 409,
  already_exists: 409,
  already_attached: 409,
  limit_reached: 409,
  branch_conflicted: 409,
  branch_merged: 409,
  nothing_to_merge: 409,
  run_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_body: 422,
  invalid_id: 422,
  id_mismatch: 422,
  invalid_text: 422,
  invalid_document: 422,
  ownership_missing: 422,
  unknown_reference: 422,
  team_hierarchy_cycle: 422,
  in_use: 422,
  breaking_change: 422,
  server_required: 422,
  unknown_server: 422,
  tests_not_configured: 422,
  idempotency_key_reused: 422,
  source_refused: 422,
  source_failed: 422,
  secret_key_missing: 422,
  merge_failed: 422,
  duplicate_names: 422,
  generation_not_configured: 422,
  generation_failed: 422,
  unavailable: 503,
  still_running: 503,
};

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
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Body of every answer that is no success (RFC 9457, with the members that old clients read). */
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

/** Answers everything that is thrown behind it, in the form of the interface; what is no refusal and no outage is logged. */
export function answerErrors({ log, settings }: Pick<Services, 'log' | 'settings'>): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
    } catch (error) {
      const explanation = explain(error);
      const { requestId } = stateOf(ctx);
      if (explanation.status === 500) log.error({ err: error, requestId }, 'request failed');
      if (explanation.status === 503) {
        if (!(error instanceof Refusal)) log.warn({ err: error, requestId }, 'unavailable');
        ctx.set('retry-after', '2');
      }
      if (explanation.status === 401 && !ctx.response.get('www-authenticate')) {
        const isMessaging = isMessagingPath(ctx.path);
        const wanted = isMessaging ? 'Bearer' : `Cookie cookie-name=${sessionCookie}`;
        ctx.set('www-authenticate', wanted);
      }
      const answer = toAnswer(explanation, { path: ctx.path, requestId, settings });
      ctx.status = answer.status;
      ctx.body = JSON.stringify(answer.json);
      ctx.type = answer.contentType;
    }
  };
}

/** Of which request something is said. */
type Asked = { path: string; requestId: string; settings: Pick<ApiSettings, 'publicUrl'> };

function toAnswer(explanation: Explanation, { path, requestId, settings }: Asked) {
  if (isMessagingPath(path)) return messagingError(explanation, settings);
  const json = toProblem(explanation, path, requestId);
  return { status: json.status, json, contentType: problemType };
}

/** The answer that a refusal of this request gets. */
export function refusalAnswer(
  refusal: Refusal,
  { services, ...request }: Omit<Asked, 'settings'> & { services: Pick<Services, 'settings'> },
): Answer {
  return toAnswer(explain(refusal), { ...request, settings: services.settings });
}

type Explanation = { status: number; code: string; detail: string; extra: Record<string, unknown> };

/** What a client is told about anything that was thrown. */
export function explain(error: unknown): Explanation {
  if (error instanceof Refusal) {
    const { code, message, violations, extra } = error;
    return {
      status: statuses[code],
      code,
      detail: message,
      extra: { ...(violations && { violations }), ...extra },
    };
  }
  if (isUnavailable(error)) {
    return {
      status: 503,
      code: 'unavailable',
      detail: 'The database cannot answer at the moment; try again.',
      extra: {},
    };
  }
  const state = sqlState(error);
  // Data that slipped through the checks and that Postgres refuses is the client's, not a bug of ours.
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
    detail: 'Something went wrong here; the request id tells operators what.',
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
