import { signInAsPerson } from '../builders/people.ts';
import type { WebStack, Window } from './stack.ts';

type PersonOptions = { name?: string; width?: number; scheme?: 'light' | 'dark' };

/** Opens a window in which a person is signed in: unlike sessions of keys, people write messages. */
export async function openAsPerson(
  stack: WebStack,
  email: string,
  { name, ...options }: PersonOptions = {},
): Promise<Window> {
  const headers = await signInAsPerson(stack.api, email, name === undefined ? {} : { name });
  const window = await stack.open({ ...options, key: null });
  const [cookie = '', value = ''] = (headers['cookie'] ?? '').split('=');
  await window.context.addCookies([{ name: cookie, value, url: stack.api.address }]);
  return window;
}
