import { Type } from '@sinclair/typebox';
import { describeApi } from '../openapi.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

/** The route that describes the given routes, and itself. */
export function openapiRoute(routes: readonly Route[]): Route {
  let text: string | undefined;
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    tag: 'meta',
    access: 'public',
    params: Type.Object({}),
    query: Type.Object({}),
    answers: {
      200: { description: 'OpenAPI 3.1', schema: Type.Object({}, { additionalProperties: true }) },
    },
    handle: () =>
      Promise.resolve({
        status: 200,
        text: (text ??= JSON.stringify(describeApi([...routes, route]))),
      }),
  });
  return route;
}
