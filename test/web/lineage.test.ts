import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { contract, product, team } from '../support/builders/contracts.ts';
import { runEvent } from '../support/builders/lineage.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { putAll } from '../support/web/stored.ts';

const documents = {
  'teams/checkout': team('checkout', { name: 'Checkout' }),
  'datacontracts/orders': contract('orders', { name: 'Orders' }),
  'dataproducts/shop-data': product('shop-data', ['orders'], { name: 'Shop data' }),
  'dataproducts/quiet': product('quiet', [], { name: 'Quiet' }),
  'assets/shop.public.orders': {
    id: 'shop.public.orders',
    info: { name: 'orders', source: 'postgres', owner: 'checkout' },
  },
};

/** Where pictures are kept for people; by default there are none. */
const pictures = process.env['PICTURES'];

/** Pixels of the table of runs that are not seen without scrolling. */
function cutIn(page: Page): Promise<number> {
  return page
    .getByRole('region', { name: 'Runs of jobs' })
    .evaluate((region) => region.scrollWidth - region.clientWidth);
}

describeInBrowser('the lineage that pipelines report', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, documents);
    for (const [parts, query] of [
      [
        {
          job: 'load orders',
          runId: 'a-long-run-01890a5d-ac96-774b-bcce-b302099a8057',
          eventType: 'START',
          inputs: ['raw.orders'],
          outputs: [],
        },
        '',
      ],
      [
        {
          job: 'load orders',
          runId: 'a-long-run-01890a5d-ac96-774b-bcce-b302099a8057',
          eventTime: '2026-01-01T12:01:30.000Z',
          inputs: ['raw.orders', 'raw.items'],
          outputs: ['shop.public.orders'],
        },
        '&outputPortId=port-0',
      ],
      [
        {
          job: 'sum orders',
          runId: 'failed',
          eventType: 'FAIL',
          inputs: ['shop.public.orders'],
          outputs: ['shop.public.totals'],
        },
        '',
      ],
      [
        {
          job: 'send report',
          inputs: ['shop.public.totals'],
          outputs: ['reports'],
          namespace: 'elsewhere',
        },
        '',
      ],
    ] as const) {
      const product = parts.job === 'send report' ? 'quiet' : 'shop-data';
      const { status } = await stack.api.send(
        'POST',
        `/api/v1/lineage?dataProductId=${product}${query}`,
        { body: runEvent(parts) },
      );
      expect(status).toBe(200);
    }
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    window = await stack.open();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('is on the page of a product, one data flow away, and grows on demand', async () => {
    const { page } = window;
    await window.goto('/dataproducts/shop-data/lineage');
    const graph = page.getByRole('region', { name: /^Graph of 7 datasets and jobs/ });
    await graph.getByText('load orders').waitFor();
    const linked = graph.getByRole('link', {
      name: /^shop\.public\.orders Dataset · Asset orders/,
    });
    await linked.waitFor();
    const sizeOf = (text: string) =>
      graph.getByText(text, { exact: true }).evaluate((each) => getComputedStyle(each).fontSize);
    expect(await sizeOf('load orders')).toBe(await sizeOf('shop.public.orders'));
    await page.getByRole('button', { name: 'Show what is around send report' }).click();
    await page
      .getByRole('region', { name: /^Graph of 8 datasets and jobs/ })
      .getByText('reports')
      .waitFor();
    await page
      .getByRole('group', { name: 'View of what pipelines report' })
      .getByRole('button', { name: 'Table' })
      .click();
    await page
      .getByRole('row', { name: /^load orders .*orders Dataset .* Asset orders/ })
      .waitFor();
    await page.getByRole('row', { name: /^sum orders failed Failed/ }).waitFor();
    await page.getByRole('row', { name: /^load orders a-long-run-.* 1 min 30 s$/ }).waitFor();
  });

  it('is on the page of an asset', async () => {
    const { page } = window;
    await window.goto('/assets/shop.public.orders');
    await page
      .getByRole('region', { name: /^Graph of 3 datasets and jobs/ })
      .getByText('sum orders')
      .waitFor();
  });

  it('says how pipelines report when none has', async () => {
    const { page } = window;
    await stack.api.send('PUT', '/api/dataproducts/empty', {
      body: product('empty', [], { name: 'Empty' }),
    });
    await window.goto('/dataproducts/empty/lineage');
    await page.getByText('No pipeline has reported yet').waitFor();
  });

  it('takes rules for names of pipelines in the settings', async () => {
    const { page } = window;
    await window.goto('/organization/settings?part=lineage');
    await page.getByRole('textbox', { name: 'Rules' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText(
      "rules: [{ namespace: '*', name: reports, dataContractId: orders }]",
    );
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved.').waitFor();
    const { json } = await stack.api.send('GET', '/api/settings/lineage-rules');
    expect(json.rules).toMatchObject([{ name: 'reports', dataContractId: 'orders' }]);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('is readable in %s at %s pixels', async (scheme, width) => {
    const other = await stack.open({ scheme, width });
    for (const [name, address] of [
      ['product', '/dataproducts/shop-data/lineage'],
      ['asset', '/assets/shop.public.orders'],
    ] as const) {
      await other.goto(address);
      await other.page.getByRole('region', { name: /^Graph of \d datasets/ }).waitFor();
      expect(await seriousFindings(other.page)).toEqual([]);
      expect(await overflowOf(other.page)).toBe(0);
      if (name === 'product') expect(await cutIn(other.page)).toBe(0);
      if (pictures === undefined) continue;
      fs.mkdirSync(pictures, { recursive: true });
      await other.page.screenshot({
        path: path.join(pictures, `${name}-${scheme}-${width}.png`),
        fullPage: true,
      });
    }
    await other.close();
    expect(other.problems).toEqual([]);
  });
});
