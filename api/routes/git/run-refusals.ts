import type { RefusalCode } from '../../../domain/errors.ts';

/** Codes of the errors with which pulls, pushes and imports end. */
export const runRefusals: readonly RefusalCode[] = [
  'git_cancelled',
  'git_conflict',
  'git_credential_missing',
  'git_refused',
  'git_unreachable',
  'concurrent_change',
  'id_mismatch',
  'invalid_document',
  'invalid_text',
  'malformed_body',
  'ownership_missing',
  'policy_violation',
  'breaking_change',
  'secret_key_missing',
  'source_refused',
  'unknown_reference',
];
