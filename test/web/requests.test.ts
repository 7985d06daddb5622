import { access, fillForAccess } from '../support/builders/access.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const shop = '/dataproducts/shop';
const orders = '/datacontracts/orders';

/** Every page, and what only its content shows. */
const pages: readonly (readonly [path: string, content: string])[] = [
  ['/', '.hit h3 a'],
  ['/?q=orders', '.hit h3 a'],
  [shop, '.port h3'],
  ...['ports', 'quality', 'lineage', 'consumers', 'example', 'history'].map(
    (part) => [`${shop}/${part}`, '.tabs [aria-current="page"]'] as const,
  ),
  [`${shop}/ports/port-0`, '.product-aside'],
  ...['', '/tests', '/yaml', '/versions', '/terms', '/usages', '/history'].map(
    (part) => [`${orders}${part}`, '.tabs [aria-current="page"]'] as const,
  ),
  ['/me/access', 'main a[href^="/access/"]'],
  ['/access/one', '.phase-line'],
  ['/inbox', 'main li'],
  ['/teams', 'main li'],
  ['/teams/checkout', 'main table'],
  ['/me/sessions', 'main table'],
];

describeInBrowser('requests of a page', () => {
  let stack: WebStack;
  beforeAll(async () => {
    stack = await startWebStack();
    await fillForAccess(stack.api);
    await stack.api.send('PUT', '/api/access/one', { body: access('one') });
  });
  afterAll(() => stack?.stop());

  /** Requests to the API, and how many of them were sent before the content stood there. */
  const count = async ({ page, goto }: Window, path: string, content: string) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/ui/')) sent.push(pathname);
    });
    const appeared = page.locator(content).first().waitFor();
    await Promise.all([goto(path), appeared]);
    const before = sent.length;
    await page.waitForLoadState('networkidle');
    return { before, sent };
  };

  it.each(pages)('%s makes at most 4 before its content and 8 in all', async (path, content) => {
    const { text } = await stack.api.newKey('user', { email: 'checkout-owner@example.com' });
    const window = await stack.open({ key: text });
    const { before, sent } = await count(window, path, content);
    await window.close();
    expect(before).toBeGreaterThan(0);
    expect({ path, sent, isFew: sent.length <= 8 }).toEqual({ path, sent, isFew: true });
    expect({ path, before, sent, isFew: before <= 4 }).toEqual({ path, before, sent, isFew: true });
  });

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
