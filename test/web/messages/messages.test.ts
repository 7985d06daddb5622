import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import { team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { countClicks } from '../../support/web/clicks.ts';
import { begin, logOf, write } from '../../support/web/messages.ts';
import { openAsPerson } from '../../support/web/people.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';
import { until } from '../../support/until.ts';

/** A red square of 2 × 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

describeInBrowser('messages', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });

  type Options = Parameters<typeof openAsPerson>[2];
  const open = async (person: string, at = '/messages', options: Options = {}) => {
    const window = await openAsPerson(stack, `${person}@example.com`, { name: person, ...options });
    opened.push(window);
    await window.goto(at);
    return window.page;
  };
  /** What is sent is seen at once, however long the server takes. */
  const shownBeforeTheAnswer = async (page: Page, text: string) => {
    const held: (() => void)[] = [];
    const isSent = (request: Request) => request.method() === 'POST';
    await page.route('**/v1/messages', async (route) => {
      if (isSent(route.request())) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await write(page, text);
    await logOf(page).getByText(text).waitFor();
    await page.getByText('Sending…').waitFor();
    await until('it is on its way', () => held.length > 0);
    held.splice(0).forEach((release) => release());
    await page.getByText('Sending…').waitFor({ state: 'detached' });
    await page.unroute('**/v1/messages');
  };

  for (const scheme of ['light', 'dark'] as const) {
    it(`lets two people write, react, attach and read, live, ${scheme}`, async () => {
      const [one, other] = [`ada-${scheme}`, `grace-${scheme}`];
      const grace = await open(other, '/messages', { scheme });
      await grace.getByText('No conversation yet').waitFor();
      const ada = await open(one, '/messages', { scheme });
      const clicks = await Promise.all([ada, grace].map(countClicks));
      await Promise.all([ada, grace].map((page) => page.reload()));
      await begin(ada, other);
      await shownBeforeTheAnswer(ada, 'The postcodes are complete again.');
      const row = grace.getByRole('link', { name: new RegExp(one) });
      await row.getByText('1 unread message').waitFor();
      await row.click();
      await logOf(grace).getByText('The postcodes are complete again.').waitFor();
      await row.getByText('1 unread message').waitFor({ state: 'detached' });
      await write(grace, 'Thank you!');
      await logOf(ada).getByText('Thank you!').waitFor();
      await logOf(ada).getByText('Thank you!').hover();
      await ada.getByRole('button', { name: `React to the message of ${other}` }).click();
      await ada.getByRole('menuitem', { name: 'Heart' }).click();
      await grace.getByRole('button', { name: `Heart: ${one}` }).waitFor();
      const file = path.join(tmpdir(), `red-${scheme}-${process.pid}.png`);
      await writeFile(file, picture);
      await grace.locator('input[type=file]').setInputFiles(file);
      await grace.getByRole('button', { name: /^Remove red-/ }).waitFor();
      await write(grace, 'A picture');
      const shown = logOf(ada).getByRole('img', { name: /^Picture red-/ });
      await shown.waitFor();
      const width = () =>
        shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
      await until('the picture is shown', async () => (await width()) === 2);
      // Three to begin and two to react; one to read.
      expect(clicks.map((count) => count())).toEqual([5, 1]);
      expect(await seriousFindings(ada)).toEqual([]);
    });
  }

  it('reaches a member who has never signed in, found by a part of the address', async () => {
    const members = [{ emailAddress: 'Edda@Example.com', name: 'Edda Lund', role: 'Owner' }];
    await putAll(stack.api, { 'teams/hall': team('hall', { members }) });
    const ada = await open('ada-first');
    await ada.getByRole('button', { name: 'New conversation' }).first().click();
    await ada.getByRole('searchbox', { name: 'People' }).fill('edda@ex');
    await ada.getByRole('checkbox', { name: /Edda Lund/ }).check();
    await ada.getByRole('button', { name: 'Begin conversation' }).click();
    await ada.getByRole('heading', { name: 'Edda Lund' }).waitFor();
    await write(ada, 'Welcome to the hall.');
    await logOf(ada).getByText('Welcome to the hall.').waitFor();
    const window = await openAsPerson(stack, 'edda@example.com');
    opened.push(window);
    await window.goto('/messages');
    await window.page.getByRole('link', { name: /ada-first/ }).click();
    await logOf(window.page).getByText('Welcome to the hall.').waitFor();
    await window.page.locator('.account').getByText('Edda Lund').waitFor();
  });

  it('counts unread messages in the navigation of every page, live, in all tabs', async () => {
    const other = await open('dorothy');
    const page = await open('annie');
    await begin(page, 'dorothy');
    await other.goto('/teams');
    const count = (of: Page) =>
      of
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: /^Messages/ })
        .locator('.nav-count');
    const second = await other.context().newPage();
    await second.goto('/assets');
    await write(page, 'Are you there?');
    await count(other).getByText('1', { exact: true }).waitFor();
    await write(page, 'It is about the postcodes.');
    await count(second).getByText('2', { exact: true }).waitFor();
    await other.getByRole('link', { name: /^Messages/ }).click();
    await other.getByRole('link', { name: /annie/ }).click();
    await logOf(other).getByText('It is about the postcodes.').waitFor();
    await count(other).waitFor({ state: 'detached' });
    await count(second).waitFor({ state: 'detached' });
    expect(await count(page).count()).toBe(0);
  });

  it('saves files that are no pictures, and never shows them as pages', async () => {
    await open('linus');
    const page = await open('margaret');
    await begin(page, 'linus');
    const file = path.join(tmpdir(), `page-${process.pid}.html`);
    await writeFile(file, '<script>alert(1)</script>');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: /^Remove page-/ }).waitFor();
    await write(page, '<b>no</b> https://example.com/x. javascript:alert(1)');
    const message = logOf(page).locator('li', { hasText: '<b>no</b>' });
    await message.getByRole('link', { name: /^page-/ }).waitFor();
    expect(await message.getByRole('link', { name: /^page-/ }).getAttribute('download')).toMatch(
      /^page-/,
    );
    const link = message.getByRole('link', { name: 'https://example.com/x' });
    expect(await link.getAttribute('href')).toBe('https://example.com/x');
    expect(await message.getByRole('link').count()).toBe(2);
  });

  it('keeps what was typed when the page is left, and says what could not be sent', async () => {
    await open('barbara');
    const page = await open('katherine');
    await begin(page, 'barbara');
    const field = page.getByRole('textbox', { name: 'Message to barbara' });
    await field.fill('Half a sentence');
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half a sentence');
    await page.getByRole('link', { name: 'Teams', exact: true }).click();
    await page.waitForURL('**/teams');
    await page.goBack();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half a sentence');
    await page.route('**/v1/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.keyboard.press('Escape');
    await field.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Not sent.').waitFor();
    await page.unroute('**/v1/messages');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Not sent.').waitFor({ state: 'detached' });
    await logOf(page).getByText('Half a sentence').waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('finds messages of a conversation, and shows one among its neighbors', async () => {
    await open('edith');
    const page = await open('frances');
    await begin(page, 'edith');
    for (const text of ['first parcel', 'second letter', 'third parcel']) {
      await write(page, text);
      await logOf(page).getByText(text).waitFor();
    }
    await page.getByRole('searchbox', { name: 'Search in this conversation' }).fill('PARCEL');
    await page.getByText('2 messages').waitFor();
    await page.getByRole('link', { name: /first parcel/ }).click();
    await page.waitForURL(/at=\w{16}/);
    await page.locator('.found').getByText('first parcel').waitFor();
    await page.getByText('second letter').waitFor();
    await page.getByRole('link', { name: 'Newest messages' }).click();
    await page.getByRole('textbox', { name: 'Message to edith' }).waitFor();
  });

  it('begins a group, which its creator changes and others leave', async () => {
    await open('hedy');
    const mary = await open('mary');
    const page = await open('rosalind');
    await begin(page, 'hedy', 'mary');
    await write(page, 'Welcome');
    await mary.getByRole('link', { name: /Shop data/ }).click();
    await logOf(mary).getByText('Welcome').waitFor();
    await mary.getByRole('button', { name: 'Members', exact: true }).click();
    await mary.getByRole('button', { name: 'Leave group' }).click();
    await mary.waitForURL('**/messages');
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await page.getByLabel('Name of the group').fill('Shop and parcels');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('heading', { name: 'Shop and parcels', exact: true }).waitFor();
  });

  it('changes and deletes own messages, for both', async () => {
    const other = await open('sophie');
    const page = await open('emmy');
    await begin(page, 'sophie');
    await write(page, 'A tpyo');
    await other.getByRole('link', { name: /emmy/ }).click();
    await logOf(other).getByText('A tpyo').waitFor();
    await logOf(page).getByText('A tpyo').hover();
    await page.getByRole('button', { name: 'What to do with the message of emmy' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await page.getByRole('textbox', { name: 'Change the message' }).fill('A typo');
    await page.getByRole('button', { name: 'Save message' }).click();
    await logOf(other).getByText('A typo').waitFor();
    await logOf(page).getByText('A typo').hover();
    await page.getByRole('button', { name: 'What to do with the message of emmy' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete message' }).click();
    await logOf(other).getByText('A typo').waitFor({ state: 'detached' });
  });

  it('says to a session of a key that it has no messages', async () => {
    const window = await stack.open();
    opened.push(window);
    await window.goto('/messages');
    await window.page.getByText('This session belongs to an API key.').waitFor();
  });

  it.each([1024, 375])('fits into %s px', async (width) => {
    await open('joan');
    const page = await open(`alan-${width}`, '/messages', { width });
    await begin(page, 'joan');
    await write(page, `https://example.com/${'long'.repeat(60)}`);
    await page.getByText('Sending…').waitFor({ state: 'detached' });
    expect(await overflowOf(page)).toBe(0);
    await page.goto('/messages');
    await page.getByRole('link', { name: /joan/ }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
