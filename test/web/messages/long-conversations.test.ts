import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import { begin, logOf, storeMessages, write } from '../../support/web/messages.ts';
import { openAsPerson } from '../../support/web/people.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const total = 5_000;
/** Lines that fit into the window, and some above and below. */
const mostLines = 60;

describeInBrowser('a conversation with 5,000 messages', () => {
  let stack: WebStack;
  let conversation: string;
  const opened: Window[] = [];
  const open = async (person: string, at: string) => {
    const window = await openAsPerson(stack, `${person}@example.com`, { name: person });
    opened.push(window);
    await window.goto(at);
    return window.page;
  };
  beforeAll(async () => {
    stack = await startWebStack();
    await open('grace', '/messages');
    const ada = await open('ada', '/messages');
    conversation = await begin(ada, 'grace');
    await storeMessages(stack.api, conversation, total);
  });
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  afterAll(() => stack?.stop());

  const textOf = (n: number) => new RegExp(`^Message ${n}( and|$)`, 'u');
  const lines = (page: Page) => logOf(page).locator('[data-message]');
  const openAtEnd = async (person: string) => {
    const page = await open(person, `/messages/${conversation}`);
    await logOf(page).getByText(textOf(total)).waitFor();
    await until('the newest message is in sight', () => isAtEnd(page));
    await logOf(page).hover();
    return page;
  };
  const isAtEnd = (page: Page) =>
    logOf(page).evaluate((log) => {
      const { scrollTop, scrollHeight, clientHeight } = log as unknown as Record<string, number>;
      return (scrollHeight ?? 0) - (scrollTop ?? 0) - (clientHeight ?? 0) < 2;
    });
  /** The first message that is wholly in sight, and where. */
  const firstInSight = (page: Page) =>
    logOf(page).evaluate((log) => {
      type Box = { getBoundingClientRect: () => { top: number } };
      type Line = Box & { dataset: Record<string, string> };
      const element = log as unknown as Box & { querySelectorAll: (of: string) => Iterable<Line> };
      const { top } = element.getBoundingClientRect();
      const shown = [...element.querySelectorAll('[data-message]')].find(
        (line) => line.getBoundingClientRect().top >= top,
      );
      return { id: shown?.dataset['message'], top: shown?.getBoundingClientRect().top ?? 0 };
    });
  const topOf = async (page: Page, id: string | undefined) =>
    (await page.locator(`[data-message="${id}"]`).boundingBox())?.y ?? Number.NaN;

  it('begins at its end, draws only what is visible, and loads the rest page by page while one scrolls', async () => {
    const page = await openAtEnd('grace');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('starting_after')) asked.push(request.url());
    });
    expect(await lines(page).count()).toBeLessThan(mostLines);
    expect(asked).toEqual([]);
    await until('the first message is shown', async () => {
      await page.mouse.wheel(0, -6_000);
      expect(await lines(page).count()).toBeLessThan(mostLines);
      return logOf(page).getByText(textOf(1)).isVisible();
    });
    await page.getByText('This is the beginning of your conversation with ada.').waitFor();
    expect(asked).toHaveLength(50);
    await logOf(page).focus();
    await page.keyboard.press('End');
    await logOf(page).getByText(textOf(total)).waitFor();
    expect(await lines(page).count()).toBeLessThan(mostLines);
  });

  it('keeps what is read in its place when older and newer messages come', async () => {
    const page = await openAtEnd('grace');
    const held: (() => void)[] = [];
    let isHolding = true;
    await page.route(/starting_after=/u, async (route) => {
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await until('older messages are asked for', async () => {
      await page.mouse.wheel(0, -400);
      return held.length > 0;
    });
    await page.getByText('Loading older messages…').waitFor({ state: 'attached' });
    const before = await firstInSight(page);
    const height = () =>
      logOf(page).evaluate((log) => (log as unknown as { scrollHeight: number }).scrollHeight);
    const former = await height();
    // What is held longer would keep the page from following the messages: it does so once it has read all.
    isHolding = false;
    held.splice(0).forEach((release) => release());
    await until('they are there', async () => (await height()) > former + 1_000);
    expect(Math.abs((await topOf(page, before.id)) - before.top)).toBeLessThan(2);
    const ada = await openAtEnd('ada');
    await write(ada, 'Are you there?');
    await page.getByRole('link', { name: /ada/ }).getByText('Are you there?').waitFor();
    expect(Math.abs((await topOf(page, before.id)) - before.top)).toBeLessThan(2);
    await write(page, 'Yes');
    await until('the own message is in sight', () => isAtEnd(page));
    await logOf(page).getByText('Yes', { exact: true }).waitFor();
  });

  it('keeps a message that is being changed, wherever one scrolls', async () => {
    const page = await openAtEnd('grace');
    await write(page, 'A tpyo');
    const own = logOf(page).locator('[data-message]', { hasText: 'A tpyo' });
    await own.hover();
    await own.getByRole('button', { name: 'What to do with the message of grace' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const field = page.getByRole('textbox', { name: 'Change the message' });
    await field.fill('A typo');
    await logOf(page).hover();
    for (let step = 0; step < 5; step += 1) await page.mouse.wheel(0, -1_000);
    await logOf(page).getByText(textOf(total)).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('A typo');
  });
});
