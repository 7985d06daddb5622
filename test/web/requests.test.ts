import { access, fillForAccess } from '../support/builders/access.ts';
import { copyAccess } from '../support/web/access.ts';
import { contract, product } from '../support/builders/contracts.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { putConflicts } from '../support/web/semantics.ts';
import { putAll } from '../support/web/stored.ts';

const shop = '/dataproducts/shop';
const orders = '/datacontracts/orders';

/** Every page, and what only its content shows. */
const pages: readonly (readonly [path: string, content: string])[] = [
  ['/', '.hit h3 a'],
  ['/?q=orders', '.hit h3 a'],
  [shop, '.port h3'],
  ...['ports', 'quality', 'lineage', 'consumers', 'costs', 'example', 'history'].map(
    (part) => [`${shop}/${part}`, '.tabs [aria-current="page"]'] as const,
  ),
  [`${shop}/ports/port-0`, '.product-aside'],
  ...['', '/tests', '/yaml', '/versions', '/terms', '/usages', '/history'].map(
    (part) => [`${orders}${part}`, '.tabs [aria-current="page"]'] as const,
  ),
  ['/me/access', 'main table'],
  ['/access/one', '.phase-line'],
  ['/inbox', 'main li'],
  ['/teams', 'main li'],
  ['/teams/checkout', 'main table'],
  ['/me/sessions', 'main table'],
  ['/concepts', '.namespace-list li'],
  ['/semantics/sales', 'main table'],
  ['/semantics/sales?tab=branches', 'main table'],
  ['/semantics/sales?tab=history', '.change-table'],
  ['/semantics/sales/Term 0', '.graph, .state'],
  ['/semantics/sales/branches/credit', '.change-table'],
  ['/semantics/sales/branches/credit/concepts/Term 0', '.entry-form'],
  ['/semantics/sales/branches/credit/merge', '.merge-version'],
];

/** Has what pages name with more requests: tags with a document, a person who uses the data, and an earlier version. */
async function fill(api: WebStack['api']): Promise<void> {
  await fillForAccess(api);
  const person = { consumer: { userId: 'marketing-member@example.com' } };
  const changed = contract('orders', { version: '2.0.0', description: { purpose: 'All orders' } });
  const documents = {
    'tags/personal': { id: 'personal', info: { name: 'Personal data' } },
    'dataproducts/shop': product('shop', ['orders'], { tags: ['personal', 'retail'] }),
    'datacontracts/orders': changed,
    'access/one': access('one'),
    'access/two': { ...access('two'), ...person },
  };
  await putAll(api, documents);
  await putConflicts(api, 'sales', { conflicts: 2, others: 1 });
}

describeInBrowser('requests of a page', () => {
  let stack: WebStack;
  let key: string;
  let deciderKey: string;
  beforeAll(async () => {
    stack = await startWebStack();
    await fill(stack.api);
    // More than a page of each list.
    await copyAccess(stack.api, 'one', 300);
    ({ text: deciderKey } = await stack.api.newKey('user', {
      email: 'checkout-owner@example.com',
    }));
    ({ text: key } = await stack.api.newKey('user', { email: 'marketing-owner@example.com' }));
  });
  afterAll(() => stack?.stop());

  /** Requests to the API, and those that were answered before the content stood there; the bell is filled beside it. */
  const count = async ({ page, context, goto }: Window, path: string, content: string) => {
    await context.addInitScript((selector) => {
      const watcher = new MutationObserver(() => {
        if (document.querySelector(selector) === null) return;
        watcher.disconnect();
        Object.assign(globalThis, { shownAt: performance.now() });
      });
      watcher.observe(document, { childList: true, subtree: true });
    }, content);
    await goto(path);
    await page.locator(content).first().waitFor();
    await page.waitForLoadState('networkidle');
    return page.evaluate(() => {
      const { shownAt } = globalThis as unknown as { shownAt: number };
      const all = performance
        .getEntriesByType('resource')
        .map((each) => each as PerformanceResourceTiming)
        .map(({ name, responseEnd }) => ({ path: new URL(name).pathname, responseEnd }))
        .filter((each) => each.path.startsWith('/ui/'));
      const before = all.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= shownAt);
      const pathOf = (each: { path: string }) => each.path;
      return {
        sent: all.map(pathOf),
        before: before.map(pathOf).filter((each) => each !== '/ui/notices'),
      };
    });
  };

  it.each(pages)(
    '%s waits for at most 4 before its content, and makes at most 8',
    async (path, content) => {
      const isOwn = path === '/inbox' || path.endsWith('/merge');
      const window = await stack.open({ key: isOwn ? deciderKey : key });
      const { before, sent } = await count(window, path, content);
      await window.close();
      expect(before).toContain('/ui/me');
      expect({ sent, isFew: sent.length <= 8 }).toEqual({ sent, isFew: true });
      expect({ before, isFew: before.length <= 4 }).toEqual({ before, isFew: true });
    },
  );

  it('loads few files, and its script stays small', async () => {
    const { page, goto, close } = await stack.open();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await goto('/');
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(
      scripts.map(async (url) => {
        const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
        return Number(answer.headers.get('content-length'));
      }),
    );
    await close();
    expect(scripts.length).toBeLessThanOrEqual(12);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000);
  });
});
