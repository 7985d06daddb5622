import { callApi } from '../api-client.ts';
import type { Api } from '../api-client.ts';
import { problem } from '../../problem.ts';

/** Signs in to the web UI with a key; the returned client sends the session. */
export const openSession = (address: string, key: string): Promise<Api> =>
  signIn(address, { apiKey: key });

/** Signs in to the web UI with a key, or with the code of a sign-in link. */
export async function signIn(
  address: string,
  credentials: { apiKey: string } | { code: string },
): Promise<Api> {
  const ofPage = { 'x-requested-with': 'concordat' };
  const response = await fetch(`${address}/ui/session`, {
    method: 'POST',
    headers: { ...ofPage, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw problem(`The sign-in was answered ${response.status}.`);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return (method, path, request) =>
    callApi(`${address}${path}`, method, { ...ofPage, cookie }, request);
}
