import { Type } from '@sinclair/typebox';
import type { RefusalCode } from '../../../domain/errors.ts';
import { statusOfCode } from './error-codes.ts';

/** Body of every error of OAuth (RFC 6749 §5.2, RFC 7591 §3.2.2). */
export const oauthErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'Code of OAuth', examples: ['invalid_grant'] }),
    error_description: Type.String({ description: 'What is wrong and what to change' }),
  },
  { $id: 'OauthError', description: 'An error of OAuth' },
);

/** Codes that OAuth has itself. */
const known: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'unsupported_grant_type',
]);

/** The status of a refusal code: OAuth answers 400 to every mistake in a body. */
export function oauthStatus(code: RefusalCode): number {
  return statusFor(statusOfCode(code));
}

function statusFor(status: number): number {
  return status === 422 || status === 415 || status === 409 ? 400 : status;
}

/** The body of an error of OAuth. */
export function oauthError({
  status,
  code,
  detail,
}: Record<'code' | 'detail', string> & { status: number }) {
  const isLater = status === 429 || status === 503;
  const other = status === 500 ? 'server_error' : isLater ? 'temporarily_unavailable' : undefined;
  const error = known.has(code) ? code : (other ?? 'invalid_request');
  const body = JSON.stringify({ error, error_description: detail });
  return { status: statusFor(status), body, contentType: 'application/json' };
}
