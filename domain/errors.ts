/** Every reason for which a request or a job is refused; `api/middleware/errors.ts` gives each its HTTP status. */
export type RefusalCode =
  | 'bad_request'
  | 'malformed_body'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'login_required'
  | 'token_missing'
  | 'token_invalid'
  | 'cross_site_request'
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
  | 'duplicate_names'
  | 'generation_not_configured'
  | 'generation_failed'
  | 'run_in_progress'
  | 'source_failed'
  | 'still_running'
  | 'unavailable';

/** One wrong member of a body: `field` reads like `schema[0].properties[2].name`; of YAML also where it stands, from 1. */
export type Violation = { field: string; message: string; line?: number; column?: number };

/**
 * The one error class: somebody asked for something that the rules do not allow, and the message says
 * what to change. Everything else that is thrown is a bug or an outage.
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

/** Throws a Refusal; an expression, so that it can stand behind `??`. */
export function refuse(
  code: RefusalCode,
  message: string,
  options: { violations?: Violation[] | undefined; extra?: Record<string, unknown> } = {},
): never {
  throw new Refusal(code, message, options);
}
