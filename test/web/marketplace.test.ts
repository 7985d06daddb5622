import { contract, product, team } from '../support/builders/contracts.ts';
import { span, traces } from '../support/builders/spans.ts';
import { copyAs } from '../support/web/clipboard.ts';
import { marketplaceOf } from '../support/web/find.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { orderIri, putAll, putOntology } from '../support/web/stored.ts';

const meaning = (url: string) => ({ authoritativeDefinitions: [{ type: 'semantics', url }] });

const orders = {
  name: 'orders',
  ...meaning(orderIri),
  properties: [{ name: 'parcel_code', logicalType: 'string' }],
};

const lines = {
  name: 'lines',
  properties: [
    {
      name: 'number',
      logicalType: 'integer',
      ...meaning('https://catalog.example.com/test/semantics/sales/order_id'),
    },
  ],
};

const documents = {
  'teams/checkout': team('checkout', {
    name: 'Checkout',
    members: [{ name: 'Ben Vos', emailAddress: 'ben@example.com', role: 'Member' }],
  }),
  'tags/personal': { id: 'personal', info: { name: 'Personal data', owner: 'checkout' } },
  'datacontracts/orders': contract('orders', { name: 'Orders', schema: [orders] }),
  'datacontracts/lines': contract('lines', { name: 'Order lines', schema: [lines] }),
  'dataproducts/deliveries': product('deliveries', [], { name: 'Deliveries' }),
  'dataproducts/shop-data': product('shop-data', ['orders'], {
    name: 'Shop data',
    tags: ['personal', 'retail'],
  }),
  'example-data/rows': {
    dataProductId: 'shop-data',
    outputPortId: 'port-0',
    schemaName: 'sample_rows',
    data: [{ parcel_code: 'a' }],
  },
  'access/of-ben': {
    info: { purpose: 'Forecasts' },
    provider: { dataProductId: 'shop-data', outputPortId: 'port-0' },
    consumer: { userId: 'Ben@example.com' },
  },
};

const cost = { dataProductId: 'shop-data', name: 'Warehouse', currency: 'EUR', amount: 1200 };

describeInBrowser('the marketplace and what products say', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, documents);
    await putOntology(stack.api);
    for (const body of [
      { ...cost, yearMonth: '2026-09', category: 'storage' },
      { ...cost, yearMonth: '2026-10', category: 'storage', amount: 1350.5 },
      { ...cost, name: 'Mails', yearMonth: '2026-10', amount: 20, currency: 'USD' },
    ]) {
      await stack.api.send('POST', '/api/costs', { body });
    }
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
  const names = () => window.page.locator('.hit h3').allInnerTexts();

  it('calls tags by their names, in results, filters and at the product', async () => {
    const { page } = window;
    await window.goto('/');
    const market = marketplaceOf(page);
    const chips = market.result('Shop data').locator('.hit-chips');
    await chips.getByText('Personal data', { exact: true }).waitFor();
    await chips.getByText('retail', { exact: true }).waitFor();
    await market.filter('Personal data').check();
    await market.chips().getByText('Tag: Personal data').waitFor();
    await page.waitForURL((url) => url.search.includes('personal'));
    await market.result('Deliveries').waitFor({ state: 'hidden' });
    await window.goto('/dataproducts/shop-data');
    await page.locator('.lead-tags').getByRole('link', { name: 'Personal data' }).click();
    await market.chips().getByText('Tag: Personal data').waitFor();
  });

  it('lists what the person has starred first, or alone', async () => {
    const { page } = window;
    const market = marketplaceOf(page);
    await window.goto('/?kind=%5B"DATA_PRODUCT"%5D');
    await market.result('Shop data').waitFor();
    const before = await names();
    const last = before.at(-1) ?? '';
    await market.result(last).getByRole('link', { name: last }).click();
    await page.getByRole('button', { name: /^Star / }).click();
    await page.getByRole('button', { name: 'Starred 1' }).waitFor();
    await window.goto('/?kind=%5B"DATA_PRODUCT"%5D');
    await market.result(last).getByTitle('Starred by you').waitFor();
    expect(await names()).toEqual([last, ...before.slice(0, -1)]);
    await market.filter('Starred').check();
    await market.chips().getByText('Mine: Starred').waitFor();
    await market.result(before[0] ?? '').waitFor({ state: 'hidden' });
    expect(await names()).toEqual([last]);
    await market.chips().getByRole('button', { name: 'Mine: Starred' }).click();
    await market.result(before[0] ?? '').waitFor();
  });

  it('finds a product by a field of its contract, and says so', async () => {
    await window.goto('/?q=parcel_code');
    const found = marketplaceOf(window.page).result('Shop data');
    const reason = found.locator('.hit-match');
    await reason.waitFor();
    expect(await reason.innerText()).toBe('Field Orders › orders.parcel_code');
    expect(await reason.locator('mark').innerText()).toContain('parcel_code');
  });

  it('names the product of example data', async () => {
    const { page } = window;
    await window.goto('/?q=sample_rows');
    const found = marketplaceOf(page).result('sample_rows');
    await found.getByRole('link', { name: 'Shop data / port-0' }).click();
    await page.waitForURL('**/dataproducts/shop-data');
  });

  it('says to who acts for all teams that a list holds their accesses', async () => {
    await window.goto('/me/access');
    await window.page.getByText('What you and your teams may use').waitFor();
    const operator = await stack.open();
    await operator.goto('/me/access');
    await operator.page.getByText('this list has what all teams may use').waitFor();
    await operator.goto('/');
    await operator.page.getByRole('heading', { name: 'Access of all teams' }).waitFor();
    await operator.close();
    expect(operator.problems).toEqual([]);
  });

  it('counts contracts under the concepts of their tables and of their properties', async () => {
    const { page } = window;
    await window.goto('/');
    const concepts = page.getByRole('group', { name: 'Concept' });
    await concepts.getByRole('checkbox', { name: /^Order\s*1$/ }).waitFor();
    await concepts.getByRole('checkbox', { name: /^Order ID\s*1$/ }).check();
    const market = marketplaceOf(page);
    await market.chips().getByText('Concept: Order ID').waitFor();
    await market.result('Orders').waitFor({ state: 'hidden' });
    expect(await names()).toEqual(['Order lines']);
  });

  it('shows what a product costs, in a table for each currency', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data');
    const tabs = page.getByRole('navigation', { name: 'Parts of the data product' });
    await tabs.getByRole('link', { name: 'Costs' }).click();
    await page.waitForURL('**/dataproducts/shop-data/costs');
    const euros = page.getByRole('region', { name: /EUR/ });
    const rows = await euros.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Cost Oct 2026 Sep 2026',
      'Warehouse storage €1,350.50 €1,200.00',
      'Total €1,350.50 €1,200.00',
    ]);
    await page.getByRole('region', { name: /USD/ }).getByText('Mails').waitFor();
    await window.goto('/dataproducts/deliveries/costs');
    await page.getByRole('heading', { name: 'No costs reported' }).waitFor();
  });

  it('shows who used a product how often, as a chart and as a table', async () => {
    const { page } = window;
    await window.goto('/dataproducts/deliveries/usage');
    await page.getByRole('heading', { name: 'No use reported in 90 days' }).waitFor();
    const old = new Date(Date.now() - 3 * 86_400_000);
    const spans = [span(), span(), span({ user: 'ben@example.com', rows: 3 }, { at: old })];
    await stack.api.send('POST', '/api/v1/traces', {
      body: traces(spans, { 'dataproduct.id': 'shop-data', 'outputport.name': 'port-0' }),
    });
    await window.goto('/dataproducts/shop-data/usage');
    await page.getByText('3 uses by 2 users').waitFor();
    await page.getByRole('img', { name: 'Uses of each day; the most are 2' }).waitFor();
    const by = page.getByRole('group', { name: 'Group by' });
    await page.getByRole('region', { name: 'User' }).getByText('Last used').waitFor();
    await by.getByRole('button', { name: 'Day' }).click();
    const days = page.getByRole('region', { name: 'Day' });
    expect(await days.getByRole('columnheader').allInnerTexts()).toEqual(['Day', 'Uses', 'Rows']);
    expect(await days.getByRole('row').count()).toBe(3);
    await by.getByRole('button', { name: 'Team' }).click();
    await page.getByText('Without an access').waitFor();
    await by.getByRole('button', { name: 'User' }).click();
    await page.waitForURL('**/usage?by=user');
    const users = page.getByRole('region', { name: 'User' });
    await users.getByText('ada@example.com').waitFor();
    const rows = (await users.getByRole('row').allInnerTexts()).map((row) =>
      row.split(/\s+/).slice(0, 3),
    );
    expect(rows.slice(1)).toEqual([
      ['ada@example.com', '2', '20'],
      ['ben@example.com', '1', '3'],
    ]);
  });

  it('calls a person who uses data by name: at the product, its contract and the request', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data/consumers');
    const ben = page.getByRole('link', { name: 'Ben Vos', exact: true });
    await ben.waitFor();
    expect(await ben.getAttribute('href')).toBe('mailto:Ben@example.com');
    await window.goto('/datacontracts/orders/usages');
    await ben.waitFor();
    await window.goto('/access/of-ben');
    await page.getByRole('heading', { level: 1, name: /→ Ben Vos$/ }).waitFor();
  });

  it('says who deleted an access', async () => {
    const { api } = stack;
    await api.send('PUT', '/api/access/former', { body: documents['access/of-ben'] });
    await api.send('DELETE', '/api/access/former');
    await window.goto('/access/former');
    const note = window.page.getByText('organization deleted Shop data / port-0');
    await note.waitFor();
    expect(await note.locator('time').innerText()).toBe('just now');
  });

  it('copies a product as YAML', async () => {
    await window.goto('/dataproducts/shop-data');
    await window.page.getByRole('heading', { level: 1, name: 'Shop data' }).waitFor();
    const text = await copyAs(window.page, 'YAML');
    expect(text).toMatch(/^apiVersion: v1\.0\.0\nkind: DataProduct\nid: shop-data\n/);
  });
});
