import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const explanations = {
  invalid_request: `invalid_request: change the request.

400  The body, a field or a query parameter is wrong; the message names it. Also an Idempotency-Key that was used before
     for another request.
401  The header Authorization: Bearer <token> is missing, or the token is unknown, has expired or was revoked.
     Keys of the catalog are no tokens: an organization key makes those with POST /api/messaging/tokens.
403  It is another contact's to do: only authors edit their messages, everybody reacts for themselves.
404  There is nothing of this id that you take part in.
405  The method is not possible here; Allow names those that are.
409  What you want to make exists already, an attachment is on another message, or the same Idempotency-Key is being handled.
412  The message has changed since you read it, as If-Match says.
413  The body is too large: 5 MB, uploads 25 MB; or the contact keeps as many files as it may.
415  Send application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8.
416  The range lies outside of the file.
`,
  api_error: `api_error: nothing is wrong with the request; try it again.

500  Something went wrong on the server. The header X-Request-Id tells operators what.
503  The database or a place is not to be had at the moment; Retry-After says when to come again.
`,
} as const;

const types = Object.keys(explanations) as (keyof typeof explanations)[];

/** Where `documentation_url` of an error leads. */
export const messagingErrorRoutes: readonly Route[] = types.map((type) =>
  defineRoute({
    method: 'GET',
    path: `/v1/errors/${type}`,
    summary: `What errors of the type ${type} mean`,
    tag: 'meta',
    access: 'public',
    params: Type.Object({}),
    query: Type.Object({}),
    answers: { 200: { description: 'The statuses and what to do', contentType: 'text/plain' } },
    handle: () =>
      Promise.resolve({
        status: 200,
        text: explanations[type],
        contentType: 'text/plain; charset=utf-8',
      }),
  }),
);
