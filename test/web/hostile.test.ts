import { fillWithHostileTexts } from '../support/builders/hostile.ts';
import { until } from '../support/until.ts';
import { harmOf, tooWideOf, unisolatedOf } from '../support/web/harm.ts';
import { hostileLine } from '../support/web/hostile-texts.ts';
import { noticesOf } from '../support/web/notices.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const product = '/dataproducts/hostile';
const contract = '/datacontracts/hostile';
const field = encodeURIComponent('6 <img src=x onerror=window.__xss=1>');

/** Every page that shows what others wrote. */
const pages: readonly string[] = [
  '/',
  '/?q=hostile',
  `/?q=${encodeURIComponent('<img src=x onerror=window.__xss=1>')}`,
  product,
  ...[
    'ports',
    'quality',
    'lineage',
    'lineage?view=table',
    'consumers',
    'example',
    'example?view=row',
  ].map((part) => `${product}/${part}`),
  `${product}/history`,
  `${product}/ports/port-0`,
  `${product}?request=port-0`,
  contract,
  `${contract}?view=table`,
  `${contract}?table=${field}&field=${field}`,
  ...['tests', 'yaml', 'versions', 'terms', 'usages', 'history'].map(
    (part) => `${contract}/${part}`,
  ),
  `${contract}?code=sql`,
  '/me/access',
  '/access/granted',
  '/access/declined',
  '/access/waits',
  '/inbox',
  '/teams',
  '/teams/checkout',
  '/teams/marketing',
  '/tags/hostile',
  '/definitions/hostile',
  '/semantics/hostile/hostile',
  '/%3Cimg%20src=x%20onerror=window.__xss=1%3E',
  '/?q=%00',
  `/?tag=${encodeURIComponent('["\\u0000"]')}`,
  '/dataproducts/%00',
  '/datacontracts/%ED%A0%80',
  '/access/%00%0d%0aSet-Cookie:x=1',
  '/dataproducts/long',
  '/datacontracts/long',
  '/?tag=%5B%22long%22%5D',
  '/sign-in?error=%3Cscript%3Ewindow.__xss=1%3C/script%3E&return=javascript:window.__xss=1',
];

describeInBrowser('texts that attack their reader', () => {
  let stack: WebStack;
  beforeAll(async () => {
    stack = await startWebStack();
    await fillWithHostileTexts(stack.api);
  });
  afterAll(() => stack?.stop());

  type Watched = Window & { ran: string[]; asked: string[] };

  const watch = async (options: Parameters<WebStack['open']>[0]): Promise<Watched> => {
    const window = await stack.open(options);
    const ran: string[] = [];
    const asked: string[] = [];
    const { page, context } = window;
    page.on('dialog', (dialog) => {
      ran.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => ran.push(`window ${popup.url()}`));
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(stack.api.address) && !url.startsWith('data:')) asked.push(url);
    });
    return { ...window, ran, asked };
  };

  /** Opens a page and everything that is folded on it. */
  const visit = async (window: Window, path: string): Promise<void> => {
    await window.goto(path);
    await window.page.waitForLoadState('networkidle');
    await window.page.evaluate(
      'document.querySelectorAll("details").forEach((each) => { each.open = true })',
    );
    await window.page
      .locator('main .skeleton, .prose .skeleton')
      .first()
      .waitFor({ state: 'detached' });
  };

  /** What the page ran, asked and shows that it must not; nothing of it stays for the next look. */
  const harmIn = async ({ page, ran, asked, problems }: Watched) => ({
    wasRun: await page.evaluate('globalThis.__xss ?? "no"'),
    ran: ran.splice(0),
    asked: asked.splice(0),
    problems: problems.splice(0),
    harm: await harmOf(page),
    unisolated: await unisolatedOf(page),
    tooWide: await tooWideOf(page),
  });
  const none = {
    wasRun: 'no',
    ran: [],
    asked: [],
    problems: [],
    harm: [],
    unisolated: [],
    tooWide: [],
  };

  describe.each([375, 1440])('%i px wide', (width) => {
    let window: Watched;
    beforeAll(async () => {
      window = await watch({ width });
    });
    afterAll(() => window?.close());

    it.each(pages)('%s shows them without harm', async (path) => {
      await visit(window, path);
      expect(await harmIn(window)).toEqual(none);
    });

    it('saved searches and notices show them without harm', async () => {
      const { text: key } = await stack.api.newKey('user', { email: 'ada@example.com' });
      const own = await watch({ width, key });
      const headers = { origin: stack.api.address };
      const names = Array.from({ length: 12 }, (_, index) => hostileLine(index * 7).slice(0, 100));
      for (const [index, name] of names.entries()) {
        const data = { name, query: name, filters: { tag: [name] } };
        const answer = await own.context.request.put(`/ui/saved-searches/${index}`, {
          data,
          headers,
        });
        expect(answer.status()).toBe(200);
      }
      const bell = noticesOf(own.page);
      await until('the bell rings', async () => {
        await visit(own, '/');
        return (await bell.unread()) > 3;
      });
      const saved = own.page.locator('.saved-searches > li');
      await saved.nth(names.length - 1).waitFor();
      expect(await saved.count()).toBe(names.length);
      expect(await harmIn(own)).toEqual(none);
      await bell.open();
      await bell.lines.nth(3).waitFor();
      expect(await harmIn(own)).toEqual(none);
      await own.close();
    });
  });
});
