import { access, fillForAccess } from '../../support/builders/access.ts';
import { team } from '../../support/builders/contracts.ts';
import { startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { clipboardOf } from '../../support/web/clipboard.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

describeInBrowser('events and who reads them', () => {
  let stack: WebStack;
  let receiver: Receiver;
  let window: Window;
  let memberKey: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    stack = await startWebStack({}, { webhookAllowedHosts: [receiver.host] });
  });
  afterAll(async () => {
    await stack?.stop();
    await receiver?.stop();
  });
  const open = async (path: string, ...how: Parameters<WebStack['open']>) => {
    window = await stack.open(...how);
    await window.goto(path);
    return window.page;
  };
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('says that nothing happened yet', async () => {
    const page = await open('/operate/events');
    await page.getByRole('heading', { name: 'No event yet' }).waitFor();
    await page.getByText('The feed is empty.').waitFor();
  });

  it('shows an event as it happens, with its subject, its data and its deliveries', async () => {
    await fillForAccess(stack.api);
    const body = { url: receiver.url, events: ['Team*'] };
    await stack.api.send('PUT', '/api/webhooks/teams', { body });
    const page = await open('/operate/events');
    await page.getByRole('link', { name: 'Team created' }).first().waitFor();
    await stack.api.send('PUT', '/api/teams/logistics', { body: team('logistics') });
    const row = page.getByRole('row', { name: /Team created.*Team logistics/ });
    await row.waitFor();
    await row.getByRole('link', { name: 'Team created' }).click();
    const sheet = page.getByRole('dialog', { name: 'Team created' });
    await sheet.getByText('Delivered').waitFor();
    expect(receiver.received.map(({ event }) => event.subject)).toContain('logistics');
    expect(await sheet.getByRole('link', { name: 'Team logistics' }).getAttribute('href')).toBe(
      '/teams/logistics',
    );
    await sheet.getByRole('button', { name: 'subject', exact: true }).click();
    expect(await clipboardOf(page)).toBe('subject');
    // The address has the open event: a link to it shows the same.
    await page.reload();
    await sheet.getByText('Delivered').waitFor();
    await sheet.getByRole('link', { name: 'teams', exact: true }).click();
    await page.getByRole('heading', { name: 'teams', level: 1 }).waitFor();
    await page.getByRole('dialog').getByText('HTTP 204').first().waitFor();
  });

  it('filters by type, subject, author and time in the address, and back restores them', async () => {
    const page = await open('/operate/events');
    const rows = page.locator('.feed-table tbody tr');
    await page.getByLabel('Type of event').selectOption({ label: 'Teams' });
    await page.waitForURL(/type=Team\*/u);
    await page.getByRole('link', { name: 'Data product created' }).waitFor({ state: 'detached' });
    await page.getByLabel('Id of the subject').fill('checkout');
    await page.waitForURL(/subject=checkout/u);
    await page.getByRole('link', { name: 'Team marketing' }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await rows.getByRole('button').click();
    await page.getByRole('list', { name: 'Active filters' }).waitFor();
    await page.getByLabel('Time').selectOption({ label: 'Last hour' });
    await page.waitForURL(/since=hour/u);
    expect(await rows.count()).toBe(1);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('since'));
    await page.getByLabel('Time').selectOption({ label: 'Between two days' });
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByRole('link', { name: 'Data product created' }).waitFor();
  });

  it('moves over rows by keyboard, and opens and leaves one', async () => {
    const page = await open('/operate/events');
    await page.locator('.row-link').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it('lists readers with their position and lag', async () => {
    await stack.api.send('GET', '/api/events?limit=1');
    const page = await open('/operate/events/readers');
    await page.getByRole('row', { name: /polls.*events/u }).waitFor();
    await page.getByRole('row', { name: /teams.*webhook.*Reading.*nothing/u }).waitFor();
  });

  it('tells people who do not operate that they may not see it', async () => {
    const owner = '/api/organization/members/olga@example.com';
    await stack.api.send('PUT', owner, { body: { role: 'Owner' } });
    const email = 'checkout-member@example.com';
    memberKey = (await stack.api.newKey('user', { email })).text;
    for (const path of ['events/readers', 'webhooks', 'webhooks/teams', 'mail', 'audit']) {
      const page = await open(`/operate/${path}`, { key: memberKey });
      await page.getByRole('heading', { name: 'You may not see this' }).first().waitFor();
      if (path !== 'audit') await window.close();
    }
    await window.page.getByText('Audit is a page for Owners of').waitFor();
    await window.page.getByText('Who can help: olga@example.com').waitFor();
  });

  it('shows people who do not operate the events, and asks for nothing that they may not see', async () => {
    const page = await open('/operate/events', { key: memberKey });
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    await page.getByRole('link', { name: 'Team created' }).first().click();
    await page.getByRole('dialog').getByText('Whole event').waitFor();
    expect(refused).toEqual([]);
    expect(await page.locator('main .tabs').count()).toBe(0);
  });

  it('shows which report said what of an access, beside the expected grant', async () => {
    await stack.api.send('PUT', '/api/access/one', { body: access('one') });
    await stack.api.send('POST', '/api/access/one/approve');
    const report = (status: string, body: object) =>
      stack.api.send('POST', `/api/access/one/provisioning/${status}`, { body });
    await report('provisioning-started', { platform: 'postgres', reference: 'job-1' });
    await report('provisioning-failed', { diagnostics: 'There is **no** role.' });
    const page = await open('/access/one');
    await page.getByRole('link', { name: 'Inspect' }).click();
    const merged = page.getByRole('region', { name: 'Merged' });
    const field = (name: string) => merged.locator('.merged-field').filter({ hasText: name });
    await field('reference').getByRole('button', { name: 'Report 1' }).waitFor();
    await field('diagnostics').getByRole('button', { name: 'Report 2' }).waitFor();
    await field('status').getByRole('button', { name: 'Report 2' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('report-2');
    await page
      .getByRole('region', { name: /^Expected on/u })
      .getByText('Team marketing')
      .waitFor();
    const events = page.getByRole('region', { name: 'Events', exact: true });
    await events.getByRole('link', { name: 'Access provisioning failed' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('has no findings of axe, %s', async (scheme) => {
    const paths = [
      '/operate/events',
      '/operate/events/readers',
      '/operate/webhooks',
      '/operate/webhooks/teams',
      '/operate/mail',
      '/operate/audit',
      '/develop/access/one',
    ];
    window = await stack.open({ scheme });
    const { page, goto } = window;
    for (const path of paths) {
      await goto(path);
      await page.waitForLoadState('networkidle');
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
      await page.setViewportSize({ width: 375, height: 812 });
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await goto('/operate/events');
    await page.locator('.row-link').first().click();
    await page.getByRole('dialog').getByText('Whole event').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
