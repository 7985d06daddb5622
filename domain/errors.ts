/** Reasons for which a request or a job is refused; `api/http/errors/errors.ts` maps each to an HTTP status. */
export type RefusalCode =
  | 'bad_request'
  | 'malformed_body'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'login_required'
  | 'sign_in_code_invalid'
  | 'sign_in_digits_required'
  | 'token_missing'
  | 'token_invalid'
  | 'cross_site_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'
  | 'permission_denied'
  | 'not_found'
  | 'gone'
  | 'method_not_allowed'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid_body'
  | 'invalid_id'
  | 'id_mismatch'
  | 'invalid_text'
  | 'invalid_document'
  | 'ownership_missing'
  | 'unknown_reference'
  | 'team_hierarchy_cycle'
  | 'in_use'
  | 'breaking_change'
  | 'policy_violation'
  | 'server_required'
  | 'unknown_server'
  | 'tests_not_configured'
  | 'test_run_cancelled'
  | 'concurrent_change'
  | 'invalid_transition'
  | 'idempotency_key_reused'
  | 'name_taken'
  | 'already_exists'
  | 'already_attached'
  | 'limit_reached'
  | 'request_in_progress'
  | 'shown_only_once'
  | 'roles_missing'
  | 'role_in_use'
  | 'source_refused'
  | 'secret_key_missing'
  | 'branch_conflicted'
  | 'branch_merged'
  | 'nothing_to_merge'
  | 'merge_failed'
  | 'version_not_raised'
  | 'no_git_connection'
  | 'duplicate_names'
  | 'generation_not_configured'
  | 'generation_failed'
  | 'run_in_progress'
  | 'source_failed'
  | 'git_credential_missing'
  | 'git_refused'
  | 'git_conflict'
  | 'git_cancelled'
  | 'git_unreachable'
  | 'still_running'
  | 'too_many_requests'
  | 'schema_outdated'
  | 'unavailable';

/**
 * A violation of one member of a body: `field` reads like `schema[0].properties[2].name`; for YAML also the
 * line and column, from 1.
 */
export type Violation = { field: string; message: string; line?: number; column?: number };

/**
 * The one error class for requests that the rules do not allow; its message says what to change. Every other
 * thrown error is a bug or an outage.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly violations: Violation[] | undefined;
  /** Further members of the answer, e.g. the current state on a conflict. */
  readonly extra: Record<string, unknown>;

  constructor(
    code: RefusalCode,
    message: string,
    options: { violations?: Violation[] | undefined; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.violations = options.violations;
    this.extra = options.extra ?? {};
  }
}

/** Throws a Refusal; an expression, so that it can follow `??`. */
export function refuse(
  code: RefusalCode,
  message: string,
  options: { violations?: Violation[] | undefined; extra?: Record<string, unknown> } = {},
): never {
  throw new Refusal(code, message, options);
}
