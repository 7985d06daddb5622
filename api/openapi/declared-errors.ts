import type { RefusalCode } from '../../domain/errors.ts';
import { isBounded, isGuarded, permissionOf } from '../route.ts';
import type { Route } from '../route.ts';
import { isIdempotent, requestHeadersOf } from './declared-headers.ts';

/** The codes of all errors that a route answers, sorted; `internal_error` (500) can come from each. */
export function refusalsOf(route: Route): RefusalCode[] {
  const rules = [...accessRules(route), ...inputRules(route), ...outcomeRules(route)];
  const derived = rules.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...derived, ...(route.refuses ?? [])])].sort();
}

type Rule = [applies: boolean, codes: RefusalCode[]];

function accessRules(route: Route): Rule[] {
  const { access, method } = route;
  const isChange = method !== 'GET';
  return [
    [access === 'key', ['api_key_missing', 'api_key_invalid']],
    [access === 'optional', ['api_key_invalid']],
    [isGuarded(route) && permissionOf(route) !== 'read', ['permission_denied']],
    [access === 'session', ['login_required']],
    [access === 'session' && isChange, ['cross_site_request']],
    [access === 'token' || access === 'agent', ['token_missing', 'token_invalid']],
    [access === 'token' && (method === 'PUT' || method === 'DELETE'), ['permission_denied']],
  ];
}

function inputRules(route: Route): Rule[] {
  const { access, body, method, params } = route;
  const hasParams = Object.keys(params.properties).length > 0;
  return [
    [true, ['bad_request']],
    // Ids of messaging that are malformed are unknown.
    [hasParams && access !== 'token', ['invalid_id']],
    [hasParams && access !== 'public', ['not_found']],
    [body !== undefined, ['malformed_body', 'payload_too_large', 'unsupported_media_type']],
    [body !== undefined, ['invalid_body', 'invalid_text']],
    [body !== undefined && hasParams && method === 'PUT', ['id_mismatch']],
    [requestHeadersOf(route).includes('if-match'), ['precondition_failed']],
  ];
}

function outcomeRules(route: Route): Rule[] {
  const { access, method, shownOnce, path } = route;
  const repeats = isIdempotent(route);
  const changes = access !== 'public' && method !== 'GET' && permissionOf(route) !== 'read';
  return [
    [repeats, ['request_in_progress', 'idempotency_key_reused']],
    [shownOnce === true, ['shown_only_once']],
    [changes, ['concurrent_change']],
    [isBounded(route), ['too_many_requests']],
    [true, ['unavailable']],
    [!path.startsWith('/health/') && path !== '/metrics', ['schema_outdated']],
  ];
}
