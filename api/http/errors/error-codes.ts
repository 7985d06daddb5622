import type { RefusalCode } from '../../../domain/errors.ts';

/** Status and meaning of each refusal code. */
const codes: Record<RefusalCode, readonly [status: number, meaning: string]> = {
  bad_request: [400, 'A parameter or a header is wrong'],
  invalid_client: [400, 'The OAuth client is unknown'],
  invalid_client_metadata: [400, 'The description of the OAuth client is wrong'],
  invalid_redirect_uri: [400, 'A redirect URI of the OAuth client cannot be used'],
  invalid_grant: [
    400,
    'The code or the refresh token is unknown, expired, revoked or was used before',
  ],
  unsupported_grant_type: [400, 'The token endpoint does not know this grant type'],
  malformed_body: [400, 'The body is missing or cannot be parsed'],
  login_required: [401, 'There is no session, or it has ended'],
  token_missing: [401, 'The request has no token'],
  token_invalid: [401, 'The token is unknown, expired or revoked'],
  sign_in_code_invalid: [403, 'The sign-in link was used before, or has expired'],
  sign_in_digits_required: [
    403,
    'The sign-in link needs the digits that the browser that asked for it shows',
  ],
  cross_site_request: [403, 'The request does not come from a page of this service'],
  api_key_missing: [403, 'The request has no API key'],
  api_key_invalid: [403, 'The API key is unknown, expired or revoked'],
  permission_denied: [403, 'The caller lacks the permission'],
  not_found: [404, 'The resource does not exist, or the caller may not see it'],
  gone: [404, 'The resource was deleted'],
  method_not_allowed: [405, 'The path has no such method'],
  request_in_progress: [409, 'The first request with this Idempotency-Key is still being handled'],
  shown_only_once: [409, 'The answer to this Idempotency-Key showed a secret and is not kept'],
  roles_missing: [409, 'The organization has no role with the required permissions'],
  role_in_use: [409, 'Members of teams have a role that the request removes'],
  test_run_cancelled: [409, 'The test run was cancelled'],
  concurrent_change: [409, 'Another request changed the same data at the same time; try again'],
  invalid_transition: [409, 'The current state does not allow this step'],
  name_taken: [409, 'Another resource has this name'],
  already_exists: [409, 'The resource exists'],
  already_attached: [409, 'The attachment belongs to another message'],
  limit_reached: [409, 'The organization has as many of these as it may have'],
  branch_conflicted: [409, 'The branch has conflicts; resolve them first'],
  branch_merged: [409, 'The branch is merged and cannot be changed'],
  nothing_to_merge: [409, 'The branch has no changes'],
  run_in_progress: [409, 'The integration has a run in progress'],
  precondition_failed: [412, 'If-Match or If-None-Match does not hold'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The content type, charset or encoding is not supported'],
  invalid_body: [422, 'A member of the body is wrong; violations names it'],
  invalid_id: [422, 'An id in the path is malformed'],
  id_mismatch: [422, 'The id in the body differs from the id in the path'],
  invalid_text: [422, 'A text contains characters that cannot be stored'],
  invalid_document: [422, 'The document breaks a rule of its standard; violations names it'],
  ownership_missing: [422, 'The document names no owner that exists'],
  unknown_reference: [422, 'The request refers to a resource that does not exist'],
  team_hierarchy_cycle: [422, 'The team would be below itself'],
  in_use: [422, 'Other resources use this resource'],
  version_not_raised: [422, 'The version of the branch is not above that of its contract'],
  no_git_connection: [422, 'The contract has no Git connection'],
  breaking_change: [422, 'The change needs a higher version of the contract'],
  policy_violation: [422, 'The document breaks an enforced rule of a policy; findings names it'],
  server_required: [422, 'The contract has several servers; name one'],
  unknown_server: [422, 'The contract has no such server'],
  tests_not_configured: [422, 'Tests are switched off, or credentials of the server are missing'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for a different request'],
  source_refused: [422, 'The platform refused the connection'],
  git_credential_missing: [
    422,
    'No Git credential of the team or the organization fits the repository',
  ],
  git_refused: [422, 'The repository, its branch or the file cannot be used'],
  git_conflict: [422, 'The document and the file have both changed; nothing was overwritten'],
  git_cancelled: [409, 'The pull or push was cancelled'],
  git_unreachable: [502, 'The Git host cannot be reached, or refuses access'],
  source_failed: [422, 'The platform could not be scanned'],
  secret_key_missing: [422, 'This installation has no SECRET_KEY to store secrets with'],
  merge_failed: [422, 'The merge has failed'],
  duplicate_names: [422, 'Names collide in the generated code'],
  generation_not_configured: [422, 'This installation cannot run the command of this format'],
  generation_failed: [422, 'The generator has failed'],
  too_many_requests: [
    429,
    'Too many requests of this kind are running; Retry-After says when to try again',
  ],
  schema_outdated: [503, 'The database is being migrated; try again'],
  unavailable: [503, 'The database or a storage does not answer; try again'],
  still_running: [503, 'The work takes longer than the request can wait; try again'],
};

/** The HTTP status of a refusal code. */
export function statusOfCode(code: RefusalCode): number {
  return codes[code][0];
}

/** One sentence about a refusal code. */
export function meaningOfCode(code: RefusalCode): string {
  return codes[code][1];
}

/** All refusal codes, by status. */
export const refusalCodes = (Object.keys(codes) as RefusalCode[]).sort(
  (a, b) => statusOfCode(a) - statusOfCode(b),
);
