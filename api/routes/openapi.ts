import { Type } from '@sinclair/typebox';
import { writeYaml } from '../../lib/yaml.ts';
import { describeApi } from '../openapi.ts';
import type { Interface } from '../openapi.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

/** The routes, at the beginning of a path, that describe the given routes, and themselves. */
export function openapiRoutes(routes: readonly Route[], at = '', about?: Interface): Route[] {
  const all = [...routes];
  let json: string | undefined;
  let yaml: string | undefined;
  all.push(
    defineRoute({
      method: 'GET',
      path: `${at}/openapi.json`,
      summary: 'This description',
      tag: 'meta',
      access: 'public',
      params: Type.Object({}),
      query: Type.Object({}),
      answers: {
        200: {
          description: 'OpenAPI 3.1',
          schema: Type.Object({}, { additionalProperties: true }),
        },
      },
      handle: () =>
        Promise.resolve({ status: 200, text: (json ??= JSON.stringify(describeApi(all, about))) }),
    }),
    defineRoute({
      method: 'GET',
      path: `${at}/openapi.yaml`,
      summary: 'This description as YAML',
      tag: 'meta',
      access: 'public',
      params: Type.Object({}),
      query: Type.Object({}),
      answers: { 200: { description: 'OpenAPI 3.1', contentType: 'application/yaml' } },
      handle: () =>
        Promise.resolve({
          status: 200,
          text: (yaml ??= writeYaml(describeApi(all, about))),
          contentType: 'application/yaml',
        }),
    }),
  );
  return all.slice(routes.length);
}
