import type { TObject } from '@sinclair/typebox';
import { requestHeaders } from '../http/header-catalogue.ts';
import type { RequestHeader } from '../http/header-catalogue.ts';
import type { Route } from '../route.ts';
import { requestHeadersOf } from './declared-headers.ts';
import { describePathParameter } from './path-parameters.ts';
import { reference } from './references.ts';
import type { Components, Json } from './references.ts';

/**
 * The parameters of a route in its path or in its query. With `x-required`, the handler refuses a missing one, with words of its own.
 */
export function parametersOf(
  route: Route,
  place: 'path' | 'query',
  components: Components,
): Json[] {
  const object: TObject = place === 'path' ? route.params : route.query;
  const required = new Set<string>(object.required ?? []);
  return Object.entries(object.properties).map(([name, declared]) => {
    const {
      description,
      'x-required': isDemanded = false,
      ...schema
    } = reference(declared, components) as Json;
    const known = place === 'path' ? describePathParameter(route.path, name) : {};
    return {
      name,
      in: place,
      required: place === 'path' || isDemanded || (required.has(name) && !('default' in schema)),
      ...known,
      ...(description !== undefined && { description }),
      schema,
    };
  });
}

/** The headers that a route takes, besides that of its credential. */
export function headerParameters(route: Route): Json[] {
  return requestHeadersOf(route).map((key) => {
    const { name, example } = requestHeaders[key];
    return {
      name,
      in: 'header',
      required: false,
      description: descriptionOf(key, route),
      schema: { type: 'string' },
      example: key === 'if-none-match' && isWrite(route) ? '*' : example,
    };
  });
}

/** `If-None-Match` means something else on a write, and `Prefer` on a route that never answers 202. */
function descriptionOf(key: RequestHeader, route: Route): string {
  if (key === 'if-none-match' && isWrite(route))
    return '`*`: only if the resource does not exist; otherwise 412';
  if (key === 'prefer' && !(202 in route.answers))
    return '`wait=10` waits for 10 seconds at most, `respond-async` not at all; a result that is not ready then is answered 503 `still_running` with Retry-After, and a repeated request waits for the same work';
  return requestHeaders[key].description;
}

function isWrite({ method }: Route): boolean {
  return method !== 'GET';
}
