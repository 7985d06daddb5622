import type { TestApi } from '../http/api.ts';

/** Signs in with a key; returns the headers that a page of the web UI sends with every later request. */
export async function signIn(api: TestApi, key = api.key): Promise<Record<string, string>> {
  const answer = await api.send('POST', '/ui/session', { key: null, body: { apiKey: key } });
  if (answer.status !== 200) throw new Error(`the sign-in was answered ${answer.status}`);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return { cookie, 'x-requested-with': 'concordat' };
}
