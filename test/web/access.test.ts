import { access, fillForAccess } from '../support/builders/access.ts';
import { contract } from '../support/builders/contracts.ts';
import { requestSheetOf } from '../support/web/access.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const limitations = 'Names are personal data.';
const sheetAddress = '/dataproducts/shop?request=port-0';

describeInBrowser('access, from the request to the platform', () => {
  let stack: WebStack;
  let window: Window;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await fillForAccess(api);
    const body = contract('orders', { description: { purpose: 'Orders', limitations } });
    await api.send('PUT', '/api/datacontracts/orders', { body });
    for (const name of ['marketing-owner', 'checkout-owner', 'stranger']) {
      keys[name] = (await api.newKey('user', { email: `${name}@example.com` })).text;
    }
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    await stack.api.database.knex('access_history').delete();
    await stack.api.database.knex('access').delete();
    window = await stack.open({ key: keys['marketing-owner'] ?? null });
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const as = (name: string) => keys[name] ?? '';
  const post = (path: string, body: object, by = 'checkout-owner') =>
    stack.api.send('POST', `/api/access/${path}`, { key: as(by), body });
  const store = async (id: string, info = {}) => {
    const key = as('marketing-owner');
    const answer = await stack.api.send('PUT', `/api/access/${id}`, {
      key,
      body: access(id, info),
    });
    expect(answer.status).toBe(200);
  };
  const stored = async () => (await stack.api.send('GET', '/api/access')).json;

  it('is asked for with its consequences in sight, decided, and told until the platform', async () => {
    await window.goto(sheetAddress);
    const { page } = window;
    const sheet = requestSheetOf(page);
    await sheet.preview.getByText('Team checkout decides').waitFor();
    await sheet.preview.getByText('checkout-owner@example.com').waitFor();
    await sheet.preview.getByText('Active as soon as it is approved').waitFor();
    await sheet.preview.getByText('Does not end').waitFor();
    await sheet.write({ purpose: 'Late parcels', role: 'reader', until: '2099-05-31' });
    await sheet.preview.getByText('Ends 1 Jun 2099, 00:00 UTC').waitFor();
    await sheet.preview.getByText('Grants reader on postgres').waitFor();
    await sheet.dialog.getByText('Read the terms, then tick').waitFor();
    expect(await sheet.dialog.innerText()).toContain(limitations);
    await sheet.acceptTerms();
    await sheet.send();
    await page.waitForURL('**/access/*');
    await page.getByText('Waiting for Team checkout').first().waitFor();
    const [one] = await stored();
    expect(one).toMatchObject({
      info: { purpose: 'Late parcels', endDate: '2099-05-31' },
      roles: ['reader'],
      lifecycle: 'requested',
    });
    const note = 'Only **until spring**.<script>alert(1)</script>';
    await post(`${one.id}/approve`, { note });
    const diagnostics = 'There is no role `marketing`.<img src="https://example.com/spy.png">';
    await post(`${one.id}/provisioning/provisioning-started`, { platform: 'postgres' });
    await post(`${one.id}/provisioning/provisioning-failed`, { diagnostics });
    await page.reload();
    const phases = page.getByRole('list', { name: 'Life of the access' });
    await phases.getByText('Provisioning failed').waitFor();
    expect((await phases.innerText()).replaceAll('\n', ' ')).toMatch(
      /Requested.*Approved.*Active.*Provisioning failed.*Ends 1 Jun 2099, 00:00 UTC/,
    );
    await page.locator('.quote-note strong').filter({ hasText: 'until spring' }).waitFor();
    await page.locator('.diagnostics code').filter({ hasText: 'marketing' }).waitFor();
    expect(await page.locator('main script, main img').count()).toBe(0);
    await page.getByText('All 2 reports').click();
    await page.getByText('report 2 of 2').waitFor();
    await page.getByText('"platform": "postgres"').waitFor();
    await page.getByRole('link', { name: 'checkout-owner@example.com' }).waitFor();
  });

  it('keeps what was typed when the page is left, and sends it once', async () => {
    await window.goto(sheetAddress);
    const { page } = window;
    const sheet = requestSheetOf(page);
    await sheet.write({ purpose: 'Season plan', role: 'analyst' });
    await page.reload();
    expect(await sheet.dialog.getByLabel('Purpose').inputValue()).toBe('Season plan');
    await sheet.acceptTerms();
    const button = sheet.dialog.getByRole('button', { name: 'Send request' });
    await sheet.preview.getByText('Grants analyst').waitFor();
    await button.evaluate((element) => {
      const pressed = element as unknown as { click: () => void };
      pressed.click();
      pressed.click();
    });
    await page.waitForURL('**/access/*');
    expect(await stored()).toHaveLength(1);
    await window.goto(sheetAddress);
    expect(await sheet.dialog.getByLabel('Purpose').inputValue()).toBe('');
    await sheet.dialog
      .getByText('There is a request already, which waits for a decision.')
      .waitFor();
    expect(
      await sheet.dialog
        .getByRole('button', { name: 'Send request' })
        .getAttribute('aria-disabled'),
    ).toBe('true');
  });

  const change = async (purpose: string, until: string) => {
    await window.goto('/access/mine?request=true');
    const sheet = requestSheetOf(window.page);
    await sheet.write({ purpose, until });
    await sheet.acceptTerms();
  };
  const conflict = () =>
    window.page.getByRole('dialog', { name: 'Somebody saved while you wrote' });
  const save = () => window.page.getByRole('button', { name: 'Save the change' }).click();

  it('lets the person choose field by field when somebody changed the request meanwhile', async () => {
    await store('mine', { purpose: 'Forecasts', startDate: '2099-01-01' });
    await change('Late parcels', '2099-05-31');
    await store('mine', { purpose: 'Season plan', startDate: '2099-02-01' });
    await save();
    const dialog = conflict();
    const purpose = dialog.getByRole('group', { name: 'Purpose' });
    await purpose.getByText('Season plan').waitFor();
    expect(await purpose.innerText()).toContain('Forecasts');
    expect(await purpose.getByRole('textbox').inputValue()).toBe('Late parcels');
    expect(await dialog.getByRole('group').count()).toBe(1);
    expect(await seriousFindings(window.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    const typed = window.page.getByRole('dialog').getByLabel('Purpose');
    expect(await typed.inputValue()).toBe('Late parcels');
    await save();
    await purpose.getByRole('textbox').fill('Late parcels of the season');
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await window.page.getByText('The request was sent.').waitFor();
    const [one] = await stored();
    expect(one.info).toMatchObject({
      purpose: 'Late parcels of the season',
      startDate: '2099-02-01',
      endDate: '2099-05-31',
    });
  });

  it('takes the other edit where the person says so, also for a draft of another day', async () => {
    await store('mine', { purpose: 'Forecasts' });
    await change('Late parcels', '2099-05-31');
    await store('mine', { purpose: 'Season plan' });
    await window.page.reload();
    await save();
    await conflict().getByLabel('Take theirs: Purpose').check();
    await conflict().getByRole('button', { name: 'Save what is chosen' }).click();
    await window.page.getByText('The request was sent.').waitFor();
    const [one] = await stored();
    expect(one.info).toMatchObject({ purpose: 'Season plan', endDate: '2099-05-31' });
  });

  it('joins edits of different fields, and says when the request was decided meanwhile', async () => {
    await store('mine', { purpose: 'Forecasts' });
    await change('Late parcels', '2099-05-31');
    await store('mine', { purpose: 'Forecasts', startDate: '2099-02-01' });
    await save();
    await window.page.getByText('The request was sent.').waitFor();
    const [one] = await stored();
    expect(one.info).toMatchObject({ purpose: 'Late parcels', startDate: '2099-02-01' });
    await change('Something', '2099-06-30');
    await post('mine/approve', {});
    // A dry run finds that the request cannot be changed any more; sending it says why.
    const tried = window.page.waitForResponse((answer) => answer.url().includes('dryRun=true'));
    await requestSheetOf(window.page).write({ purpose: 'Something else', until: '2099-06-30' });
    await tried;
    await save();
    await window.page.getByText('The request was decided while you wrote.').waitFor();
    expect((await stored())[0]).toMatchObject({
      lifecycle: 'upcoming',
      info: { purpose: 'Late parcels', endDate: '2099-05-31' },
    });
  });

  it('shows an access again that changed before it was given back', async () => {
    await store('mine', { purpose: 'Forecasts' });
    await post('mine/approve', {});
    await window.goto('/access/mine');
    const { page } = window;
    await page.getByRole('button', { name: 'Give back' }).click();
    await post('mine/provisioning/provisioning-started', { platform: 'postgres' });
    const dialog = page.getByRole('dialog');
    await stack.api.send('PUT', '/api/access/mine', {
      body: access('mine', { status: 'approved', endDate: '2099-05-31' }),
    });
    await dialog.getByRole('button', { name: 'Give back' }).click();
    await dialog.getByText('The access changed while you looked at it.').waitFor();
    expect((await stored())[0].lifecycle).toBe('active');
    await dialog.getByRole('button', { name: 'Give back' }).click();
    await page.getByText('The access has ended.').waitFor();
  });

  it('shows what the server refuses at its field', async () => {
    await window.page.route('**/request-access', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          status: 422,
          code: 'invalid_body',
          title: 'Unprocessable Entity',
          detail: 'The body is not as it must be.',
          violations: [{ field: 'purpose', message: 'must name a project' }],
        }),
      }),
    );
    await window.goto(sheetAddress);
    const sheet = requestSheetOf(window.page);
    await sheet.write({ purpose: 'Just so' });
    await sheet.acceptTerms();
    await sheet.send();
    await sheet.dialog.getByText('Must name a project.').waitFor();
    const purpose = sheet.dialog.getByLabel('Purpose');
    expect(await purpose.getAttribute('aria-invalid')).toBe('true');
    expect(await purpose.inputValue()).toBe('Just so');
  });

  it('is asked for with the button of the page of the product', async () => {
    await window.goto('/dataproducts/shop');
    const { page } = window;
    await page.getByRole('button', { name: 'Request access' }).click();
    await page.getByRole('menuitem', { name: 'port-0' }).click();
    const sheet = requestSheetOf(page);
    await sheet.write({ purpose: 'Late parcels' });
    expect(await sheet.dialog.innerText()).not.toContain('no output port');
  });

  it('asks for a data product of the team', async () => {
    const { api } = stack;
    const body = {
      apiVersion: 'v1.0.0',
      kind: 'DataProduct',
      id: 'mailing',
      name: 'Mailing',
      status: 'active',
      team: { name: 'marketing' },
    };
    const put = await api.send('PUT', '/api/dataproducts/mailing', { body });
    expect([put.status, put.text]).toEqual([200, expect.any(String)]);
    await window.goto(sheetAddress);
    const sheet = requestSheetOf(window.page);
    await sheet.dialog.getByLabel('For a data product of the team').check();
    await sheet.dialog.getByLabel('Data product', { exact: true }).selectOption('Mailing');
    await sheet.write({ purpose: 'Mails' });
    await sheet.acceptTerms();
    await sheet.send();
    await window.page.waitForURL('**/access/*');
    expect((await stored())[0].consumer).toMatchObject({ dataProductId: 'mailing' });
  });

  it('is asked for by the local administrator for any team', async () => {
    const own = await stack.open();
    await own.goto(sheetAddress);
    const sheet = requestSheetOf(own.page);
    await sheet.dialog.getByText('Choose the team that uses the data.').last().waitFor();
    await sheet.dialog.getByLabel('For', { exact: true }).selectOption('Team marketing');
    await sheet.write({ purpose: 'Mails' });
    await sheet.acceptTerms();
    await sheet.preview.getByRole('listitem').first().waitFor();
    await sheet.send();
    await own.page.waitForURL('**/access/*');
    expect((await stored())[0].consumer).toMatchObject({ teamId: 'marketing' });
    await own.close();
    expect(own.problems).toEqual([]);
  });

  it('is withdrawn while it is open, and answers a wish for a change', async () => {
    await store('open', { purpose: 'Forecasts' });
    await post('open/request-change', { note: 'Name the **project**.' });
    await window.goto('/access/open');
    const { page } = window;
    await page.getByText('Change requested').first().waitFor();
    await page.locator('.note strong').filter({ hasText: 'project' }).waitFor();
    await page.getByRole('button', { name: 'Change the request' }).click();
    const sheet = requestSheetOf(page);
    await sheet.write({ purpose: 'Forecasts of the project Spring' });
    await sheet.acceptTerms();
    await sheet.dialog.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Waiting for Team checkout').first().waitFor();
    expect((await stored())[0].info.purpose).toBe('Forecasts of the project Spring');
    await page.getByRole('button', { name: 'Withdraw the request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the request' }).click();
    await page.waitForURL('**/me/access');
    await page.getByText('No access yet').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('is asked for again from its end, and given back', async () => {
    await store('ends', { purpose: 'Forecasts', endDate: '2099-05-31' });
    await post('ends/approve', {});
    await window.goto('/access/ends');
    const { page } = window;
    await page.getByRole('button', { name: 'Renew access' }).click();
    const sheet = requestSheetOf(page);
    expect(await sheet.dialog.getByLabel('Purpose').inputValue()).toBe('Forecasts');
    expect(await sheet.dialog.getByLabel('From').inputValue()).toBe('2099-06-01');
    await sheet.acceptTerms();
    await sheet.send();
    await page.waitForURL((url) => !url.pathname.endsWith('/ends'));
    await page.getByText('Waiting for Team checkout').first().waitFor();
    await window.goto('/access/ends');
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('We are done.');
    await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click();
    await page.getByText('Ended early').waitFor();
    await page.getByText('We are done.').first().waitFor();
    const states = (await stored()).map(({ lifecycle }: { lifecycle: string }) => lifecycle);
    expect(states.toSorted()).toEqual(['expired', 'requested']);
  });

  it('says to others why they may not end it, and who may', async () => {
    await store('ends');
    await post('ends/approve', {});
    const other = await stack.open({ key: as('stranger') });
    await other.goto('/access/ends');
    const button = other.page.getByRole('button', { name: 'Give back' });
    await other.page.locator('.why-not').first().waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await other.page.locator('.why-not a[href^="mailto:"]').first().waitFor();
    await other.close();
    expect(other.problems).toEqual([]);
  });

  it('lists accesses by their state, and says why a list is empty', async () => {
    await store('active', { purpose: 'Forecasts' });
    await post('active/approve', {});
    await store('declined', { purpose: 'Addresses' });
    await post('declined/reject', { note: 'No.' });
    await window.goto('/me/access');
    const { page } = window;
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: 'Forecasts' }).getByText('Active').waitFor();
    await rows.filter({ hasText: 'Addresses' }).getByText('Declined').waitFor();
    await page.getByRole('button', { name: 'Declined' }).click();
    await page.waitForURL('**/me/access?lifecycle=rejected');
    await rows.filter({ hasText: 'Forecasts' }).waitFor({ state: 'hidden' });
    await rows.filter({ hasText: 'Addresses' }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Ended' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await page.goBack();
    await rows.filter({ hasText: 'Addresses' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    await store('open', { purpose: 'Forecasts' });
    await store('active', { purpose: 'Forecasts', endDate: '2099-05-31' });
    await post('active/approve', { note: 'Gladly.' });
    const own = await stack.open({ key: as('marketing-owner'), scheme, width });
    for (const [path, content] of [
      ['/me/access', 'tbody tr'],
      ['/access/open', '.timeline > li'],
      ['/access/active', '.timeline > li'],
      ['/dataproducts/shop?request=port-1', '.what-happens .timeline'],
    ] as const) {
      await own.goto(path);
      await own.page.locator(content).first().waitFor();
      expect([path, await seriousFindings(own.page)]).toEqual([path, []]);
      expect([path, await overflowOf(own.page)]).toEqual([path, 0]);
    }
    await own.close();
    expect(own.problems).toEqual([]);
  });
});
