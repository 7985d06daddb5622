import type { Locator, Page } from 'playwright-core';
import { access, fillForAccess } from '../support/builders/access.ts';
import { until } from '../support/until.ts';
import { copyAccess, inboxOf } from '../support/web/access.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack } from '../support/web/stack.ts';

const total = 1000;
/** Rows that fit in the window, and some above and below. */
const mostRows = 60;

describeInBrowser('long lists of accesses', () => {
  let stack: WebStack;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await fillForAccess(api);
    for (const name of ['marketing-owner', 'checkout-owner']) {
      keys[name] = (await api.newKey('user', { email: `${name}@example.com` })).text;
    }
    const body = access('request-00001', { purpose: 'Forecasts' });
    const key = keys['marketing-owner'] ?? '';
    expect((await api.send('PUT', '/api/access/request-00001', { key, body })).status).toBe(200);
    await copyAccess(api, 'request-00001', total);
  });
  afterAll(() => stack?.stop());

  /** Scrolls to the end of the loaded rows again and again, until the last one is shown; few exist at any time. */
  const scrollThrough = async (page: Page, rows: Locator, last: Locator) => {
    await until('the last row is shown', async () => {
      await page.keyboard.press('End');
      expect(await rows.count()).toBeLessThan(mostRows);
      return last.isVisible();
    });
  };

  it.each([1440, 375])('draws only the visible own accesses (%i px)', async (width) => {
    const window = await stack.open({ key: keys['marketing-owner'] ?? '', width });
    const { page } = window;
    await window.goto('/me/access');
    await page.getByText(`1–100 of ${total}`).waitFor();
    const rows = page.locator('tbody > tr:not(.space)');
    expect(await rows.first().getAttribute('aria-rowindex')).toBe('2');
    await scrollThrough(page, rows, page.locator(`tr[aria-rowindex="${total + 1}"]`));
    await page.getByText(`1–${total} of ${total}`).waitFor();
    expect(await rows.count()).toBeLessThan(mostRows);
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Home');
    await page.locator('tr[aria-rowindex="2"]').waitFor();
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it.each([1440, 375])('draws only the visible requests of the inbox (%i px)', async (width) => {
    const window = await stack.open({ key: keys['checkout-owner'] ?? '', width });
    const { page } = window;
    await window.goto('/inbox');
    const { rows } = inboxOf(page);
    await page.getByText(`The first 100 of ${total}`).waitFor();
    expect(await rows.first().getAttribute('aria-posinset')).toBe('1');
    await scrollThrough(page, rows, page.locator(`li[aria-posinset="${total}"]`));
    // Read at once: between two reads the list may draw another row.
    const sizes = await rows.evaluateAll((all) =>
      all.map((row) => row.getAttribute('aria-setsize')),
    );
    expect([...new Set(sizes)]).toEqual([String(total)]);
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('keeps the open request in sight when keys move over the list', async () => {
    const window = await stack.open({ key: keys['checkout-owner'] ?? '' });
    const { page } = window;
    await window.goto('/inbox');
    const { rows } = inboxOf(page);
    const current = page.locator('.inbox-item.current');
    await current.waitFor();
    for (let at = 1; at <= 40; at += 1) {
      expect(await current.getAttribute('aria-posinset')).toBe(String(at));
      await page.keyboard.press('j');
      await page.locator(`.inbox-item.current[aria-posinset="${at + 1}"]`).waitFor();
    }
    const box = await current.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(900);
    expect(await rows.count()).toBeLessThan(mostRows);
    await window.close();
    expect(window.problems).toEqual([]);
  });
});
