import { team } from '../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { copyAs } from '../support/web/clipboard.ts';
import { frameOf } from '../support/web/frame.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

describeInBrowser('the frame around every page', () => {
  let stack: WebStack;
  let window: Window;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    // No test may cause a refusal of the policy or an uncaught error.
    expect(problems).toEqual([]);
  });
  const open = async (path: string, options: Parameters<WebStack['open']>[0] = {}) => {
    window = await stack.open(options);
    opened.push(window);
    await window.goto(path);
    return frameOf(window.page);
  };

  it('takes what is typed while the search loads, and does nothing else with it', async () => {
    await open('/teams');
    const { page } = window;
    const theme = await page.locator('html').getAttribute('data-mantine-color-scheme');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/web\/search-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('theta');
    release();
    const field = page.getByPlaceholder('Products, contracts');
    await field.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'));
    await page.keyboard.type('!');
    expect(await field.inputValue()).toBe('theta!');
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(theme);
  });

  it('has the dark theme of the system before anything is painted', async () => {
    window = await stack.open({ scheme: 'dark' });
    opened.push(window);
    await window.page.addInitScript(() => {
      const seen = (globalThis as unknown as { seen: string[] }).seen ?? [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        if (document.body === null) return;
        seen.push(document.documentElement.dataset['mantineColorScheme'] ?? 'none');
      }).observe(document, { childList: true, subtree: true });
    });
    await window.goto('/');
    const seen = await window.page.evaluate(
      () => (globalThis as unknown as { seen: string[] }).seen,
    );
    expect(new Set(seen)).toEqual(new Set(['dark']));
  });

  it('keeps the theme that was chosen', async () => {
    const frame = await open('/');
    expect(await frame.theme()).toBe('light');
    await frame.chooseTheme('Dark');
    expect(await frame.theme()).toBe('dark');
    await window.goto('/me/sessions');
    expect(await frame.theme()).toBe('dark');
    await frame.chooseTheme('System');
    expect(await frame.theme()).toBe('light');
  });

  it('goes to pages by keys, and lists the keys', async () => {
    const frame = await open('/');
    const { page } = window;
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL('**/me/access');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    expect(await help.innerText()).toContain('Go to Marketplace');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await page.keyboard.press('t');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL((url) => url.pathname === '/');
    expect(await frame.heading()).toBe('Find data you can rely on');
  });

  it('takes no single keys in fields, nor once they are switched off', async () => {
    const frame = await open('/me/sessions');
    const { page } = window;
    const search = await frame.search('g a t ?');
    expect(await page.getByPlaceholder('Products, contracts').inputValue()).toBe('g a t ?');
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'hidden' });
    const menu = await frame.openAccount();
    await menu.getByRole('menuitem', { name: 'Turn single keys off' }).click();
    await menu.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    // The search, which has no single key, still opens: by then the other keys would have worked.
    await frame.search('');
    expect(new URL(page.url()).pathname).toBe('/me/sessions');
  });

  it('finds documents and commands in one field', async () => {
    const frame = await open('/');
    const dialog = await frame.search('checkout');
    await dialog.getByText('Team', { exact: true }).waitFor();
    await window.page.keyboard.press('Enter');
    await window.page.waitForURL('**/teams/checkout');
    await frame.search('Your sess');
    await window.page.keyboard.press('Enter');
    await window.page.waitForURL('**/me/sessions');
  });

  it('shows in the navigation what the person may do', async () => {
    const owner = await open('/');
    expect(await owner.entries()).toContain('Inbox');
    const { api } = stack;
    const { text } = await api.newKey('user', { email: 'nobody@example.com' });
    const other = await open('/', { key: text });
    expect(await other.entries()).toEqual([
      'Marketplace',
      'My access',
      'Concepts',
      'Teams',
      'Assets',
      'Governance',
      'Messages',
      'Get started',
      'Events & webhooks',
      'Sandbox',
      'API explorer',
    ]);
  });

  it('moves the focus to the heading of a page, and names the window', async () => {
    const frame = await open('/');
    await frame.goTo('My access');
    const { page } = window;
    await page.waitForURL('**/me/access');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.title()).toBe('My access · Concordat');
    await page.goto('/me/access');
    await page.locator('h1').waitFor();
    expect(await page.locator('.breadcrumb').innerText()).toBe('My access');
  });

  it('skips to the content', async () => {
    await open('/');
    const { page } = window;
    // The next Tab begins at the top of the page, wherever the focus was before.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
    });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Skip/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('copies the document of a page as curl and JSON, without a secret', async () => {
    await open('/teams/checkout');
    const { page } = window;
    expect(await copyAs(page, 'curl')).toBe(
      `curl -H "x-api-key: $KEY" '${stack.api.address}/api/teams/checkout'`,
    );
    expect(JSON.parse(await copyAs(page, 'JSON'))).toMatchObject({ id: 'checkout' });
  });

  it('shows the same page below the name of the organization', async () => {
    const frame = await open('/test/teams/checkout');
    expect(new URL(window.page.url()).pathname).toBe('/teams/checkout');
    await window.page.getByRole('heading', { name: 'What the team owns' }).waitFor();
    expect(await frame.heading()).not.toBe('');
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    for (const path of ['/', '/me/sessions', '/teams/checkout', '/inbox', '/nothing']) {
      await open(path, { scheme, width });
      expect([path, await seriousFindings(window.page)]).toEqual([path, []]);
      expect([path, await overflowOf(window.page)]).toEqual([path, 0]);
    }
  });

  it('opens the whole navigation on a small screen', async () => {
    await open('/', { width: 375 });
    const { page } = window;
    await page.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: 'My access' }).click();
    await page.waitForURL('**/me/access');
    await sheet.waitFor({ state: 'hidden' });
  });
});
