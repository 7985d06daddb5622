import { operationName } from '../../operation-name.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const explanations = {
  invalid_request: `invalid_request: change the request.

400  The body, a field or a query parameter is wrong; the message names it. Also an Idempotency-Key that was used before
     for another request.
401  The header Authorization: Bearer <token> is missing, or the token is unknown, has expired or was revoked.
     API keys of the catalog are not tokens; an organization key creates tokens with POST /api/messaging/tokens.
403  Another contact has to do this: only authors edit their messages, and contacts only set their own reactions.
404  You take part in nothing with this id.
405  This path does not support the method; the header Allow lists the supported methods.
409  The object already exists (code name_taken), an attachment belongs to another message (already_attached), or a request
     with the same Idempotency-Key is being handled (request_in_progress): send it again later.
412  The message has changed since you read the version in If-Match.
413  The body is larger than 5 MB (uploads: 25 MB), or the contact has reached its storage quota.
415  Send application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8.
416  The range lies outside of the file.
`,
  api_error: `api_error: nothing is wrong with the request; try it again.

429  Too many of your uploads or streams are running; Retry-After says when to try again.
500  Something went wrong on the server. The header X-Request-Id tells operators what.
503  The database is not available, or too many requests are waiting; Retry-After says when to try again.
`,
} as const;

const types = Object.keys(explanations) as (keyof typeof explanations)[];

/** The pages that `documentation_url` of an error links to. */
export const messagingErrorRoutes: readonly Route[] = types.map((type) =>
  defineRoute({
    method: 'GET',
    path: `/v1/errors/${type}`,
    name: operationName('explain', type.replace('_', ' ')),
    summary: `Explain errors of the type ${type}`,
    tag: 'meta',
    access: 'public',
    answers: {
      200: {
        description: 'The statuses of these errors, and what to do',
        contentType: 'text/plain',
      },
    },
    handle: () =>
      Promise.resolve({
        status: 200,
        text: explanations[type],
        contentType: 'text/plain; charset=utf-8',
      }),
  }),
);
