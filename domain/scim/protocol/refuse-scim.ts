import { refuse } from '../../errors.ts';
import type { RefusalCode } from '../../errors.ts';

/** Detail codes of errors (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers';

const codes: Partial<Record<ScimType, RefusalCode>> = {
  uniqueness: 'already_exists',
  invalidFilter: 'bad_request',
};

/** Refuses a SCIM request; the answer has this `scimType`. */
export function refuseScim(scimType: ScimType, message: string): never {
  return refuse(codes[scimType] ?? 'invalid_body', message, { extra: { scimType } });
}
