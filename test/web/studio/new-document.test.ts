import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { contract, team } from '../../support/builders/contracts.ts';
import { dbtCatalog, dbtManifest } from '../../support/builders/dbt-project.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const uploaded = `# Written by hand
apiVersion: v3.1.0
kind: DataContract
id: parcels
name: Parcels # of the shop
version: 1.0.0
status: active
team:
  name: checkout
schema:
  - name: parcels
    properties:
      - name: parcel_id
        logicalType: string
`;

const orders = {
  id: 'w:shop.orders',
  info: { name: 'orders', source: 'postgres', type: 'postgres_table', description: 'All orders' },
  columns: [
    { name: 'order_id', type: 'uuid', primaryKey: true, required: true },
    { name: 'placed', type: 'timestamp with time zone' },
  ],
};

const jsonFile = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});
const yamlFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/yaml',
  buffer: Buffer.from(text),
});

describeInBrowser('the pages on which documents begin', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    const documents = {
      'teams/checkout': team('checkout', { name: 'Checkout' }),
      'assets/w:shop.orders': orders,
      'datacontracts/returns': contract('returns', { name: 'Returns of parcels' }),
    };
    for (const [path, body] of Object.entries(documents)) {
      const { status, text } = await stack.api.send('PUT', `/api/${path}`, { body });
      if (status !== 200) throw new Error(`${path}: ${text}`);
    }
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  const open = async (path: string, options: Parameters<WebStack['open']>[0] = {}) => {
    window = await stack.open(options);
    await window.goto(path);
    return window.page;
  };
  const begin = (page: Page) => page.getByRole('button', { name: 'Open in the editor' });
  const name = async (page: Page, value: string) => {
    await page.getByLabel('Name', { exact: true }).fill(value);
    await page.getByLabel('Owning team').selectOption('checkout');
  };
  /** Saves the draft in the editor and waits for the page of the document. */
  const save = async (page: Page, heading: string) => {
    await page.getByText('No problems').waitFor();
    await page.getByRole('button', { name: /^Save/u }).click();
    await page.getByText(`${heading} is saved.`).waitFor();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  };
  const stored = async (path: string) => (await stack.api.send('GET', `/api/${path}`)).text;

  it('store an uploaded file as it is, after saying what is wrong with others', async () => {
    const page = await open('/studio/new-contract');
    await page.getByRole('button', { name: 'File' }).click();
    await begin(page).click();
    await page.getByText('Choose a file first.').waitFor();
    const file = page.getByLabel('YAML or JSON file');
    await file.setInputFiles(yamlFile('broken.yaml', 'kind: ['));
    await begin(page).click();
    await page.getByText(/broken\.yaml is neither YAML nor JSON/u).waitFor();
    await file.setInputFiles({ ...yamlFile('logo.yaml', ''), buffer: Buffer.from([0x89, 0, 255]) });
    await begin(page).click();
    await page.getByText('logo.yaml is not a text file. Choose a YAML or JSON file.').waitFor();
    await file.setInputFiles(yamlFile('product.yaml', 'kind: DataProduct\n'));
    await begin(page).click();
    await page.getByText(/product\.yaml is no data contract/u).waitFor();
    await file.setInputFiles(yamlFile('parcels.yaml', uploaded));
    await begin(page).click();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await save(page, 'Parcels');
    expect(await stored('datacontracts/parcels/datacontract.yaml')).toBe(uploaded);
  });

  it('make a contract of a table of an integration', async () => {
    const page = await open('/studio/new-contract?from=tables');
    await page.getByRole('searchbox', { name: 'Search tables, files and topics' }).fill('orders');
    await page.getByRole('checkbox', { name: /orders/u }).check();
    await begin(page).click();
    await page.getByText('Choose the team that owns it.').waitFor();
    await name(page, 'Web orders');
    await begin(page).click();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await save(page, 'Web orders');
    expect(JSON.parse(await stored('datacontracts/web-orders'))).toMatchObject({
      team: { name: 'checkout' },
      schema: [
        {
          name: 'orders',
          properties: [
            { name: 'order_id', primaryKey: true, required: true },
            { name: 'placed', logicalType: 'timestamp' },
          ],
        },
      ],
    });
  });

  it('begin with the table that the address names', async () => {
    const page = await open('/studio/new-contract?from=tables&asset=w:shop.orders');
    await page.getByRole('checkbox', { name: /orders/u, checked: true }).waitFor();
    await page.getByText('1 chosen').waitFor();
  });

  it('make a contract of models of a dbt project', async () => {
    const page = await open('/studio/new-contract?from=dbt');
    const manifest = page.getByLabel('target/manifest.json');
    await manifest.setInputFiles(jsonFile('other.json', { a: 1 }));
    await page
      .getByText(
        /other\.json is not the manifest of a dbt project\. Choose the file manifest\.json/u,
      )
      .waitFor();
    await manifest.setInputFiles(jsonFile('manifest.json', dbtManifest()));
    await page
      .getByLabel('target/catalog.json (if you have it)')
      .setInputFiles(jsonFile('catalog.json', dbtCatalog()));
    await begin(page).click();
    await page.getByText('Choose at least one model.').waitFor();
    await page
      .getByRole('searchbox', { name: 'Filter models, snapshots, seeds and sources' })
      .fill('orders');
    await page.getByRole('checkbox', { name: /^orders model: All orders/u }).check();
    await name(page, 'Orders of dbt');
    const asked = page.waitForRequest('**/api/contract-drafts');
    await begin(page).click();
    // Only what was chosen leaves the browser.
    const { nodes } = (await asked).postDataJSON().dbt.manifest;
    expect(Object.keys(nodes)).not.toContain('model.shop.stg_orders');
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await save(page, 'Orders of dbt');
    const { schema } = JSON.parse(await stored('datacontracts/orders-of-dbt'));
    expect(schema).toMatchObject([{ name: 'orders', description: 'All orders.' }]);
  });

  it('make a product of a contract', async () => {
    const page = await open('/studio/new-product?from=contracts');
    await page.getByRole('searchbox', { name: 'Search contracts' }).fill('returns');
    await page.getByRole('checkbox', { name: /Returns of parcels/u }).check();
    await name(page, 'Parcels sent back');
    await begin(page).click();
    await page.getByRole('heading', { name: 'New product' }).waitFor();
    await save(page, 'Parcels sent back');
    const text = await stored('dataproducts/parcels-sent-back/dataproduct.yaml');
    expect(parse(text).outputPorts).toEqual([
      {
        name: 'returns',
        description: 'Returns of parcels',
        version: '1.0.0',
        contractId: 'returns',
      },
    ]);
    // The default type of products.
    expect(parse(text).customProperties).toEqual([{ property: 'type', value: 'source-aligned' }]);
  });

  it('say what is taken when an id is there already, and keep the draft', async () => {
    const page = await open('/studio/new-contract');
    await name(page, 'Returns');
    await begin(page).click();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await page.getByRole('button', { name: /^Save/u }).click();
    await page
      .getByText('There is already a document with the id returns. Write another id')
      .waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await page.getByRole('button', { name: /^Save/u }).click();
    const link = page.getByRole('alert').getByRole('link', { name: 'returns' });
    expect(await link.getAttribute('href')).toBe('/datacontracts/returns');
    await page.getByRole('button', { name: 'Edit returns with this text' }).click();
    await page.getByRole('region', { name: 'Verdict' }).getByText('Major').first().waitFor();
    await page.getByText('Not saved').waitFor();
    expect(window.problems.splice(0).filter((text) => !text.includes('412'))).toEqual([]);
  });

  it.each([
    ['light', 1440],
    ['dark', 375],
  ] as const)('are accessible and do not scroll sideways (%s, %d)', async (scheme, width) => {
    const page = await open('/studio/new-contract?from=tables', { scheme, width });
    await page.getByRole('checkbox', { name: /orders/u }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    for (const path of ['new-contract?from=dbt', 'new-contract?from=upload', 'new-product']) {
      await page.goto(`/studio/${path}`);
      await begin(page).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    }
  });
});
