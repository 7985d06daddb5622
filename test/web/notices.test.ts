import { access, fillForAccess } from '../support/builders/access.ts';
import { ontology, order, orderId, semantics } from '../support/builders/ontologies.ts';
import { until } from '../support/until.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { noticesOf } from '../support/web/notices.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { putOntology } from '../support/web/stored.ts';

describeInBrowser('a page that stays open', () => {
  let stack: WebStack;
  let checkout: Record<string, unknown>;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
    await fillForAccess(stack.api);
    checkout = (await stack.api.send('GET', '/api/teams/checkout')).json;
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (path: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open(options);
    opened.push(window);
    const seen = { streams: 0, reads: 0 };
    window.context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/ui/api/events') seen.streams += 1;
      if (pathname === '/ui/teams/checkout') seen.reads += 1;
    });
    await window.goto(path);
    return { ...window, seen };
  };
  const rename = (name: string) =>
    stack.api.send('PUT', '/api/teams/checkout', { body: { ...checkout, name } });

  it('shows what others change, in all tabs by one stream, also after the tab that reads it is closed', async () => {
    const { page, context, seen } = await open('/teams/checkout');
    const other = await context.newPage();
    await other.goto('/teams/checkout');
    const heading = (of: typeof page, name: string) =>
      of.getByRole('heading', { level: 1, name }).waitFor();
    await heading(other, 'Team checkout');
    await until('a tab follows the feed', () => seen.streams === 1);
    await rename('Checkout desk');
    await heading(other, 'Checkout desk');
    // A hidden tab reads again when it is seen.
    await page.bringToFront();
    await heading(page, 'Checkout desk');
    expect(seen.streams).toBe(1);
    await page.close();
    await until('the other tab follows the feed', () => seen.streams === 2);
    await rename('Team checkout');
    await heading(other, 'Team checkout');
  });

  it('misses nothing that changes before it follows the feed', async () => {
    const { page, seen } = await open('/teams/checkout');
    await rename('Early birds');
    await page.getByRole('heading', { level: 1, name: 'Early birds' }).waitFor();
    expect(seen.streams).toBe(1);
    await rename('Team checkout');
  });

  it('repeats its reads at most twice a second, however much changes', async () => {
    const { page, seen } = await open('/teams/checkout');
    await until('the tab follows the feed', () => seen.streams === 1);
    const before = seen.reads;
    const start = performance.now();
    for (let n = 0; n < 60; n++) await rename(`Checkout ${n}`);
    await page.getByRole('heading', { level: 1, name: 'Checkout 59' }).waitFor();
    const seconds = (performance.now() - start) / 1_000;
    expect(seen.reads - before).toBeGreaterThan(0);
    expect(seen.reads - before).toBeLessThanOrEqual(Math.ceil(seconds * 2) + 1);
    await rename('Team checkout');
  });

  it('tells of a decision at the bell: who, what and the note; the notice leads there and is read then', async () => {
    const { api } = stack;
    const { text: key } = await api.newKey('user', { email: 'marketing-member@example.com' });
    const { page } = await open('/teams', { key });
    const bell = noticesOf(page);
    expect(await bell.unread()).toBe(0);
    await api.send('PUT', '/api/access/asked', { body: access('asked') });
    const note = { note: 'Use the export instead.' };
    await api.send('POST', '/api/access/asked/request-change', { body: note });
    await until('the bell rings', async () => (await bell.unread()) === 1);
    await bell.open();
    const line = bell.lines.first();
    expect(await line.innerText()).toMatch(
      /^Team checkout asks Team marketing to change the request for Product shop \/ \S+\.\s+“?Use the export instead\.”?\s+organization · just now/,
    );
    expect(await seriousFindings(page)).toEqual([]);
    await line.click();
    await page.waitForURL('**/access/asked');
    await until('the notice is read', async () => (await bell.unread()) === 0);
    await api.send('POST', '/api/access/asked/approve');
    await api.send('PUT', '/api/access/second', { body: access('second', { status: 'approved' }) });
    await api.send('POST', '/api/access/second/cancel');
    await until('the bell rings twice', async () => (await bell.unread()) >= 2);
    await bell.open();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await until('all are read', async () => (await bell.unread()) === 0);
    await page.reload();
    expect(await bell.unread()).toBe(0);
  });

  it('leads from the notice of a followed concept to its page', async () => {
    const { api } = stack;
    await putOntology(api);
    const { text: key } = await api.newKey('user', { email: 'marketing-owner@example.com' });
    const { page } = await open('/semantics/sales/order', { key });
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByRole('button', { name: 'Following' }).waitFor();
    const changed = order.replace('A confirmed purchase', 'A purchase that was shipped');
    await semantics(api).put('sales', ontology('sales', [changed, orderId]));
    const bell = noticesOf(page);
    const line = bell.lines.filter({ hasText: 'Order' }).first();
    await until('the notice is there', async () => {
      await page.goto('/teams');
      await bell.open();
      await bell.lines.first().waitFor();
      return line.isVisible();
    });
    await line.click();
    await page.waitForURL('**/semantics/sales/order');
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 375],
  ] as const)(
    'has no serious finding of axe in the list of notices (%s, %i px)',
    async (scheme, width) => {
      const { text: key } = await stack.api.newKey('user', {
        email: 'marketing-owner@example.com',
      });
      const { page } = await open('/teams', { scheme, width, key });
      const bell = noticesOf(page);
      await bell.open();
      await bell.lines.first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    },
  );
});
