import type { Page, Route } from 'playwright-core';
import type { WebStack, Window } from '../stack.ts';

/** A page with its main content: the request that brings it, and the text that shows that it is there. */
export type StatePage = {
  path: string;
  main: RegExp;
  ready: string;
  /** A request for one part, beside which the rest of the page stays. */
  part?: RegExp;
  /** Opens what lies over a page. */
  open?: (page: Page) => Promise<void>;
  /** A button that changes something: it is disabled while there is no connection. */
  write?: RegExp;
};

/** Makes a state really occur on a page, and looks at what the page makes of it. */
export type Drive = (stack: WebStack, window: Window, place: StatePage) => Promise<void>;

const problem = (status: number, detail: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ title: 'A title', status, detail, code: 'a_code', requestId: 'id-4711' }),
});

const isReady = (page: Page, { ready }: StatePage) =>
  page.getByText(ready, { exact: false }).first().waitFor();

async function visit({ page }: Window, { path, open }: StatePage): Promise<void> {
  await page.goto(path);
  await open?.(page);
}

/** The skeleton of the layout stands there until the answer comes; a spinner never does. */
export const skeleton: Drive = async (_, window, place) => {
  const { page } = window;
  const held: Route[] = [];
  let isHeld = true;
  await page.route(place.main, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  await visit(window, place);
  await page.locator('.skeleton:not(.frame-skeleton *)').first().waitFor();
  expect(await page.locator('.mantine-Loader-root').count()).toBe(0);
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await isReady(page, place);
};

/** A refused or failed request shows in its part, with the id of the request and a way on. */
const refused =
  (status: number, title: string, hint = title): Drive =>
  async (_, window, place) => {
    const { page } = window;
    const { part = place.main } = place;
    await page.route(part, (route) => route.fulfill(problem(status, 'Only Owners may.')));
    await visit(window, place);
    const alert = page.getByRole('alert').filter({ hasText: title }).first();
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Only Owners may.');
    expect(await alert.innerText()).toContain('id-4711');
    await alert.getByText(hint).first().waitFor();
    if (place.part) await isReady(page, place);
    await page.unroute(part);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'hidden' });
    await isReady(page, place);
  };

export const failed = refused(500, 'This part could not be loaded');
export const forbidden = refused(403, 'You may not see this', 'can help');

/** `Retry-After` is counted down; then the page asks again by itself. */
export const busy: Drive = async (_, window, place) => {
  const { page } = window;
  let status = 429;
  await page.route(place.main, (route) =>
    status === 200
      ? route.continue()
      : route.fulfill(problem(status, 'Too many requests.', { 'retry-after': '1' })),
  );
  await visit(window, place);
  await page
    .getByText(/can be asked again in 1 s/)
    .first()
    .waitFor();
  status = 200;
  await isReady(page, place);
};

/** A strip says that there is no connection; what is shown stays, and nothing can be sent. */
export const offline: Drive = async (_, window, place) => {
  const { page, context } = window;
  await visit(window, place);
  await isReady(page, place);
  await context.setOffline(true);
  const strip = page.locator('.strip-note').filter({ hasText: 'No connection.' });
  await strip.waitFor();
  await isReady(page, place);
  if (place.write) {
    const button = page.getByRole('button', { name: place.write }).first();
    expect(await button.isDisabled()).toBe(true);
  }
  await context.setOffline(false);
  await strip.waitFor({ state: 'hidden' });
};

/** The session ends on the server while the page loads: the sign-in lies over the page, and what failed is read again. */
export const session: Drive = async ({ api }, window, place) => {
  const { page } = window;
  const known = page.waitForResponse(/\/ui\/me$/);
  let isEnded = false;
  await page.route(place.main, async (route) => {
    await known;
    if (!isEnded) await api.database.knex('ui_sessions').delete();
    isEnded = true;
    await route.continue();
  });
  await visit(window, place);
  const dialog = page.getByRole('dialog', { name: 'Your session is over' });
  await dialog.waitFor();
  await dialog.getByLabel('API key').fill(api.key);
  await dialog.getByRole('button', { name: 'Sign in with the key' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await isReady(page, place);
};

/** Answers of another build of the server offer to load it. */
export const build: Drive = async (_, window, place) => {
  const { page } = window;
  await page.route(place.main, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-concordat-build': 'another' };
    await route.fulfill({ response, headers });
  });
  await visit(window, place);
  await page.getByText('Concordat was updated', { exact: false }).waitFor();
  await isReady(page, place);
};

/** A document that was deleted says who did it; one that never was offers the search. */
export const missing =
  (path: string, deleted?: string): Drive =>
  async (_, window) => {
    const { page } = window;
    await page.goto(path);
    await page.getByRole('heading', { name: 'Gone, or never was' }).waitFor();
    await page.getByRole('button', { name: /^Search for/ }).waitFor();
    if (deleted) await page.getByText(deleted).waitFor();
  };

/** An address at which the page says why it is empty. */
export const empty =
  (path: string, says: string): Drive =>
  async (_, window) => {
    await window.page.goto(path);
    await window.page.getByText(says).first().waitFor();
  };

/** The page as it is when all went well: for a list that is empty without anybody's doing. */
export const loaded: Drive = async (_, window, place) => {
  await visit(window, place);
  await isReady(window.page, place);
};
