import { openAsPerson } from '../../support/web/people.ts';
import * as states from '../../support/web/pages/page-states.ts';
import type { Drive, StatePage } from '../../support/web/pages/page-states.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack } from '../../support/web/stack.ts';

const list: StatePage = {
  path: '/messages',
  main: /\/ui\/messaging\/conversations\?/,
  ready: 'grace',
};

/** What can become of a page, for somebody who is signed in as a person: sessions of keys have no messages. */
const drives: Record<string, Drive> = {
  'a skeleton while it loads': states.skeleton,
  'an error in its part': states.failed,
  'a refusal': states.forbidden,
  'a busy server': states.busy,
  'a lost connection': states.offline,
  'a new build': states.build,
};

describeInBrowser('each state of messages', () => {
  let stack: WebStack;
  let conversation: string;
  const open = (email: string) => openAsPerson(stack, `${email}@example.com`, { name: email });
  beforeAll(async () => {
    stack = await startWebStack();
    const [grace, ada] = [await open('grace'), await open('ada')];
    await grace.goto('/messages');
    await ada.goto('/messages');
    await ada.page.getByRole('button', { name: 'New conversation' }).first().click();
    await ada.page.getByRole('checkbox', { name: 'grace' }).check();
    await ada.page.getByRole('button', { name: 'Begin conversation' }).click();
    await ada.page.waitForURL(/\/messages\/\w{16}$/);
    conversation = new URL(ada.page.url()).pathname;
    await grace.close();
    await ada.close();
  });
  afterAll(() => stack?.stop());

  it.each(Object.keys(drives))('the list shows %s', async (name) => {
    const window = await open('ada');
    await drives[name]?.(stack, window, list);
    await window.close();
  });

  it.each(Object.keys(drives))('a conversation shows %s', async (name) => {
    const window = await open('ada');
    const place: StatePage = {
      path: conversation,
      main: /\/ui\/messaging\/conversations\/\w{16}$/,
      ready: 'Only the two of you read it.',
      write: /^Send$/,
    };
    await drives[name]?.(stack, window, place);
    await window.close();
  });

  it('says that a conversation is gone', async () => {
    const window = await open('ada');
    await states.missing('/messages/0123456789abcdef')(stack, window, list);
    await window.close();
  });

  it('says when a filter leaves nothing, and clears it', async () => {
    const window = await open('ada');
    await window.goto('/messages?q=qqqqq');
    await window.page.getByText('Nothing matches these filters').waitFor();
    await window.page.getByRole('button', { name: 'Clear filters' }).click();
    await window.page.getByRole('link', { name: /grace/ }).waitFor();
    await window.close();
  });

  it('waits for few requests, and makes at most 8', async () => {
    const window = await open('ada');
    const sent: string[] = [];
    window.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(?:ui|v1)\//u.test(pathname)) sent.push(pathname);
    });
    await window.goto(conversation);
    await window.page.getByText('This is the beginning').waitFor();
    await window.page.waitForLoadState('networkidle');
    await window.close();
    const isFew = sent.length <= 8;
    expect({ sent, isFew }).toEqual({ sent, isFew: true });
  });
});
