import { contract, product, team } from '../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { clipboardOf } from '../support/web/clipboard.ts';
import { marketplaceOf } from '../support/web/find.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { putAll } from '../support/web/stored.ts';

const rows = Array.from({ length: 42 }, (_, index) => ({ order_id: index + 1, postcode: null }));

const shop = {
  server: 'shop',
  type: 'postgres',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  schema: 'public',
};

const rest = {
  server: 'rest',
  type: 'api',
  location: 'https://reader:never-shown@api.example.com/v1',
};

const schema = [
  { name: 'orders', properties: [{ name: 'postcode', logicalType: 'string', required: true }] },
];

const members = [
  { emailAddress: 'ada@example.com', role: 'Owner' },
  { emailAddress: 'ben@example.com', role: 'Member' },
];

const example = { dataProductId: 'shop-data', outputPortId: 'port-0' };

const documents = {
  'teams/checkout': team('checkout', { name: 'Checkout', members }),
  'teams/parcels': team('parcels', { name: 'Parcels' }),
  'datacontracts/orders': contract('orders', { name: 'Orders', servers: [shop, rest], schema }),
  'dataproducts/shop-data': product('shop-data', ['orders'], {
    name: 'Shop data',
    tags: ['retail'],
    description: { purpose: 'Orders of the shop', usage: 'Use **clean** rows.' },
  }),
  'dataproducts/deliveries': product('deliveries', [], {
    name: 'Deliveries',
    inputPorts: [{ name: 'in', version: '1.0.0', contractId: 'orders' }],
  }),
  'example-data/a': { ...example, id: 'a', schemaName: 'orders', data: rows },
  'example-data/b': {
    ...example,
    id: 'b',
    schemaName: 'prices',
    data: { season: 'spring', currency: 'EUR' },
  },
};

describeInBrowser('finding data and understanding it', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, documents);
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    const { text } = await stack.api.newKey('user', { email: 'ada@example.com' });
    window = await stack.open({ key: text });
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('tells why a result matched, and keeps filters in the address through back', async () => {
    const { page } = window;
    await window.goto('/');
    const market = marketplaceOf(page);
    await market.type('postcode');
    await market
      .result('Orders')
      .getByText(/^Field .*postcode/)
      .waitFor();
    await page.waitForURL('**/?q=postcode');
    await market.filter('Data contract').check();
    await market.chips().getByText('Kind: Data contract').waitFor();
    await market.result('Orders').getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/datacontracts/orders');
    await page.goBack();
    await market.chips().getByText('Kind: Data contract').waitFor();
    await market.chips().getByRole('button', { name: 'Kind: Data contract' }).click();
    await page.waitForURL((url) => !url.searchParams.has('kind'));
    expect(await market.filter('Data contract').isChecked()).toBe(false);
  });

  it('shows the filters above their button on small screens', async () => {
    const small = await stack.open({ width: 375 });
    const { page } = small;
    await small.goto('/?q=orders');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog');
    const kinds = await sheet.getByRole('group', { name: 'Kind' }).boundingBox();
    const button = await sheet.getByRole('button', { name: /^Show/ }).boundingBox();
    expect(kinds?.width).toBeGreaterThan(300);
    expect(button?.y).toBeGreaterThan((kinds?.y ?? 0) + (kinds?.height ?? 0));
    await small.close();
    expect(small.problems).toEqual([]);
  });

  it('counts each filter under the others', async () => {
    await window.goto(`/?tag=${encodeURIComponent('["retail"]')}`);
    const market = marketplaceOf(window.page);
    const kinds = window.page.getByRole('group', { name: 'Kind' });
    await market.chips().getByText('Tag: retail').waitFor();
    await kinds.getByRole('checkbox', { name: /^Data product\s*1$/ }).waitFor();
    expect(await kinds.getByRole('checkbox').count()).toBe(1);
  });

  it('says that similar words were searched, and when nothing is left', async () => {
    const { page } = window;
    await window.goto('/?q=postcde');
    await page.getByRole('status').getByRole('button', { name: 'postcode' }).click();
    await page.waitForURL('**/?q=postcode');
    await window.goto(`/?q=postcode&tag=${encodeURIComponent('["no-such-tag"]')}`);
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await marketplaceOf(page).result('Orders').waitFor();
  });

  it('saves a search, opens it, deletes it and takes that back', async () => {
    const { page } = window;
    await window.goto(`/?kind=${encodeURIComponent('["DATA_PRODUCT"]')}`);
    await page.getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('All products');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const saved = page.getByRole('list', { name: 'Saved searches' });
    await saved.getByRole('button', { name: 'All products', exact: true }).waitFor();
    await window.goto('/');
    await saved.getByRole('button', { name: 'All products', exact: true }).click();
    await marketplaceOf(page).chips().getByText('Kind: Data product').waitFor();
    await saved.getByRole('button', { name: 'Delete the saved search All products' }).click();
    await saved.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await saved.getByRole('button', { name: 'All products', exact: true }).waitFor();
  });

  it('shows each part of a product at its address', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data');
    await page.getByText('clean', { exact: true }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Parts of the data product' });
    const parts: readonly (readonly [string, string, string])[] = [
      ['Quality', 'quality', 'Never tested'],
      ['Consumers', 'consumers', 'No consumers yet'],
      ['History', 'history', 'Revision 1'],
      ['Ports', 'ports', 'port-0'],
    ];
    for (const [name, address, text] of parts) {
      await tabs.getByRole('link', { name }).click();
      await page.waitForURL(`**/dataproducts/shop-data/${address}`);
      await page.getByText(text).first().waitFor();
      expect(await tabs.locator('[aria-current="page"]').allInnerTexts()).toEqual([
        expect.stringContaining(name),
      ]);
    }
  });

  it('shows the lineage as graph and as table', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data/lineage');
    const graph = page.getByRole('region', { name: /^Graph of 2 products/ });
    await graph.getByRole('link', { name: 'Deliveries' }).waitFor();
    await page
      .getByRole('group', { name: 'View', exact: true })
      .getByRole('button', { name: 'Table' })
      .click();
    await page.getByRole('row', { name: 'Shop data Orders Deliveries' }).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('table');
  });

  it('shows 30 of the example rows, then all, then one; and an object by its fields', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data/example');
    await page.getByText('30 of 42 rows').waitFor();
    await page.getByRole('button', { name: 'Show more rows' }).click();
    await page.getByText('42 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'One row' }).click();
    await page.getByRole('button', { name: 'Next row' }).click();
    await page.getByRole('row', { name: 'order_id 2' }).waitFor();
    await page.getByRole('row', { name: 'postcode empty' }).waitFor();
    await page.getByRole('button', { name: 'prices' }).click();
    await page.getByRole('row', { name: 'season spring' }).waitFor();
  });

  it('stars and follows a product, and asks for its port in the address', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data');
    await page.getByRole('button', { name: 'Star 0' }).click();
    await page.getByRole('button', { name: 'Starred 1' }).waitFor();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByText('You follow Shop data').waitFor();
    await window.goto('/dataproducts/shop-data');
    await page.getByRole('button', { name: 'Starred 1' }).waitFor();
    await page.getByRole('button', { name: 'Following' }).waitFor();
    await page.getByRole('button', { name: 'Request access' }).click();
    await page.waitForURL('**/dataproducts/shop-data?request=port-0');
  });

  it('gives the connection of a port to copy, without a credential', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data/ports/port-0');
    await page.getByRole('button', { name: 'Copy: postgresql' }).click();
    await page.getByText('Copied: Connection to shop').first().waitFor();
    const copied = await clipboardOf(page);
    expect(copied).toBe('postgresql://db.example.com:5432/shop');
    await page.getByText('https://api.example.com/v1').first().waitFor();
    expect(await page.content()).not.toContain('never-shown');
    await window.goto('/dataproducts/shop-data/ports/gone');
    await page.getByRole('link', { name: 'port-0' }).waitFor();
  });

  it('lists teams, and what one of them owns', async () => {
    const { page } = window;
    await window.goto('/teams');
    await page.getByRole('searchbox', { name: 'Filter teams' }).fill('check');
    await page.getByRole('link', { name: /Parcels/ }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /Checkout/ }).click();
    await page.waitForURL('**/teams/checkout');
    await page.getByRole('row', { name: /Shop data/ }).waitFor();
    await page.getByRole('link', { name: /^Members/ }).click();
    const ada = page.getByRole('row', { name: /ada@example.com/ });
    await ada.getByText('Owner').first().waitFor();
  });

  it('shows teams as a tree, whose search keeps the path, and where keys open a branch', async () => {
    const below = { shops: null, online: 'shops', returns: 'online' };
    for (const [id, parent] of Object.entries(below)) {
      const body = team(id, { name: `Unit ${id}`, ...(parent && { parent }) });
      expect((await stack.api.send('PUT', `/api/teams/${id}`, { body })).status).toBe(200);
    }
    const { page } = window;
    await window.goto('/teams');
    const path = page.locator('li', { hasText: 'Unit shops' }).locator('li');
    await path
      .filter({ hasText: 'Unit online' })
      .getByRole('link', { name: /returns/ })
      .waitFor();
    const toggle = page.getByRole('button', { name: 'Unit shops: 1 team below it' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Unit returns/ }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Filter teams' }).fill('returns');
    await page.getByRole('link', { name: /Checkout/ }).waitFor({ state: 'detached' });
    await path.getByRole('link', { name: /Unit returns/ }).waitFor();
  });

  it('keeps the page when a part fails, and says what is gone', async () => {
    const { page } = window;
    await page.route('**/ui/api/**/quality?*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    await window.goto('/dataproducts/shop-data/quality');
    await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
    await page.getByRole('heading', { name: 'Owner' }).waitFor();
    await page.unroute('**/ui/api/**/quality?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Never tested' }).waitFor();
    await window.goto('/dataproducts/no-such-product');
    await page.getByRole('heading', { name: 'Gone, or never was' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 375],
  ] as const)('is accessible and never scrolls sideways (%s, %i px)', async (scheme, width) => {
    await window.close();
    window = await stack.open({ scheme, width });
    const pages = [
      '/',
      '/dataproducts/shop-data',
      '/dataproducts/shop-data/lineage',
      '/dataproducts/shop-data/example',
      '/dataproducts/shop-data/ports/port-0',
      '/teams/checkout',
    ];
    for (const path of pages) {
      await window.goto(path);
      await window.page.waitForLoadState('networkidle');
      expect(await seriousFindings(window.page)).toEqual([]);
      expect(await overflowOf(window.page)).toBe(0);
    }
  });
});
