import { Type } from '@sinclair/typebox';
import type { RefusalCode } from '../../../domain/errors.ts';
import { statusOfCode } from './error-codes.ts';

const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Content type of the bodies and answers of SCIM. */
export const scimType = 'application/scim+json';

/** Body of every error answer of SCIM (RFC 7644 §3.12). */
export const scimErrorSchema = Type.Object(
  {
    schemas: Type.Array(Type.String(), { description: `Always ${errorUrn}` }),
    status: Type.String({ description: 'The HTTP status as text' }),
    scimType: Type.Optional(
      Type.String({ description: 'The sort of error, such as uniqueness or invalidFilter' }),
    ),
    detail: Type.String({ description: 'What is wrong and what to change' }),
  },
  { $id: 'ScimError', description: 'An error of SCIM (RFC 7644)' },
);

/** The status of an error of SCIM, where an invalid value is a bad request, and a missing key is not authorized. */
export function scimStatus(code: RefusalCode): number {
  if (code === 'api_key_missing' || code === 'api_key_invalid') return 401;
  const status = statusOfCode(code);
  return status === 422 ? 400 : status;
}

const scimTypes: Readonly<Record<string, string>> = {
  malformed_body: 'invalidSyntax',
  invalid_body: 'invalidValue',
  invalid_text: 'invalidValue',
  already_exists: 'uniqueness',
};

/** Builds the error body of SCIM. */
export function scimError({
  status: given,
  code,
  detail,
  extra,
}: {
  status: number;
  code: string;
  detail: string;
  extra: Record<string, unknown>;
}): { status: number; json: Record<string, unknown>; contentType: string } {
  const status = given < 500 ? scimStatus(code as RefusalCode) : given;
  const type = extra['scimType'] ?? scimTypes[code];
  const json = {
    schemas: [errorUrn],
    status: String(status),
    ...(type !== undefined && { scimType: type }),
    detail,
  };
  return { status, json, contentType: scimType };
}
