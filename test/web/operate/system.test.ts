import { insertBackup } from '../../../db/tables/operations/backups.ts';
import { ensureSchedules } from '../../../jobs/housekeeping/schedules.ts';
import { seriousFindings } from '../../support/web/accessibility.ts';
import { storeProcesses, storeWork } from '../../support/web/operations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';

const secret = 'correct-horse-battery';

describeInBrowser('the system and the schedules', () => {
  let stack: WebStack;
  let mails: MailServer;
  let window: Window;
  beforeAll(async () => {
    mails = await startMailServer({
      verdict: async ({ to }) =>
        to.includes('nobody@example.com')
          ? Object.assign(new Error('No such mailbox here'), { responseCode: 550 })
          : undefined,
    });
    const smtpUrl = mails.url;
    stack = await startWebStack({ smtpUrl }, { smtpUrl });
    await storeProcesses(stack.api);
  });
  afterAll(async () => {
    await stack?.stop();
    await mails?.stop();
  });
  beforeEach(async () => {
    window = await stack.open();
  });
  afterEach(async () => {
    expect(window.problems).toEqual([]);
    await window.close();
  });

  it.each(['light', 'dark'] as const)('tells version, checks and backup (%s)', async (scheme) => {
    const { knex } = stack.api.database;
    await knex('backups').delete();
    const themed = await stack.open({ scheme });
    await themed.goto('/operate/system');
    await themed.page.getByText('No backup yet').waitFor();
    await themed.page.getByText('Schema of the database').waitFor();
    const at = new Date(Date.now() - 5 * 86_400_000);
    await insertBackup(knex, { at, bytes: 1_400_000, attachments: 3, missing: 1 });
    await themed.page.getByRole('button', { name: 'Check again' }).click();
    await themed.page.getByText('It is older than two days.').waitFor();
    await themed.page.getByText('1 attachment could not be read.').waitFor();
    expect(await seriousFindings(themed.page)).toEqual([]);
    await themed.close();
    expect(themed.problems).toEqual([]);
  });

  it('sends a test mail, and shows what the server answered', async () => {
    const { page, goto } = window;
    await goto('/operate/system');
    const field = page.getByLabel('To', { exact: true });
    await field.fill('ada@example.com');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('The server took the mail.').waitFor();
    expect(mails.mails.map(({ to }) => to)).toEqual([['ada@example.com']]);
    await field.fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('The server refused this mail.').waitFor();
    await page.getByText('No such mailbox here').waitFor();
    await field.fill('no address');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.locator('.field-problem').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.content()).not.toContain(secret);
  });

  it('lists schedules with their next five times, and filters them', async () => {
    await ensureSchedules(stack.api.database.knex, new Date());
    const { page, goto } = window;
    await goto('/operate/schedules');
    const row = page.locator('tbody tr').filter({ hasText: 'Delete what is kept long enough' });
    await row.getByText('17 3 * * *').waitFor();
    await row.locator('summary').click();
    expect(await row.locator('details li').count()).toBe(5);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('State').selectOption('off');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(new URL(page.url()).search).toBe('?enabled=off');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row.getByRole('link', { name: 'Its work' }).click();
    await page.getByRole('button', { name: 'Kind: Housekeeping' }).waitFor();
  });

  it('is one calm line when nothing needs a human', async () => {
    for (const table of ['work', 'schedules']) await stack.api.database.knex(table).delete();
    const { page, goto } = window;
    await goto('/operate');
    await page.getByRole('heading', { name: 'Nothing needs a human', level: 1 }).waitFor();
    expect(await page.locator('.need').count()).toBe(1);
  });

  it('shows the numbers of the last day, and says where each worker is silent', async () => {
    const { knex } = stack.api.database;
    await knex('installation_minutes').insert({
      at: new Date(Math.floor(Date.now() / 60_000) * 60_000),
      feed_lag_seconds: 0,
      webhook_failures: 3,
      webhook_waiting: 1,
      mail_failures: 0,
      database_bytes: 412_000_000,
    });
    await knex('work_minutes').insert({
      at: new Date(Math.floor(Date.now() / 60_000) * 60_000),
      kind: 'mail',
      waiting: 7,
      running: 1,
      oldest_seconds: 90,
      started: 2,
      start_lag_seconds: 0.006,
      done: 2,
      failed: 0,
    });
    const { page, goto } = window;
    await goto('/operate');
    const tiles = page.locator('.tile');
    await tiles.filter({ hasText: 'Database' }).getByText('412').waitFor();
    await tiles
      .filter({ hasText: 'Webhook attempts failed' })
      .getByText('3', { exact: true })
      .waitFor();
    await tiles.filter({ hasText: 'Commit to job start' }).getByText('3 ms').waitFor();
    await page.getByText('Show numbers').click();
    await page.getByRole('columnheader', { name: 'Feed behind' }).waitFor();
    await page.getByRole('button', { name: '7 days' }).click();
    expect(new URL(page.url()).searchParams.get('range')).toBe('7d');
    await page.getByText('2 of 2 alive').waitFor();
    await knex('processes')
      .where({ role: 'worker' })
      .update({
        seen_at: new Date(Date.now() - 840_000),
        version: '1.2.3',
        commit: 'c0ffee1'.padEnd(40, '0'),
      });
    await page.getByText('silent for 14 min').waitFor();
    await page.getByText('1.2.3 (c0ffee1)').waitFor();
    await storeProcesses(stack.api);
  });

  it('opens the dashboard of the queues with the session', async () => {
    const { page, goto } = window;
    await storeWork(stack.api, { state: 'DONE' });
    await goto('/operate/work');
    const link = page.getByRole('link', { name: 'Queues' });
    expect(await link.getAttribute('href')).toBe('/ui/queues');
  });
});
