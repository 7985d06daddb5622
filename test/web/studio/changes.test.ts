import { access } from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { useParties } from '../../support/web/parties.ts';
import { describeInBrowser } from '../../support/web/stack.ts';

const yaml = (lines: { version?: string; purpose?: string; field?: string } = {}): string => {
  const { version = '1.0.0', purpose = 'Orders of the shop', field = 'order_id' } = lines;
  return `# Kept by hand
apiVersion: v3.1.0
kind: DataContract
id: told
version: ${version}
status: active
team:
  name: checkout
description:
  purpose: ${purpose}
schema:
  - name: orders
    properties:
      - name: ${field}
        logicalType: integer
`;
};

describeInBrowser('proposed changes in the inbox', () => {
  const parties = useParties(['marketing-owner', 'checkout-owner']);
  beforeEach(async () => {
    await parties.stack.api.database.knex('change_request_comments').delete();
    await parties.stack.api.database.knex('change_requests').delete();
    await store(yaml());
    await propose('Describe it', yaml({ purpose: 'All orders of the shop' }));
  });
  const as = parties.keyOf;
  const store = async (body: string) => {
    const headers = { 'content-type': 'application/yaml' };
    const { status } = await parties.stack.api.send('PUT', '/api/datacontracts/told', {
      headers,
      body,
    });
    expect(status).toBe(200);
  };
  const stored = async () =>
    (await parties.stack.api.send('GET', '/api/datacontracts/told/datacontract.yaml')).text;
  const propose = async (title: string, source: string) => {
    const body = { kind: 'datacontracts', documentId: 'told', title, source };
    const answer = await parties.stack.api.send('POST', '/api/change-requests', {
      key: as('marketing-owner'),
      body,
    });
    expect(answer.status).toBe(201);
    return answer.json.id as string;
  };
  const changes = async () => (await parties.stack.api.send('GET', '/api/change-requests')).json;
  const put = async (path: string, body: object) =>
    expect((await parties.stack.api.send('PUT', `/api/${path}`, { body })).status).toBe(200);
  const open = async (by = 'checkout-owner', title = 'Describe it') => {
    parties.window = await parties.stack.open({ key: as(by) });
    await parties.window.goto('/inbox?show=changes');
    const detail = parties.window.page.getByRole('region', { name: 'Proposed change' });
    await detail.getByRole('heading', { name: title }).waitFor();
    return { detail, button: (name: string | RegExp) => detail.getByRole('button', { name }) };
  };

  it('shows the difference with its verdict, and accepts it by a key with a note', async () => {
    const { detail } = await open();
    await parties.window.page.getByRole('button', { name: 'Changes 1' }).waitFor();
    const texts = detail.getByRole('textbox', { name: 'The document now and the proposed text' });
    await texts.getByText('purpose: All orders of the shop').waitFor();
    await detail.getByText('Patch').first().waitFor();
    await parties.window.page.keyboard.press('n');
    await parties.window.page.keyboard.type('Thank you.');
    await parties.window.page.keyboard.press('Escape');
    await parties.window.page.keyboard.press('a');
    await parties.window.page.getByText('Accepted and saved: Describe it').first().waitFor();
    await parties.window.page.getByText('No change is proposed').waitFor();
    expect(await stored()).toBe(yaml({ purpose: 'All orders of the shop' }));
    expect(await changes()).toMatchObject([{ status: 'accepted', decisionNote: 'Thank you.' }]);
  });

  it('names the ports and versions of a major change', async () => {
    await propose('Rename the key', yaml({ field: 'number' }));
    const body = {
      outputPorts: [{ name: 'p', version: '1.0.0', type: 'csv', contractId: 'told' }],
    };
    await parties.stack.api.send('PUT', '/api/dataproducts/teller', {
      body: {
        apiVersion: 'v1.0.0',
        kind: 'DataProduct',
        id: 'teller',
        name: 'The teller',
        status: 'active',
        team: { name: 'checkout' },
        ...body,
      },
    });
    parties.window = await parties.stack.open({ key: as('checkout-owner') });
    await parties.window.goto('/inbox?show=changes');
    const detail = parties.window.page.getByRole('region', { name: 'Proposed change' });
    await detail.getByRole('heading', { name: 'Rename the key' }).waitFor();
    await detail.getByText('A version of 2.0.0 or higher would announce this change.').waitFor();
    await detail.getByText('It affects 1 output port and 0 accesses.').waitFor();
    await detail.getByRole('link', { name: 'The teller / p' }).waitFor();
    await parties.stack.api.send('DELETE', '/api/dataproducts/teller');
  });

  it('accepts a major change only when the consuming teams were told, and raises the version by one click', async () => {
    const { api } = parties.stack;
    await put('teams/logistics', team('logistics', { name: 'Logistics' }));
    await put('dataproducts/teller', product('teller', ['told'], { name: 'The teller' }));
    const provider = { dataProductId: 'teller', outputPortId: 'port-0' };
    const sides = { provider, consumer: { teamId: 'logistics' } };
    await put('access/told-logistics', access('told-logistics', { status: 'approved' }, sides));
    await propose('Rename the key', yaml({ field: 'number' }));
    const { detail, button } = await open('checkout-owner', 'Rename the key');
    await button('Raise to 2.0.0').click();
    await detail.getByText('1.0.0 → 2.0.0').waitFor();
    await detail.getByText('Confirm that you told the consuming team first.').waitFor();
    expect(await button(/^Accept/).isDisabled()).toBe(true);
    await parties.window.page.keyboard.press('a');
    await detail.getByLabel('I told Logistics').check();
    await parties.window.page.reload();
    expect(await detail.getByLabel('I told Logistics').isChecked()).toBe(true);
    await button(/^Accept/).click();
    await parties.window.page.getByText('Accepted and saved: Rename the key').first().waitFor();
    expect(await stored()).toBe(yaml({ version: '2.0.0', field: 'number' }));
    const audit = await api.send('GET', '/api/datacontracts/told/audit');
    expect(audit.text).toContain('Informed before this change: Logistics');
    await api.send('DELETE', '/api/access/told-logistics');
    await api.send('DELETE', '/api/dataproducts/teller');
  });

  it('declines only with a note', async () => {
    const { detail, button } = await open();
    await parties.window.page.keyboard.press('d');
    await detail.getByText('Write in the note why you decline it.').waitFor();
    await detail.getByRole('textbox', { name: 'Note to the proposer' }).fill('Not now.');
    await button(/^Decline/).click();
    await parties.window.page.getByText('Declined: Describe it').first().waitFor();
    expect(await changes()).toMatchObject([{ status: 'declined', decisionNote: 'Not now.' }]);
  });

  it('takes both edits when somebody saved other lines meanwhile', async () => {
    await store(yaml({ version: '1.0.1' }));
    const { detail, button } = await open();
    await detail.getByText(/was saved after this change was proposed/).waitFor();
    await detail.getByText(/^Take both or edit the proposal first/).waitFor();
    await button('Saved meanwhile').or(detail.getByText('Saved meanwhile')).first().click();
    await detail.getByText('version: 1.0.1').waitFor();
    await button('Take both').click();
    await detail.getByText(/was saved after this change was proposed/).waitFor({ state: 'hidden' });
    await button(/^Accept/).click();
    await parties.window.page.getByText('Accepted and saved: Describe it').first().waitFor();
    expect(await stored()).toBe(yaml({ version: '1.0.1', purpose: 'All orders of the shop' }));
  });

  it('keeps an edit that is refused, also over a reload, and saves it when it is mended', async () => {
    await store(yaml({ purpose: 'Every order' }));
    const { detail, button } = await open();
    await detail.getByText(/^Both edits touch the same lines/).waitFor();
    await button('Edit the proposal').click();
    const text = detail.getByRole('textbox', { name: 'Proposed text', exact: true });
    const wrong = yaml({ purpose: 'Every order of the shop' }).replace('integer', 'whole');
    await text.fill(wrong);
    await button('Save the proposal').click();
    await detail.getByText(/^Line 15: /).waitFor();
    await parties.window.page.reload();
    expect(await text.inputValue()).toBe(wrong);
    await text.fill(yaml({ purpose: 'Every order of the shop' }));
    await button('Save the proposal').click();
    await text.waitFor({ state: 'hidden' });
    await button(/^Accept/).click();
    await parties.window.page.getByText('Accepted and saved: Describe it').first().waitFor();
    expect(await stored()).toBe(yaml({ purpose: 'Every order of the shop' }));
  });

  it('says that a change was decided elsewhere', async () => {
    const { detail } = await open();
    const [{ id }] = await changes();
    const path = `/api/change-requests/${id}/decline`;
    await parties.stack.api.send('POST', path, { body: { note: 'No' } });
    await parties.window.page.keyboard.press('a');
    await detail.getByText(/^Declined by/).waitFor();
    expect(await stored()).toBe(yaml());
  });

  it('lets the proposer comment and withdraw, and says who decides', async () => {
    const { detail, button } = await open('marketing-owner');
    await detail.getByText(/^You may not save this document/).waitFor();
    const pages = parties.window.page.getByRole('navigation', { name: 'Main', exact: true });
    await pages.getByRole('link', { name: /^Inbox/ }).waitFor();
    await detail.getByRole('textbox', { name: 'Write a comment' }).fill('It is **urgent**.');
    await button('Comment').click();
    await detail.getByText('urgent').waitFor();
    await button('Withdraw').click();
    await parties.window.page.getByText('Withdrawn: Describe it').first().waitFor();
    expect(await changes()).toMatchObject([{ status: 'withdrawn', commentCount: 1 }]);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const [{ id }] = await changes();
    await store(yaml({ version: '1.0.1' }));
    parties.window = await parties.stack.open({ key: as('checkout-owner'), scheme, width });
    await parties.window.goto(`/inbox?show=changes&id=${id}`);
    await parties.window.page.getByText(/was saved after this change was proposed/).waitFor();
    expect(await seriousFindings(parties.window.page)).toEqual([]);
    expect(await overflowOf(parties.window.page)).toBe(0);
  });
});
