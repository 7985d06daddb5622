import type { ApiRequest } from '../api-client.ts';

/** A request with this body as JSON. */
export function asJson(body: unknown): ApiRequest {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
