import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** Body of every answer of /v1 that is no success (decisions §9). */
export const messagingErrorSchema = Type.Object(
  {
    type: Type.Union([Type.Literal('invalid_request'), Type.Literal('api_error')], {
      description: 'invalid_request: change the request; api_error: try again',
    }),
    message: Type.String(),
    documentation_url: Type.String(),
  },
  { $id: 'Error' },
);
type MessagingError = Static<typeof messagingErrorSchema>;

/** Tells what went wrong as /v1 does: what parses and is wrong is a bad request there, too. */
export function messagingError(
  { status, detail }: { status: number; detail: string },
  { publicUrl }: { publicUrl: string },
): { status: number; json: MessagingError; contentType: string } {
  const type = status >= 500 ? 'api_error' : 'invalid_request';
  return {
    status: status === 422 ? 400 : status,
    json: { type, message: detail, documentation_url: `${publicUrl}/v1/errors/${type}` },
    contentType: 'application/json',
  };
}
