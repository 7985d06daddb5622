import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { Client } from 'pg';
import { contract, product, team } from '../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { clipboardOf } from '../support/web/clipboard.ts';
import { contractOf } from '../support/web/contract.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const orders = {
  name: 'orders',
  description: 'Everything that was ordered <img src=x onerror=alert(1)>',
  properties: [
    { name: 'order_id', logicalType: 'integer', physicalType: 'integer', primaryKey: true },
    {
      name: 'status',
      logicalType: 'string',
      physicalType: 'text',
      required: true,
      description: 'How **far** it is <script>alert(1)</script><img src="x" onerror="alert(1)">',
    },
    {
      name: 'email',
      logicalType: 'string',
      physicalType: 'text',
      classification: 'confidential',
      logicalTypeOptions: { pattern: '^[^@]+@[^@]+$' },
    },
    { name: 'customer_id', logicalType: 'integer', relationships: [{ to: 'customers.id' }] },
  ],
};
const customers = {
  name: 'customers',
  properties: [{ name: 'id', logicalType: 'integer', primaryKey: true }],
};

describeInBrowser('the page of a data contract', () => {
  let stack: WebStack;
  let window: Window;
  let silent: Server;
  const opened: Window[] = [];
  const put = (id: string, change: Record<string, unknown>) =>
    stack.api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id, change) });

  beforeAll(async () => {
    const source = new URL(process.env.TEST_DATABASE_URL ?? '');
    const credentials = {
      DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(source.username),
      DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(source.password) || 'none',
    };
    // Accepts connections and never says a word: a test of it runs until somebody cancels it.
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    stack = await startWebStack(
      { sourceCredentials: credentials },
      {},
      { allowedHosts: [`127.0.0.1:${source.port}`, `127.0.0.1:${port}`], credentials },
    );
    const { api } = stack;
    source.pathname = new URL(api.url).pathname;
    const client = new Client({ connectionString: source.href });
    await client.connect();
    await client.query(`create table orders (order_id integer, status text, email text, customer_id integer);
      create table customers (id integer); insert into customers values (1);
      insert into orders values (1, 'placed', 'ada@example.com', 1), (2, null, 'nothing', 1), (2, 'x', 'b@example.com', 1)`);
    await client.end();
    const server = { server: 'db', type: 'postgres', host: '127.0.0.1', schema: 'public' };
    const database = source.pathname.slice(1);
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    const full = {
      servers: [{ ...server, port: Number(source.port), database }],
      schema: [customers, orders],
    };
    await put('orders', full);
    await put('orders', {
      ...full,
      version: '2.0.0',
      schema: [orders, customers],
      status: 'active',
      tags: ['x'],
    });
    await put('hangs', { servers: [{ ...server, port, database }] });
    await put('untested', { schema: [] });
    const wide = Array.from({ length: 1000 }, (_, index) => ({
      name: `column_${index}`,
      logicalType: 'string',
      required: index % 2 === 0,
    }));
    await put('wide', { schema: [{ name: 'facts', properties: wide }] });
    await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
    await api.send('POST', '/api/datacontracts/orders/test');
  });
  afterAll(async () => {
    await stack?.stop();
    silent?.close();
  });
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (path: string, options: Parameters<WebStack['open']>[0] = {}) => {
    window = await stack.open(options);
    opened.push(window);
    await window.goto(path);
    return contractOf(window.page);
  };

  it('leads from a broken field to its rows, since when, and the query for all of them', async () => {
    const requests: string[] = [];
    window = await stack.open();
    opened.push(window);
    const { page } = window;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/ui/')) requests.push(pathname);
    });
    await window.goto('/datacontracts/orders');
    const shown = contractOf(page);
    expect(await shown.row('status')).toEqual(['status', 'text', 'required', '1']);
    expect((await shown.row('order_id'))[3]).toBe('1 twice');
    expect((await shown.row('customer_id'))[2]).toBe('→ customers.id');
    await page.getByText('Owned by Team checkout, offered by Product shop / port-0').waitFor();
    expect(requests.length).toBeLessThanOrEqual(8);
    await shown.openField('status');
    const panel = shown.panel('orders.status');
    await panel.getByText('of 3 rows have no value (33.3%)').waitFor();
    await panel.getByText(/fails since .*, version 2\.0\.0/u).waitFor();
    await panel.getByRole('cell', { name: 'null' }).waitFor();
    await panel.getByRole('button', { name: 'Copy SQL for all 1' }).click();
    await page.getByText('Copied: SQL').first().waitFor();
    expect(await clipboardOf(window.page)).toBe(
      'select * from "public"."orders"\nwhere "status" is null;',
    );
    expect(new URL(page.url()).searchParams.get('field')).toBe('status');
    await page.keyboard.press('j');
    await shown.panel('orders.email').getByText('*** stands for a value').waitFor();
    await page.keyboard.press('Escape');
    await shown.panel('orders.email').waitFor({ state: 'hidden' });
  });

  it('renders Markdown of descriptions and runs nothing of them', async () => {
    const shown = await open('/datacontracts/orders?table=orders&field=status');
    const panel = shown.panel('orders.status');
    await panel.locator('strong', { hasText: 'far' }).waitFor();
    expect(await window.page.locator('main script, main img').count()).toBe(0);
  });

  it('shows only failing fields, and says when none is left', async () => {
    const shown = await open('/datacontracts/orders');
    await shown.row('customer_id');
    await window.page.getByRole('button', { name: 'Only failing' }).click();
    await shown.table.getByRole('link', { name: 'customer_id' }).waitFor({ state: 'hidden' });
    expect(await shown.table.getByRole('link').allInnerTexts()).toEqual([
      'order_id',
      'status',
      'email',
    ]);
    await window.page.goBack();
    await shown.row('customer_id');
    await open('/datacontracts/orders?only=failing&q=customer');
    await window.page.getByRole('button', { name: 'Clear filters' }).click();
    await contractOf(window.page).row('customer_id');
  });

  it('draws the tables, and says the same as a table', async () => {
    await open('/datacontracts/orders');
    const diagram = window.page.getByRole('region', { name: 'Tables and their relationships' });
    await diagram.getByRole('img', { name: 'orders.customer_id → customers.id' }).waitFor();
    await diagram.getByRole('button', { name: 'Show as table' }).click();
    await diagram.getByRole('cell', { name: 'customer_id → customers.id' }).waitFor();
  });

  it('runs a test by one key and follows it to its result', async () => {
    const shown = await open('/datacontracts/orders');
    await shown.row('status');
    await window.page.keyboard.press('r');
    const strip = window.page.getByRole('region', { name: 'The test on db runs' });
    await strip.getByText('The test is done').waitFor();
    await strip.getByRole('link', { name: 'See the result' }).click();
    await window.page.waitForURL('**/datacontracts/orders/tests?result=*');
    const result = window.page.getByRole('region', { name: 'Result', exact: true });
    const words = result.locator('.check-row .badge');
    await words.first().waitFor();
    expect(await words.allInnerTexts()).toEqual(['Unique', 'Required', 'Pattern']);
    await result.getByText('Rows have no value').click();
    await result.getByRole('cell', { name: 'null' }).waitFor();
    await result.getByRole('button', { name: /Show \d+ passed checks/u }).click();
    await result.locator('.badge.ok').first().waitFor();
  });

  it('cancels a test that does not end', async () => {
    await open('/datacontracts/hangs');
    await window.page.getByRole('button', { name: /Run test/u }).click();
    const strip = window.page.getByRole('region', { name: 'The test on db runs' });
    await strip.getByText('Running').waitFor();
    await strip.getByRole('button', { name: 'Cancel test' }).click();
    await strip.getByText('The test was cancelled').waitFor();
    await strip.getByRole('button', { name: 'Close' }).click();
    await strip.waitFor({ state: 'hidden' });
  });

  it('follows a test that somebody else started, and says who asked for it', async () => {
    await stack.api.send('POST', '/api/datacontracts/hangs/test', {
      headers: { prefer: 'respond-async' },
    });
    await open('/datacontracts/hangs', { width: 375 });
    const { page } = window;
    const strip = page.getByRole('region', { name: 'The test on db runs' });
    await strip.getByText(/^requested by /u).waitFor();
    await strip.getByRole('button', { name: 'Cancel test' }).click();
    await strip.getByText('The test was cancelled').waitFor();
    const run = await page.getByRole('button', { name: /Run test/u }).boundingBox();
    expect((run?.y ?? 0) + (run?.height ?? 0)).toBeGreaterThan(700);
    await open('/datacontracts/orders/tests');
    const result = window.page.getByRole('region', { name: 'Result', exact: true });
    await result.getByText(/, requested by /u).waitFor();
  });

  it('keeps a small part of 1,000 fields in the page, and reaches the last one', async () => {
    const shown = await open('/datacontracts/wide');
    await shown.row('column_0');
    expect(await shown.table.locator('tbody tr').count()).toBeLessThan(100);
    expect(await shown.table.getAttribute('aria-rowcount')).toBe('1002');
    await window.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await shown.row('column_999');
    await window.page.getByRole('searchbox', { name: 'Filter the fields' }).fill('column_77');
    await shown.row('column_777');
    expect(await shown.table.getByRole('link').count()).toBe(11);
  });

  it('folds and copies the YAML', async () => {
    await open('/datacontracts/orders/yaml');
    const text = window.page.getByRole('region', { name: 'YAML', exact: true });
    await text.getByText('physicalType').first().waitFor();
    const schema = text.locator('tr', { hasText: /schema:$/u });
    await schema.getByRole('button', { name: /^Fold line/u }).click();
    await text.getByText('physicalType').first().waitFor({ state: 'hidden' });
    await window.page.getByRole('button', { name: 'Copy YAML' }).click();
    await window.page.getByText('Copied: YAML').first().waitFor();
    expect(await clipboardOf(window.page)).toContain('physicalType');
  });

  it('judges each version, and shows what changed in fields and text', async () => {
    await open('/datacontracts/orders/versions');
    const revision = window.page.getByRole('region', { name: 'Revision 2' });
    await revision.getByRole('cell', { name: 'version', exact: true }).waitFor();
    const text = revision.getByRole('textbox', { name: 'Text of revision 1 and of revision 2' });
    await text.locator('.cm-changedLine', { hasText: /version: 2\.0\.0$/u }).waitFor();
    await text.locator('.cm-deletedChunk', { hasText: /version: 1\.0\.0/u }).waitFor();
  });

  it('generates code in every format, to copy and to download', async () => {
    await open('/datacontracts/orders');
    const { page } = window;
    await page.getByRole('button', { name: 'Generate code' }).click();
    const sheet = page.getByRole('dialog', { name: 'Generate code from Contract orders' });
    const code = (file: RegExp) => sheet.getByRole('region', { name: file });
    await code(/\.sql$/u)
      .filter({ hasText: /create table/iu })
      .waitFor();
    const postgres = await code(/\.sql$/u).innerText();
    const mysql = await stack.api.send('POST', '/api/datacontracts/orders/generate', {
      body: { type: 'sql-ddl', dialect: 'mysql' },
    });
    const lines: string[] = mysql.json.files[0].content.split('\n');
    const ownLine = lines.find((line) => !postgres.includes(line)) ?? 'MySQL differs';
    await sheet.getByRole('combobox', { name: 'Dialect' }).selectOption('mysql');
    await code(/\.sql$/u)
      .filter({ hasText: ownLine.trim() })
      .waitFor();
    await sheet.getByRole('button', { name: 'TypeScript' }).click();
    await code(/\.ts$/u).filter({ hasText: 'order_id' }).waitFor();
    await sheet.getByRole('button', { name: 'Copy', exact: true }).click();
    await page
      .getByText(/^Copied: /u)
      .first()
      .waitFor();
    expect(await clipboardOf(window.page)).toContain('order_id');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.ts$/u);
  });

  it('names who uses it, and what happened', async () => {
    const shown = await open('/datacontracts/orders/usages');
    const { page } = window;
    await page.getByRole('cell', { name: 'Product shop' }).waitFor();
    await page.getByText('No access yet').waitFor();
    await shown.openTab('History');
    await page.getByText('The contract was created').waitFor();
    await shown.openTab('Terms & servers');
    await page.getByText('For tests').last().waitFor();
  });

  it('says why something is not there', async () => {
    const { text } = await stack.api.newKey('user', { email: 'nobody@example.com' });
    await open('/datacontracts/orders/history', { key: text });
    await window.page.getByText('Keys and Owners of the organization also see').waitFor();
    const trail = window.page.getByRole('list', { name: 'What happened to the contract' });
    const steps = trail.getByRole('listitem');
    await steps.nth(1).waitFor();
    expect(await steps.allInnerTexts()).toEqual([
      expect.stringMatching(/^The contract was changed \(revision 2\)\s.*\s+organization$/),
      expect.stringMatching(/^The contract was created \(revision 1\)\s.*\s+organization$/),
    ]);
    await window.page.getByRole('button', { name: 'Propose a change' }).waitFor();
    await open('/datacontracts/untested');
    await window.page.getByText('This contract describes no tables yet').waitFor();
    await open('/datacontracts/untested/tests');
    await window.page.getByText('This contract has not been tested yet').waitFor();
    await open('/datacontracts/nothing');
    await window.page.getByText('Gone, or never was').waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 1024],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const parts = [
      '',
      '?table=orders&field=status',
      '?view=table',
      '/tests',
      '/yaml',
      '/versions',
      '/terms',
      '/usages',
      '/history',
    ];
    for (const part of parts) {
      await open(`/datacontracts/orders${part}`, { scheme, width });
      await window.page.waitForLoadState('networkidle');
      expect([part, await seriousFindings(window.page)]).toEqual([part, []]);
      expect([part, await overflowOf(window.page)]).toEqual([part, 0]);
      await window.close();
    }
  });
});
