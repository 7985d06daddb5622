import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** Body of every error answer of /v1. */
export const messagingErrorSchema = Type.Object(
  {
    type: Type.Union([Type.Literal('invalid_request'), Type.Literal('api_error')], {
      description: 'invalid_request: change the request; api_error: try again',
    }),
    message: Type.String(),
    code: Type.Optional(
      Type.String({
        description:
          'Only with status 409. request_in_progress: a request with the same Idempotency-Key is being handled, send it again later; name_taken, already_attached: the resource to create already exists',
      }),
    ),
    documentation_url: Type.String(),
  },
  { $id: 'Error' },
);
type MessagingError = Static<typeof messagingErrorSchema>;

/** The status of an error below /v1, where an invalid value is a bad request, too. */
export function messagingStatus(status: number): number {
  return status === 422 ? 400 : status;
}

/** Builds the error body of /v1. */
export function messagingError(
  { status, code, detail }: { status: number; code?: string; detail: string },
  { publicUrl }: { publicUrl: string },
): { status: number; json: MessagingError; contentType: string } {
  const type = status >= 500 || status === 429 ? 'api_error' : 'invalid_request';
  return {
    status: messagingStatus(status),
    json: {
      type,
      message: detail,
      // Clients retry a request that is still being handled, but no other conflict.
      ...(status === 409 && { code }),
      documentation_url: `${publicUrl}/v1/errors/${type}`,
    },
    contentType: 'application/json',
  };
}
