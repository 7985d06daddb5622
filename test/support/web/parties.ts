import { fillForAccess } from '../builders/access.ts';
import { startWebStack } from './stack.ts';
import type { WebStack, Window } from './stack.ts';

type OpenOptions = {
  /** Whose key signs in; by default that of the organization. */
  by?: string;
  width?: number;
  scheme?: 'light' | 'dark';
};

/** The stack of the tests of one `describe`, and the window of the test that runs. */
export type Parties = {
  stack: WebStack;
  window: Window;
  /** Key of a person, by the first part of the address. */
  keyOf: (name: string) => string;
  /** Opens the window of the test on a page. */
  open: (path: string, options?: OpenOptions) => Promise<Window['page']>;
};

/**
 * Before the tests of a `describe`: a stack with the parties of `fillForAccess`, and a key for each of these people. After each test,
 * its window is closed, in which nothing may have gone wrong.
 */
export function useParties(people: readonly string[], start = () => startWebStack()): Parties {
  const keys: Record<string, string> = {};
  const keyOf = (name: string): string => keys[name] ?? '';
  const open: Parties['open'] = async (path, { by, ...look } = {}) => {
    const signedIn = by === undefined ? {} : { key: keyOf(by) };
    parties.window = await parties.stack.open({ ...signedIn, ...look });
    const { page, goto } = parties.window;
    page.setDefaultTimeout(15_000);
    await goto(path);
    return page;
  };
  const parties = { keyOf, open } as Parties;
  beforeAll(async () => {
    parties.stack = await start();
    await fillForAccess(parties.stack.api);
    for (const name of people) {
      const { text } = await parties.stack.api.newKey('user', { email: `${name}@example.com` });
      keys[name] = text;
    }
  });
  afterAll(() => parties.stack?.stop());
  afterEach(async () => {
    await parties.window.close();
    expect(parties.window.problems).toEqual([]);
  });
  return parties;
}
