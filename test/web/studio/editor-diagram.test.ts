import type { Page } from 'playwright-core';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const shop = `# Kept by the shop
apiVersion: v3.1.0
kind: DataContract
id: shop-tables
name: Shop tables
version: 1.0.0
status: active
team:
  name: checkout
schema:
  - name: orders
    properties:
      - name: order_id
        logicalType: integer
        primaryKey: true
      - name: customer_id # who pays
        logicalType: integer
        relationships:
          - to: customers.id
  - name: customers
    properties:
      - name: id
        logicalType: integer
`;

const older = `dataContractSpecification: 1.1.0
id: older
info:
  title: Older
  version: 1.0.0
  owner: checkout
models:
  orders:
    fields:
      order_id:
        type: text
      customer_id:
        type: text
        references: customers.id
  customers:
    fields:
      id:
        type: text
`;

describeInBrowser('the diagram of the editors', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  const put = async (path: string, body: unknown) => {
    const headers = {
      'content-type': typeof body === 'string' ? 'application/yaml' : 'application/json',
    };
    const { status, text } = await stack.api.send('PUT', `/api/${path}`, { body, headers });
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };

  beforeAll(async () => {
    stack = await startWebStack();
    await put('teams/checkout', team('checkout'));
    await put('datacontracts/shop-tables', shop);
    await put('datacontracts/older', older);
    await put('datacontracts/raw', contract('raw', { name: 'Raw orders' }));
    const properties = Array.from({ length: 1000 }, (_, index) => ({ name: `column_${index}` }));
    await put('datacontracts/wide', contract('wide', { schema: [{ name: 'facts', properties }] }));
    const inputPorts = [{ name: 'from-raw', version: '1.0.0', contractId: 'raw' }];
    await put('dataproducts/shop', product('shop', ['shop-tables', 'raw'], { inputPorts }));
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
    await window.goto(path);
    return window.page;
  };
  const tables = (page: Page) =>
    page.getByRole('region', { name: 'Tables and their relationships' });
  const view = (page: Page, name: string) =>
    page
      .getByRole('group', { name: 'How the document is shown' })
      .getByRole('button', { name, exact: true });
  const current = (page: Page) =>
    page.getByRole('navigation', { name: 'Parts of the document' }).locator('[aria-current]');

  it('draws tables and relationships as they are typed, and opens a field in the form', async () => {
    const page = await open('/datacontracts/shop-tables/edit?show=diagram');
    const drawn = tables(page);
    await drawn.getByRole('img', { name: 'orders.customer_id → customers.id' }).waitFor();
    await view(page, 'YAML').click();
    await page.locator('.cm-line', { hasText: 'logicalType: integer' }).last().click();
    await page.keyboard.press('End');
    await page.keyboard.insertText('\n      - name: email\n        logicalType: string');
    await view(page, 'Diagram').click();
    await drawn.getByRole('button', { name: 'email string' }).click();
    await page.waitForURL(/show=both&part=schema\.1\.properties\.1/u);
    await page.getByRole('heading', { name: 'email' }).waitFor();
    await current(page).and(page.locator(':focus')).waitFor();
    await page.locator('.cm-activeLine', { hasText: 'name: email' }).waitFor();
  });

  it('shows the last state that parsed, and says so', async () => {
    const page = await open('/datacontracts/shop-tables/edit?show=yaml');
    await page.locator('.cm-line', { hasText: 'name: Shop tables' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('\nbroken: [');
    await view(page, 'Diagram').click();
    await page.getByText(/Line \d+ keeps the diagram from reading the YAML/u).waitFor();
    await tables(page).getByRole('button', { name: 'customer_id integer' }).waitFor();
    await page.getByRole('button', { name: /^Go to line/u }).click();
    await page.locator('.cm-line', { hasText: 'broken: [' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('1]');
    await view(page, 'Diagram').click();
    await page.getByText(/keeps the diagram/u).waitFor({ state: 'detached' });
  });

  it('says the same as a table, whose address can be shared', async () => {
    const page = await open('/datacontracts/shop-tables/edit?show=diagram');
    await tables(page).getByRole('button', { name: 'Show as table' }).click();
    await page.waitForURL(/as=table/u);
    await tables(page).getByRole('cell', { name: 'customer_id → customers.id' }).waitFor();
    await tables(page).getByRole('cell', { name: 'order_id', exact: true }).waitFor();
    await tables(page).getByRole('button', { name: 'customers', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'customers' }).waitFor();
  });

  it('leads to the line of a document that the form does not know', async () => {
    const page = await open('/datacontracts/older/edit?show=diagram');
    await tables(page).getByRole('button', { name: 'customer_id text' }).click();
    await page.waitForURL(/show=yaml/u);
    await page.locator('.cm-activeLine', { hasText: 'customer_id:' }).waitFor();
  });

  it('shows a table of 1,000 fields by its first ones, and opens the others', async () => {
    const page = await open('/datacontracts/wide/edit?show=diagram');
    await tables(page).getByRole('button', { name: 'column_7', exact: true }).waitFor();
    expect(await tables(page).getByRole('listitem').count()).toBe(9);
    await tables(page).getByRole('button', { name: '992 more' }).click();
    await page.getByRole('heading', { name: 'facts' }).waitFor();
  });

  it('draws the ports of a product with their contracts, and opens one in the form', async () => {
    const page = await open('/dataproducts/shop/edit?show=diagram', { width: 1024 });
    const drawn = page.getByRole('region', { name: 'Ports of the product' });
    await drawn.getByRole('button', { name: 'from-raw Raw orders' }).waitFor();
    await drawn.getByRole('button', { name: 'port-0 Shop tables' }).waitFor();
    await drawn.getByRole('button', { name: 'Show as table' }).click();
    await drawn.getByRole('row', { name: 'Input port from-raw 1.0.0 Raw orders' }).waitFor();
    await drawn.getByRole('button', { name: 'Show as diagram' }).click();
    await drawn.getByRole('button', { name: 'port-1 Raw orders' }).click();
    await page.getByRole('heading', { name: 'Output ports' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Contract' }).inputValue()).toBe('raw');
    expect(await page.getByRole('textbox', { name: 'YAML of the document' }).count()).toBe(0);
  });

  it('says what to do where there is nothing to draw', async () => {
    await put('datacontracts/bare', contract('bare', { schema: [] }));
    const page = await open('/datacontracts/bare/edit?show=diagram');
    await page.getByText('The text describes no tables yet').waitFor();
    await page.getByRole('button', { name: 'Open the form' }).click();
    await page.getByRole('button', { name: 'Add table' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 1024],
    ['dark', 375],
  ] as const)('is accessible and does not scroll sideways (%s, %d)', async (scheme, width) => {
    const page = await open('/datacontracts/shop-tables/edit?show=diagram', { scheme, width });
    await tables(page).getByRole('button', { name: 'customer_id integer' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.goto('/dataproducts/shop/edit?show=diagram');
    const drawn = page.getByRole('region', { name: 'Ports of the product' });
    await drawn.getByRole('button', { name: 'port-0 Shop tables' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await drawn.getByRole('button', { name: 'Show as table' }).click();
    await drawn.getByRole('cell', { name: 'Input port' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
});
