import { ensureSchedules } from '../../../jobs/housekeeping/schedules.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { countClicks } from '../../support/web/clicks.ts';
import { storeProcesses, storeWork } from '../../support/web/operations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';

const refusedError = 'connect ECONNREFUSED 10.0.0.7:25';

/** Journey 7: failed work is found, understood and retried, and each retry is in the audit trail. */
describeInBrowser('an operator with failed work', () => {
  let stack: WebStack;
  let mails: MailServer;
  let window: Window;
  beforeAll(async () => {
    mails = await startMailServer();
    stack = await startWebStack({}, { smtpUrl: mails.url });
    await storeProcesses(stack.api);
  });
  afterAll(async () => {
    await stack?.stop();
    await mails?.stop();
  });
  beforeEach(async () => {
    await stack.api.database.knex('work').delete();
  });
  afterEach(async () => {
    expect(window.problems).toEqual([]);
    await window.close();
  });

  const retriesInAudit = async (): Promise<number> => {
    const rows = await stack.api.database.knex('events').where({ type: 'WorkRetryRequested' });
    return rows.length;
  };

  it.each(['light', 'dark'] as const)(
    'leads from the red line to the retry (%s)',
    async (scheme) => {
      const { api } = stack;
      for (let index = 0; index < 26; index += 1) await storeWork(api, { error: refusedError });
      await storeWork(api, { error: 'the address has no host' });
      const before = await retriesInAudit();
      window = await stack.open({ scheme });
      const { page } = window;
      const clicks = await countClicks(page);
      await window.goto('/operate');
      await page.getByRole('heading', { name: '1 thing needs a human', level: 1 }).waitFor();
      await page.getByText('27 pieces of work of the kind').waitFor();
      await page.getByText('Live, checked').waitFor();
      await page.locator('.kind-table tbody tr').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('link', { name: 'Show the 27' }).click();
      await page.getByText('1–27 of 27').waitFor();
      await page.getByLabel('Error contains').fill('econnrefused');
      await page.getByText('1–26 of 26').waitFor();
      expect(new URL(page.url()).searchParams.get('error')).toBe('econnrefused');
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('link', { name: 'Send a test mail' }).first().click();
      const attempts = page.locator('.attempt');
      await attempts.first().waitFor();
      expect(await attempts.locator('.attempt-error').allInnerTexts()).toEqual([
        refusedError,
        `first: ${refusedError}`,
      ]);
      await page.getByText('"to": "ada@example.com"').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.goBack();

      await page.getByRole('button', { name: 'Retry all 26' }).click();
      const dialog = page.getByRole('dialog', { name: 'Retry 26 pieces of work?' });
      await dialog.getByText('econnrefused').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Retry 26', exact: true }).click();
      await page.getByRole('heading', { name: 'Retry of 26 pieces of work', level: 1 }).waitFor();
      await page.getByText('26 of 26 handled').waitFor();
      expect(await page.locator('tbody tr').count()).toBe(26);
      expect(await seriousFindings(page)).toEqual([]);
      expect(clicks()).toBeGreaterThan(0);
      expect(clicks()).toBeLessThanOrEqual(5);

      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Overview' })
        .click();
      await page.getByText('1 piece of work of the kind').waitFor();
      await page.getByRole('link', { name: 'Show the 1', exact: true }).click();
      await page.getByText('1–1 of 1').waitFor();
      await page.getByRole('checkbox', { name: 'Select Send a test mail' }).check();
      await page.getByRole('button', { name: 'Retry 1', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Retry 1' }).click();
      await page.getByRole('heading', { name: 'Retry of 1 piece of work', level: 1 }).waitFor();
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Overview' })
        .click();
      await page.getByRole('heading', { name: 'Nothing needs a human', level: 1 }).waitFor();
      await page.getByText('All is well.').waitFor();
      expect((await retriesInAudit()) - before).toBe(27);
    },
  );

  it('fits a phone, with the primary parts of each page', async () => {
    const { api } = stack;
    await ensureSchedules(api.database.knex, new Date());
    const id = await storeWork(api, { error: `${refusedError} ${'x'.repeat(300)}` });
    window = await stack.open({ width: 375 });
    const { page } = window;
    const pages = [
      ['/operate', '1 piece of work'],
      ['/operate/work?state=FAILED', 'Retry all 1'],
      [`/operate/work/${id}`, 'Attempt 2'],
      ['/operate/work/batches', 'Retry of'],
      ['/operate/schedules', 'Delete what is kept long enough'],
      ['/operate/system', 'Stored credentials'],
    ] as const;
    for (const [path, text] of pages) {
      await window.goto(path);
      await page.getByText(text).first().waitFor();
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
    }
  });
});
