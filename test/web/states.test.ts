import { team } from '../support/builders/contracts.ts';
import { seriousFindings } from '../support/web/accessibility.ts';
import { frameOf } from '../support/web/frame.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const problem = (status: number, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Something',
    status,
    detail,
    code: 'a_code',
    requestId: 'request-4711',
  }),
});

describeInBrowser('the states of a page', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    window = await stack.open();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const document = '**/ui/teams/checkout';

  it.each([
    [403, 'You may not see this', 'Only Owners of checkout may.'],
    [409, 'Somebody changed this meanwhile', 'It is being merged.'],
    [500, 'This part could not be loaded', 'An error that we did not expect.'],
  ])('%i stands in the place of its part, and the page stays', async (status, title, detail) => {
    await window.page.route(document, (route) => route.fulfill(problem(status, detail)));
    await window.goto('/teams/checkout');
    const alert = window.page.getByRole('alert');
    await alert.getByRole('heading', { name: title }).waitFor();
    expect(await alert.innerText()).toContain(detail);
    expect(await alert.innerText()).toContain('request-4711');
    expect(await seriousFindings(window.page)).toEqual([]);
    await window.page.unroute(document);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await window.page.getByRole('heading', { name: 'What the team owns' }).waitFor();
    expect(await frameOf(window.page).entries()).toContain('Marketplace');
  });

  it('503 is counted down, and then the part is asked for again', async () => {
    let isBusy = true;
    await window.page.route(document, (route) =>
      isBusy
        ? route.fulfill({
            ...problem(503, 'The database restarts.'),
            headers: { 'retry-after': '1' },
          })
        : route.continue(),
    );
    await window.goto('/teams/checkout');
    await window.page.getByText(/can be asked again in 1 s/).waitFor();
    isBusy = false;
    await window.page.getByRole('heading', { name: 'What the team owns' }).waitFor();
  });

  it('404 offers a search for what was looked for', async () => {
    await window.goto('/teams/chekout');
    const { page } = window;
    await page.getByRole('heading', { name: 'Gone, or never was' }).waitFor();
    await page.getByRole('button', { name: 'Search for “chekout”' }).click();
    await page.getByPlaceholder('Products, contracts').waitFor();
    expect(await page.getByPlaceholder('Products, contracts').inputValue()).toBe('chekout');
  });

  it('an address that is no page says so', async () => {
    await window.goto('/nothing/here');
    expect(await frameOf(window.page).heading()).toBe('Page not found');
  });

  it('a lost connection shows a strip, and the page goes on when it is back', async () => {
    const { page, context } = window;
    await window.goto('/');
    await frameOf(page).goTo('My access');
    await frameOf(page).goTo('Marketplace');
    await context.setOffline(true);
    const strip = page.getByText('No connection.', { exact: false });
    await strip.waitFor();
    await frameOf(page).goTo('My access');
    await page.waitForURL('**/me/access');
    await context.setOffline(false);
    await strip.waitFor({ state: 'hidden' });
  });

  it('a part whose file cannot be loaded leaves the rest of the application', async () => {
    const { page } = window;
    await window.goto('/');
    await page.route('**/web/teams-page-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
    await page.getByText('The server does not answer').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
    const isTold = (problem: string) => /^TypeError: Failed to fetch .*teams-page/.test(problem);
    expect(window.problems.splice(0).every(isTold)).toBe(true);
  });

  it('an ended session lies over the page until somebody signs in again', async () => {
    const { page } = window;
    // The feed would notice the end first, and lay the dialog over the menu.
    await page.route('**/ui/api/events**', (route) => route.abort());
    await window.goto('/');
    await frameOf(page).openAccount();
    await stack.api.database.knex('ui_sessions').delete();
    await page.getByRole('menuitem', { name: 'Your sessions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session is over' });
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe('/me/sessions');
    await dialog.getByLabel('API key').fill(stack.api.key);
    await dialog.getByRole('button', { name: 'Sign in with the key' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('tbody tr').first().waitFor();
  });

  it('another build of the server is loaded with the next page', async () => {
    const { page } = window;
    await window.goto('/');
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await page.route('**/ui/sessions', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'x-concordat-build': 'another' };
      await route.fulfill({ response, headers });
    });
    await frameOf(page).openAccount();
    await page.getByRole('menuitem', { name: 'Your sessions' }).click();
    await page.getByText('Concordat was updated', { exact: false }).waitFor();
    expect(await page.evaluate(() => 'isOld' in globalThis)).toBe(true);
    await frameOf(page).goTo('Marketplace');
    await page.waitForFunction(() => !('isOld' in globalThis));
    expect(await frameOf(page).heading()).toBe('Find data you can rely on');
  });
});
