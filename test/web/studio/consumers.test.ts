import { access, fillForAccess } from '../../support/builders/access.ts';
import { seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const consumers = '/dataproducts/shop/consumers';
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const person = (name: string) => ({ consumer: { userId: `${name}@example.com` } });

describeInBrowser('the consumers of a product', () => {
  let stack: WebStack;
  let ownerKey: string;
  let readerKey: string;
  const opened: Window[] = [];

  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await fillForAccess(api);
    const approved = { status: 'approved' };
    await putAll(api, {
      'access/granted': access('granted', approved),
      'access/failed': access('failed', approved, person('failed')),
      'access/differs': access('differs', approved, person('differs')),
      'access/ending': access('ending', approved, person('ending')),
      'access/raced': access('raced', approved, person('raced')),
      'access/ends': access('ends', { ...approved, endDate: soon }, person('ends')),
      'access/asked': access('asked', {}, person('asked')),
    });
    const post = async (path: string, body: object) => {
      const { status, text } = await api.send('POST', `/api/access/${path}`, { body });
      if (status !== 200) throw new Error(text);
    };
    await post('granted/provisioning/provisioning-succeeded', { platform: 'postgres' });
    await post('differs/provisioning/provisioning-succeeded', { platform: 'postgres' });
    await post('failed/provisioning/provisioning-failed', {
      platform: 'postgres',
      diagnostics: 'There is no role.',
    });
    const difference = { kind: 'different', accessId: 'differs', message: 'It may write.' };
    await post('drift', { platform: 'postgres', differences: [difference] });
    ({ text: ownerKey } = await api.newKey('user', { email: 'checkout-owner@example.com' }));
    ({ text: readerKey } = await api.newKey('user', { email: 'checkout-member@example.com' }));
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });

  const open = async (path = consumers, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open({ key: ownerKey, ...options });
    opened.push(window);
    await window.goto(path);
    return window.page;
  };

  it('shows agreed, to be granted and reported side by side, and what differs first', async () => {
    const page = await open();
    await page.getByText('accesses are not granted as agreed.').waitFor();
    const rows = page.getByRole('region', { name: 'Consumer' }).getByRole('row');
    const reported = await rows.locator('td:nth-child(4) .badge').allInnerTexts();
    expect(reported.slice(0, 2).toSorted()).toEqual(['Other than agreed', 'Provisioning failed']);
    const granted = rows.filter({ hasText: 'Team marketing' });
    await granted.getByText('as agreed').waitFor();
    await granted.getByText('Postgres', { exact: true }).waitFor();
    await rows.filter({ hasText: 'asked' }).getByRole('link', { name: 'Decide' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('ends an alert', async () => {
    const page = await open();
    const alerts = page.getByRole('region', { name: 'Open alerts' });
    await alerts.getByRole('button', { name: 'Resolve' }).click();
    await alerts.waitFor({ state: 'hidden' });
  });

  it('says in the title of an access that it could not be granted', async () => {
    const page = await open('/access/failed');
    await page.locator('.title-line .badge', { hasText: 'Provisioning failed' }).waitFor();
  });

  it('keeps an access until it is looked at again', async () => {
    const page = await open(`${consumers}?access=granted`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No reassessment is planned.').waitFor();
    await dialog.getByLabel('Next reassessment').fill('2031-05-04');
    await dialog.getByRole('button', { name: 'Keep the access' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('reassess by 4 May 2031').waitFor();
    const { json } = await stack.api.send('GET', '/api/access/granted');
    expect(json).toMatchObject({ lifecycle: 'active', consumer: { teamId: 'marketing' } });
    expect(json.info).toMatchObject({ purpose: 'Forecasts', nextReassessmentDate: '2031-05-04' });
  });

  it('offers no reassessment after the end of the access', async () => {
    const page = await open(`${consumers}?access=ends`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The access goes on until it ends on').waitFor();
    const day = dialog.getByLabel('Next reassessment');
    expect(await day.inputValue()).toBe(soon);
    await day.fill('2031-05-04');
    await dialog.getByText('choose that day or an earlier one').waitFor();
    await dialog.getByRole('button', { name: 'Keep the access', disabled: true }).waitFor();
  });

  it('says that somebody changed the access meanwhile, and keeps the day', async () => {
    const page = await open(`${consumers}?access=raced`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Next reassessment').fill('2031-05-04');
    const changed = access('raced', { purpose: 'More', status: 'approved' }, person('raced'));
    await putAll(stack.api, { 'access/raced': changed });
    const save = dialog.getByRole('button', { name: 'Keep the access' });
    await save.click();
    await dialog.getByText('Somebody changed this access meanwhile.').waitFor();
    expect(await dialog.getByLabel('Next reassessment').inputValue()).toBe('2031-05-04');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    const { json } = await stack.api.send('GET', '/api/access/raced');
    expect(json.info).toMatchObject({ purpose: 'More', nextReassessmentDate: '2031-05-04' });
  });

  it('says what the end of an access leads to, and ends it with a note', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Actions for ending@example.com' }).click();
    await page.getByRole('menuitem', { name: 'End' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The access ends, and its grants are taken back.').waitFor();
    await dialog.getByLabel('Note that the consumer reads').fill('The project is over.');
    await dialog.getByRole('button', { name: 'End the access' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { json } = await stack.api.send('GET', '/api/access/ending');
    expect(json.lifecycle).toBe('expired');
    const history = await stack.api.send('GET', '/api/access/ending/history');
    expect(history.text).toContain('The project is over.');
  });

  it('says to others why they may not end an access', async () => {
    const page = await open(consumers, { key: readerKey });
    const actions = page.getByRole('button', { name: 'Actions for Team marketing' });
    await page.locator('button[aria-describedby]:disabled').first().waitFor();
    expect(await actions.isDisabled()).toBe(true);
    const reason = (await actions.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${reason}"]`).innerText()).toContain(
      'no role of yours has ACCESS_APPROVE',
    );
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`draws ports and consumers as a graph, ${scheme}`, async () => {
      const page = await open(consumers, { scheme });
      await page.getByRole('button', { name: 'Graph' }).click();
      const graph = page.getByRole('region', { name: /consumers? and the ports they use/u });
      await graph.getByRole('link', { name: 'port-0' }).waitFor();
      await graph.getByRole('link', { name: /Team marketing/u }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
  }
});
