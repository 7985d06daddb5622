import { access, fillForAccess } from '../support/builders/access.ts';
import { contract, product, team } from '../support/builders/contracts.ts';
import { inboxOf, requestSheetOf } from '../support/web/access.ts';
import { contractOf } from '../support/web/contract.ts';
import { marketplaceOf } from '../support/web/find.ts';
import { countClicks } from '../support/web/clicks.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const ids = { contract: 'contract-4711', product: 'product-4712', port: 'port-0' };
const result = {
  id: 'result-4713',
  dataContractId: ids.contract,
  dataContractVersion: '1.0.0',
  server: 'shop',
  timestampStart: new Date().toISOString(),
  timestampEnd: new Date().toISOString(),
  result: 'failed',
  checks: [
    {
      type: 'field_required',
      name: 'Check that postcode has a value',
      model: 'customers',
      field: 'postcode',
      result: 'failed',
      totalNumber: 100,
      failedNumber: 12,
      failedSamples: [{ id: 7, postcode: null }],
    },
  ],
};

/** What a person reads on the page; the id to copy beside a title is there on purpose. */
async function rawIdsOf({ page }: Window): Promise<readonly string[]> {
  const text = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll('.id-chip, script, style')) part.remove();
    return copy.textContent ?? '';
  });
  const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}\b/gu;
  const principal = /\b(?:user|api-key|contact):\S+/gu;
  const ofDocument = /\b(?:contract|product|result|team)-47\d\d\b/gu;
  return [uuid, principal, ofDocument].flatMap((pattern) => text.match(pattern) ?? []);
}

describeInBrowser('the journey of a consumer', () => {
  let stack: WebStack;
  let window: Window;
  let clicks: () => number;
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    const send = async (method: 'PUT' | 'POST', path: string, body: object) => {
      const answer = await api.send(method, `/api/${path}`, { body });
      expect([path, answer.status]).toEqual([path, 200]);
    };
    const owner = [{ emailAddress: 'noor@example.com', role: 'Owner' }];
    const shop = { name: 'Web Shop', members: owner };
    await send('PUT', 'teams/team-4714', team('team-4714', shop));
    const members = [{ emailAddress: 'aage@example.com', role: 'Owner' }];
    const parcels = { name: 'Packing and Delivery', members };
    await send('PUT', 'teams/team-4715', team('team-4715', parcels));
    const properties = [
      { name: 'id', logicalType: 'integer', primaryKey: true },
      { name: 'postcode', logicalType: 'string', required: true },
    ];
    const place = { host: 'db.example.com', port: 5432, database: 'shop', schema: 'public' };
    const servers = [{ server: 'shop', type: 'postgres', ...place }];
    await send(
      'PUT',
      `datacontracts/${ids.contract}`,
      contract(ids.contract, {
        name: 'Shop database',
        team: { name: 'team-4714' },
        servers,
        schema: [{ name: 'customers', properties }],
      }),
    );
    const change = { name: 'Shop data', team: { name: 'team-4714' } };
    await send('PUT', `dataproducts/${ids.product}`, product(ids.product, [ids.contract], change));
    await send('POST', 'test-results', result);
    const { text } = await api.newKey('user', { email: 'aage@example.com' });
    window = await stack.open({ key: text });
    clicks = await countClicks(window.page);
  });
  afterAll(async () => {
    await window?.close();
    await stack?.stop();
  });

  it('leads from a word to the sent request in 8 clicks, and names everything', async () => {
    const { page } = window;
    const noRawIds = async (where: string) =>
      expect([where, await rawIdsOf(window)]).toEqual([where, []]);
    await window.goto('/');
    const market = marketplaceOf(page);
    await page.keyboard.press('/');
    await page.keyboard.type('postcode');
    const hit = market.result('Shop database');
    await hit.getByText(/^Field customers\.postcode/).waitFor();
    await hit
      .getByText(/1 .*fails?/)
      .first()
      .waitFor();
    await noRawIds('search');

    await hit.getByRole('link', { name: 'Shop database' }).click();
    const shown = contractOf(page);
    await shown.openField('postcode');
    await shown.panel('customers.postcode').getByRole('cell', { name: 'null' }).waitFor();
    await noRawIds('contract');

    await page.getByRole('link', { name: 'Shop data / port-0' }).click();
    await page.getByRole('button', { name: 'Request access' }).first().waitFor();
    await noRawIds('port');

    await page.getByRole('button', { name: 'Request access' }).first().click();
    const sheet = requestSheetOf(page);
    await sheet.preview.getByText('Web Shop decides').waitFor();
    await sheet.preview.getByText('noor@example.com').waitFor();
    await sheet.write({ purpose: 'Late parcels by postcode', until: '2099-05-31' });
    await sheet.preview.getByText('Ends 1 Jun 2099, 00:00 UTC').waitFor();
    await noRawIds('request');
    await sheet.send();
    await page.waitForURL('**/access/*');
    await page.getByText('Waiting for Web Shop').first().waitFor();
    await noRawIds('access');
    expect(clicks()).toBeGreaterThan(0);
    expect(clicks()).toBeLessThanOrEqual(8);
    expect(window.problems).toEqual([]);
  });
});

describeInBrowser('the journey of an owner', () => {
  const asked = Array.from({ length: 20 }, (_, index) => `Purpose ${index + 1} of 20`);
  let stack: WebStack;
  let window: Window;
  const idOf = (index: number) => `request-${String(index).padStart(2, '0')}`;
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await fillForAccess(api);
    const { text: key } = await api.newKey('user', { email: 'marketing-owner@example.com' });
    for (const [index, purpose] of asked.entries()) {
      const path = `/api/access/${idOf(index)}`;
      const { status } = await api.send('PUT', path, {
        key,
        body: access(idOf(index), { purpose }),
      });
      expect(status).toBe(200);
    }
    const { text } = await api.newKey('user', { email: 'checkout-owner@example.com' });
    window = await stack.open({ key: text });
  });
  afterAll(async () => {
    await window?.close();
    await stack?.stop();
  });

  it('decides 20 requests by keys within 3 minutes; one that was decided elsewhere is not decided twice', async () => {
    const elsewhere = 7;
    await window.goto('/');
    const { keyboard } = window.page;
    await keyboard.press('g');
    await keyboard.press('i');
    const inbox = inboxOf(window.page);
    const start = performance.now();
    for (const [index, purpose] of asked.entries()) {
      await inbox.waitForPurpose(purpose);
      if (index === elsewhere) {
        await stack.api.send('POST', `/api/access/${idOf(index)}/reject`, { body: {} });
        await keyboard.press('a');
        await inbox.detail.getByText('Already decided elsewhere').waitFor();
        await inbox.detail.getByRole('button', { name: 'Next request' }).press('Enter');
        continue;
      }
      await keyboard.press(index % 2 === 0 ? 'a' : 'd');
    }
    await window.page.getByText('Nothing waits for you').waitFor();
    expect(performance.now() - start).toBeLessThan(180_000);
    const states = await Promise.all(
      asked.map(async (_, index) => {
        const { json } = await stack.api.send('GET', `/api/access/${idOf(index)}`);
        return json.info.status;
      }),
    );
    expect(states).toEqual(asked.map((_, index) => (index % 2 === 0 ? 'approved' : 'rejected')));
    const { json } = await stack.api.send('GET', `/api/access/${idOf(elsewhere)}/history`);
    expect(json.map(({ step }: { step: string }) => step)).toEqual(['rejected', 'requested']);
    expect(window.problems).toEqual([]);
  });
});
