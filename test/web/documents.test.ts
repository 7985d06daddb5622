import { contract, team } from '../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { marketplaceOf } from '../support/web/find.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { orderIri, putAll, putOntology } from '../support/web/stored.ts';

const documents = {
  'teams/checkout': team('checkout', { name: 'Checkout' }),
  'datacontracts/orders': contract('orders', {
    name: 'Orders',
    authoritativeDefinitions: [{ type: 'semantics', url: orderIri }],
  }),
  'policies/privacy': {
    id: 'privacy',
    name: 'Privacy',
    status: 'Accepted',
    content: '## Rules\n\n- Ask before you **copy** data.\n',
  },
  'assets/shop-orders': {
    id: 'shop-orders',
    info: { name: 'public.orders', source: 'postgres', type: 'table', owner: 'checkout' },
  },
};

describeInBrowser('documents without a page made for their kind', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, documents);
    await putOntology(stack.api);
  });
  afterAll(() => stack?.stop());
  const open = async (path: string, ...words: Parameters<WebStack['open']>) => {
    window = await stack.open(...words);
    await window.goto(path);
    return window.page;
  };
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('leads from a found concept to its meaning, its team and the contracts that use it', async () => {
    const page = await open('/?q=purchase');
    const line = marketplaceOf(page).result('Order');
    await line.getByRole('link', { name: 'Order' }).click();
    await page.waitForURL('**/semantics/sales/order');
    await page.getByText('A confirmed purchase').waitFor();
    await page.getByRole('link', { name: 'Checkout' }).waitFor();
    await page.getByRole('button', { name: 'Contracts and fields' }).click();
    const usage = page.getByRole('row', { name: /^Orders/ });
    await usage.getByText('the whole document').waitFor();
    await usage.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/datacontracts/orders');
  });

  it('follows a concept', async () => {
    const page = await open('/semantics/sales/order');
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByRole('button', { name: 'Following' }).waitFor();
  });

  it('says that no document uses a concept', async () => {
    const page = await open('/semantics/sales/order_id');
    await page.getByRole('heading', { name: /No contract or product names/ }).waitFor();
  });

  it('names a document and its owner, and shows its Markdown', async () => {
    const asset = await open('/assets/shop-orders');
    await asset.getByRole('heading', { level: 1, name: 'public.orders' }).waitFor();
    await asset.getByRole('link', { name: 'Checkout' }).waitFor();
    await window.goto('/policies/privacy');
    await asset.getByRole('heading', { name: 'Rules' }).waitFor();
    expect(await asset.locator('.prose strong').innerText()).toBe('copy');
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const page = await open('/semantics/sales/order', { scheme, width });
    for (const path of ['/semantics/sales/order', '/policies/privacy', '/assets/shop-orders']) {
      await window.goto(path);
      await page.locator('.details').waitFor();
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
  });
});
