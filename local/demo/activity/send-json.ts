import type { Api, ApiAnswer } from '../api-client.ts';

/** Sends an object as JSON; `accept` are statuses besides success. */
export function sendJson(
  api: Api,
  method: string,
  path: string,
  body: unknown,
  { accept = [], headers = {} }: { accept?: number[]; headers?: Record<string, string> } = {},
): Promise<ApiAnswer> {
  return api(method, path, {
    body: JSON.stringify(body),
    accept,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}
