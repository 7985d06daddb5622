import { team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const path = '/api/datacontracts/orders';
const quality = '/datacontracts/orders/quality';
const people = [
  { emailAddress: 'noor@example.com', role: 'Owner' },
  { emailAddress: 'max@example.com', role: 'Member' },
];
const text = `# Orders of the shop
apiVersion: v3.1.0
kind: DataContract
id: orders
name: Orders # as people say
version: 1.0.0
status: active
team:
  name: checkout
servers:
  - { server: raw, type: local, format: csv, path: /data/raw.csv }
  - { server: clean, type: local, format: csv, path: /data/clean.csv }
schema:
  - name: orders
    properties:
      - name: order_id
`;

describeInBrowser('the schedule of tests', () => {
  let stack: WebStack;
  const keys: Record<string, string> = {};
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, { 'teams/checkout': team('checkout', { members: people }) });
    for (const name of ['noor', 'max'])
      keys[name] = (await stack.api.newKey('user', { email: `${name}@example.com` })).text;
  });
  afterAll(() => stack?.stop());
  beforeEach(() => put(text));
  afterEach(async () => {
    const { problems } = window;
    await window.close();
    expect(problems).toEqual([]);
  });

  const put = async (body: string): Promise<void> => {
    const headers = { 'content-type': 'application/yaml' };
    const answer = await stack.api.send('PUT', path, { body, headers });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const stored = async () => (await stack.api.send('GET', `${path}/datacontract.yaml`)).text;
  const schedule = async () => (await stack.api.send('GET', `${path}/test-schedule`)).json;
  const open = async (options: Parameters<WebStack['open']>[0] = {}) => {
    window = await stack.open({ key: keys['noor'] ?? '', ...options });
    await window.goto(quality);
    return window.page;
  };
  const openDialog = async (options: Parameters<WebStack['open']>[0] = {}) => {
    const page = await open(options);
    await page.getByRole('button', { name: 'Change schedule' }).click();
    await page.getByLabel('Tests run').waitFor();
    return page;
  };

  for (const scheme of ['light', 'dark'] as const) {
    it(`is set in plain words, and the rest of the text stays, ${scheme}`, async () => {
      const page = await openDialog({ scheme });
      await page.getByText('No schedule: tests run when somebody asks for them.').waitFor();
      await page.getByLabel('Tests run').selectOption('own');
      await page.getByLabel('How often').selectOption('week');
      await page.getByLabel('Day of the week').selectOption({ label: 'Thursday' });
      await page.getByLabel('Time', { exact: true }).fill('04:30');
      await page.getByLabel('Time zone').selectOption('Europe/Berlin');
      await page.getByText('Tests run on Thursday at 04:30 (Europe/Berlin).').waitFor();
      await page.getByText(/^Next: Thu.* · Thu.* · Thu/u).waitFor();
      await page.getByLabel('raw').uncheck();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save schedule' }).click();
      await page
        .getByText(/^Tested on Thursday at 04:30 \(Europe\/Berlin\), next (?:in |tomorrow)/u)
        .waitFor();
      expect(await schedule()).toMatchObject({
        source: 'contract',
        cron: '30 4 * * 4',
        timezone: 'Europe/Berlin',
      });
      const saved = await stored();
      expect(saved.startsWith(text)).toBe(true);
      expect(saved).toContain('clean');
      expect(await seriousFindings(page)).toEqual([]);
    });
  }

  it('is removed, and can be switched off against that of the organization', async () => {
    const own = '  - property: testSchedule\n    value: 0 6 * * *\n';
    await put(`${text}customProperties:\n  - property: other # stays\n    value: 1\n${own}`);
    const page = await openDialog();
    await page.getByText('Tested every day at 06:00 (UTC)').waitFor();
    await page.getByLabel('Tests run').selectOption('organization');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('No schedule: tests run when somebody asks for them.').waitFor();
    expect(await stored()).toContain('property: other # stays');
    expect(await schedule()).toMatchObject({ source: 'none', cron: null });
    await page.getByRole('button', { name: 'Change schedule' }).click();
    await page.getByLabel('Tests run').selectOption('off');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('this contract is tested only when somebody asks').waitFor();
    expect(await schedule()).toMatchObject({ source: 'contract', cron: null });
  });

  it('refuses an expression that is never due at its field', async () => {
    const page = await openDialog();
    await page.getByLabel('Tests run').selectOption('own');
    await page.getByLabel('How often').selectOption('cron');
    await page.getByLabel('CRON expression').fill('0 0 30 2 *');
    await page.getByText('This is not a CRON expression of five fields that is ever due').waitFor();
    const save = page.getByRole('button', { name: 'Save schedule' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('CRON expression').fill('*/20 8-18 * * 1-5');
    await page
      .getByText(/^Tests run every 20 minutes from 08:00 to 18:40, on weekdays \(/u)
      .waitFor();
    await save.click();
    await page.getByText(/^Tested every 20 minutes from 08:00 to 18:40, on weekdays/u).waitFor();
  });

  it('keeps what somebody else saved meanwhile, and asks if it is the schedule', async () => {
    const page = await openDialog();
    await page.getByLabel('Tests run').selectOption('own');
    await put(text.replace('name: Orders', 'name: All orders'));
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText(/^Tested every day at 06:00/u).waitFor();
    const merged = await stored();
    expect(merged).toContain('name: All orders # as people say');
    expect(merged).toContain('testSchedule');
    await page.getByRole('button', { name: 'Change schedule' }).click();
    await page.getByLabel('Time', { exact: true }).fill('07:15');
    await put(merged.replace('0 6 * * *', '0 5 * * *'));
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText(/^every day at 05:00/u).waitFor();
    await page.getByText(/^every day at 07:15/u).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save what is chosen' }).click();
    await page.getByText(/^Tested every day at 07:15/u).waitFor();
    expect(await schedule()).toMatchObject({ cron: '15 7 * * *' });
  });

  it('shows what the server refuses, and keeps what was typed', async () => {
    const page = await openDialog();
    await page.getByLabel('Tests run').selectOption('off');
    const detail = 'A policy of the organization is not kept.';
    await page.route('**/ui/api/datacontracts/orders', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({ title: 'Refused', status: 422, detail, code: 'invalid_body' }),
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByRole('alert').getByText(detail).waitFor();
    expect(await page.getByLabel('Tests run').inputValue()).toBe('off');
    await page.unroute('**/ui/api/datacontracts/orders');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('this contract is tested only when somebody asks').waitFor();
  });

  it('says why somebody may not change it', async () => {
    const page = await open({ key: keys['max'] ?? '' });
    await page.getByText('No schedule: tests run when somebody asks for them.').waitFor();
    const button = page.getByRole('button', { name: 'Change schedule' });
    await page.locator('.schedule .why-not').getByText(/role/u).waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
  });

  it.each([1440, 1024, 375])('fits into %s px', async (width) => {
    const page = await openDialog({ width });
    await page.getByLabel('Tests run').selectOption('own');
    await page.getByLabel('How often').waitFor();
    expect(await overflowOf(page)).toBe(0);
  });
});
