import { Client } from 'pg';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { clipboardOf } from '../../support/web/clipboard.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const email = 'noor@example.com';
const dayMs = 86_400_000;

const orders = {
  name: 'orders',
  properties: [
    { name: 'order_id', logicalType: 'integer', physicalType: 'integer', primaryKey: true },
    { name: 'status', logicalType: 'string', physicalType: 'text', required: true },
  ],
};

/** A policy that no contract keeps, and one that is not in force. */
const policies = {
  'policies/purpose': {
    name: 'Purpose',
    status: 'Accepted',
    rules: [
      {
        id: 'limits',
        expression: 'contract.description.limitations != null',
        message: 'Say for what the data may not be used.',
      },
    ],
  },
  'policies/drafted': {
    name: 'Drafted',
    status: 'Draft',
    rules: [
      {
        id: 'none',
        expression: 'contract.id == "none"',
        message: 'Have another id.',
        severity: 'warning',
      },
    ],
  },
};

describeInBrowser('the studio', () => {
  let stack: WebStack;
  let database: Client;
  let ownerKey: string;
  const opened: Window[] = [];

  beforeAll(async () => {
    const source = new URL(process.env.TEST_DATABASE_URL ?? '');
    const credentials = {
      DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(source.username),
      DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(source.password) || 'none',
    };
    stack = await startWebStack(
      { sourceCredentials: credentials },
      {},
      { allowedHosts: [`127.0.0.1:${source.port}`], credentials },
    );
    const { api } = stack;
    source.pathname = new URL(api.url).pathname;
    database = new Client({ connectionString: source.href });
    await database.connect();
    await database.query(`create table orders (order_id integer, status text);
      insert into orders values (1, 'placed'), (2, null)`);
    const at = { host: '127.0.0.1', port: Number(source.port) };
    const server = { server: 'db', type: 'postgres', schema: 'public', ...at };
    const servers = [{ ...server, database: source.pathname.slice(1) }];
    const members = [{ emailAddress: email, role: 'Owner' }];
    await putAll(api, {
      'teams/checkout': team('checkout', { members }),
      'teams/other': team('other', { members: [{ emailAddress: 'x@example.com', role: 'Owner' }] }),
      ...policies,
      'datacontracts/orders': contract('orders', { servers, schema: [orders] }),
      'dataproducts/shop': product('shop', ['orders']),
    });
    ({ text: ownerKey } = await api.newKey('user', { email }));
    await publishHistory();
    await api.send('POST', '/api/datacontracts/orders/test');
  });
  afterAll(async () => {
    await database?.end();
    await stack?.stop();
  });
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });

  /** Five days before today: the status failed on the last two, the key on every other one. */
  async function publishHistory(): Promise<void> {
    for (const ago of [5, 4, 3, 2, 1]) {
      const start = new Date(Date.now() - ago * dayMs).toISOString();
      const check = (type: string, field: string, isFailing: boolean) => ({
        type,
        model: 'orders',
        field,
        name: `${type} of ${field}`,
        result: isFailing ? 'failed' : 'passed',
        failedNumber: isFailing ? 1 : 0,
        totalNumber: 2,
      });
      const answer = await stack.api.send('POST', '/api/test-results', {
        body: {
          id: `day-${ago}`,
          dataContractId: 'orders',
          dataContractVersion: '1.0.0',
          server: 'db',
          timestampStart: start,
          timestampEnd: start,
          result: 'failed',
          checks: [
            check('field_required', 'status', ago <= 2),
            check('field_unique', 'order_id', ago % 2 === 1),
          ],
        },
      });
      if (answer.status !== 200) throw new Error(answer.text);
    }
  }

  const open = async (path: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open({ key: ownerKey, ...options });
    opened.push(window);
    await window.goto(path);
    return window.page;
  };

  for (const scheme of ['light', 'dark'] as const) {
    it(`leads from home to the failing rows by three clicks, and turns green live, ${scheme}`, async () => {
      await database.query('update orders set status = null where order_id = 2');
      await stack.api.send('POST', '/api/datacontracts/orders/test');
      const page = await open('/', { scheme });
      await page.getByRole('link', { name: 'Studio', exact: true }).click();
      await page.getByText(/things? waits? for you/u).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Look: Contract orders on db' }).click();
      const row = page
        .getByRole('row')
        .filter({ hasText: 'orders.status' })
        .filter({ hasText: 'Required' });
      await row.getByText('Broken').waitFor();
      await row.getByRole('link').first().click();
      const panel = page.getByRole('complementary', { name: 'orders.status, Required' });
      await panel.getByRole('cell', { name: 'null' }).waitFor();
      await panel.getByText(/Fails since .*, version 1\.0\.0/u).waitFor();
      await panel.getByRole('button', { name: 'Copy SQL for all 1' }).click();
      await page.getByText('Copied: SQL').first().waitFor();
      expect(await clipboardOf(page)).toBe(
        'select * from "public"."orders"\nwhere "status" is null;',
      );
      expect(await seriousFindings(page)).toEqual([]);
      await database.query(`update orders set status = 'sent' where order_id = 2`);
      await page.keyboard.press('r');
      await row.getByText('Passing').waitFor();
      await panel.getByText('Passes now.').waitFor();
    });
  }

  it('tells broken and flaky checks apart, and shows numbers', async () => {
    const page = await open('/datacontracts/orders/quality');
    const flaky = page.getByRole('row').filter({ hasText: 'orders.order_id' }).first();
    await flaky.getByText('Flaky').waitFor();
    await flaky.getByRole('group', { name: /^Failed on \d of \d+ days with a test$/u }).waitFor();
    await flaky.getByRole('link').first().focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await flaky
      .getByText(/: Failed, 1 row$/u)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tests?result=day-1');
    await page.goBack();
    await flaky
      .getByRole('link', { name: /: Passed$/u })
      .first()
      .click();
    await page.waitForURL(/\/tests\?result=day-[24]$/u);
    await page.goBack();
    await page.getByRole('button', { name: 'Show numbers' }).click();
    await page.waitForURL('**/quality?view=table');
    await page.getByRole('columnheader').nth(5).waitFor();
    await flaky.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Present' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show checks that always passed' }).click();
    await page.getByRole('row').filter({ hasText: 'Present' }).first().waitFor();
  });

  it('goes to the studio and through its lines by keys, and to one team', async () => {
    const page = await open('/teams');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL('**/studio');
    await page.getByRole('list', { name: 'What waits, the most harmful first' }).waitFor();
    await page.keyboard.press('j');
    await page.locator('.studio-line > a:focus').waitFor();
    await page.getByRole('link', { name: 'Product shop' }).waitFor();
    const admin = await open('/studio', { key: stack.api.key });
    await admin.getByLabel('Team').selectOption({ label: 'Team other' });
    await admin.waitForURL('**/studio?team=other');
    await admin.getByText('Nothing waits for this team').waitFor();
  });

  it('shows the rules that a contract does not keep, and on the pages of its team and policy', async () => {
    const page = await open('/datacontracts/orders');
    await page.getByText('1 rule of policies is broken').click();
    await page.getByRole('link', { name: 'Purpose', exact: true }).click();
    await page.waitForURL('**/policies/purpose');
    const found = page.getByRole('region', { name: 'What does not keep it' });
    await found.getByRole('link', { name: 'Contract orders' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await found.getByRole('link', { name: 'Team checkout' }).click();
    await page.getByRole('region', { name: '1 rule of policies is broken' }).waitFor();
  });

  it('tries the rules of a policy before it is in force', async () => {
    const page = await open('/policies/drafted');
    await page.getByText('Not in force').waitFor();
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText(/^1 of \d+ documents? would not keep the rules\.$/u).waitFor();
    const result = page.getByRole('region', { name: 'What would not keep the rules' });
    await result.getByText('Have another id.').waitFor();
  });

  it('lists policies with the number of their rules', async () => {
    const page = await open('/policies');
    const line = page.getByRole('row').filter({ hasText: 'Drafted' });
    await line.getByRole('cell', { name: '1, not enforced' }).waitFor();
  });

  it('tries the rules of a policy that is being edited, before they are stored', async () => {
    const page = await open('/policies/drafted', { key: stack.api.key });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const text = page.getByRole('textbox').last();
    const edited = { ...policies['policies/drafted'], id: 'drafted', name: 'Edited' };
    const rules = [{ ...edited.rules[0], message: 'Have the id none.' }];
    await text.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(JSON.stringify({ ...edited, rules }));
    await page.getByRole('button', { name: 'Try' }).click();
    const result = page.getByRole('region', { name: 'What would not keep the rules' });
    await result.getByText('Have the id none.').waitFor();
    const stored = await stack.api.send('GET', '/api/policies/drafted');
    expect(stored.text).toContain('Have another id.');
  });

  it.each([1440, 1024, 375])('fits into %s px', async (width) => {
    for (const path of [
      '/studio',
      '/datacontracts/orders/quality',
      '/policies',
      '/policies/purpose',
    ]) {
      const page = await open(path, { width });
      await page.waitForLoadState('networkidle');
      expect({ path, overflow: await overflowOf(page) }).toEqual({ path, overflow: 0 });
    }
  });
});
