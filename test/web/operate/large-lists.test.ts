import { storeEvents } from '../../support/builders/stored/stored-events.ts';
import { until } from '../../support/until.ts';
import { overflowOf } from '../../support/web/accessibility.ts';
import { storeManyWorks } from '../../support/web/operations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const works = 100_000;
const events = 1_000_000;

describeInBrowser('lists of operators that are very long', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    const body = { reason: 'Nothing of this is sent.' };
    expect((await api.send('POST', '/api/ops/kinds/mail/pause', { body })).status).toBe(200);
    await storeManyWorks(api, works);
    await storeEvents(api, api.organizationId, events);
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    window = await stack.open();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });

  it('work opens, is filtered, and a bulk retry of all of it names its number', async () => {
    const { page, goto } = window;
    await goto('/operate/work');
    await page.getByText(/^1–\d+ of 100,000$/).waitFor();
    expect(await page.locator('.work-table tbody tr').count()).toBeLessThan(60);
    await page.getByLabel('Error contains').fill('receiver 7 of 50');
    await page.getByText(/^1–\d+ of 2,000$/).waitFor();
    await goto('/operate/work?state=FAILED');
    await page.getByRole('button', { name: 'Retry all 100,000' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry 100,000 pieces of work?' });
    await dialog.getByText('all of it is handled, also what is not loaded here').waitFor();
    await dialog.getByRole('button', { name: 'Retry 100,000' }).click();
    await page.getByRole('heading', { name: 'Retry of 100,000 pieces of work' }).waitFor();
    await page.getByText(/^[\d,]+ of 100,000 handled$/).waitFor();
    // It goes on without this page, and is found again from the list.
    await goto('/operate/work');
    await page.getByText(/A retry of 100,000 pieces of work goes on: [\d,]+ handled/).waitFor();
    await page.getByRole('link', { name: 'Look' }).click();
    await page.getByRole('heading', { name: 'Retry of 100,000 pieces of work' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText(/^[\d,]+ retried, [\d,]+ left as it was$/).waitFor();
    await page.getByRole('button', { name: /^Done [\d,]+$/ }).click();
    await until('each row says what became of it', async () => {
      const outcomes = await page.locator('tbody tr td:nth-child(2)').allInnerTexts();
      return outcomes.length > 0 && outcomes.every((text) => text === 'Retried');
    });
  });

  it('a million events open, are filtered by type and subject, and lead back in time', async () => {
    const { page, goto } = window;
    await goto('/operate/events');
    const rows = page.locator('.feed-table tbody tr');
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('1–100', { exact: true }).waitFor();
    await page.getByLabel('Id of the subject').fill('team-7');
    await page.waitForURL(/subject=team-7/u);
    await until('only its events are shown', async () => {
      const subjects = await rows.locator('td:nth-child(2)').allInnerTexts();
      return subjects.length === 50 && subjects.every((text) => text.startsWith('team-7\n'));
    });
    await goto('/operate/events?type=TeamDeletedEvent');
    await page.getByText('1–50', { exact: true }).waitFor();
    expect(new Set(await rows.locator('.row-link').allInnerTexts())).toEqual(
      new Set(['Team deleted']),
    );
    // None of the deleted teams is this one: the whole feed is looked through.
    await goto('/operate/events?type=TeamDeletedEvent&subject=team-7');
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
  });

  it('the audit trail of a million events opens, is filtered, and is exported to its end', async () => {
    const { page, goto } = window;
    await goto('/operate/audit');
    await page.getByText('1–100', { exact: true }).waitFor();
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Team deleted' });
    await page.waitForURL(/type=TeamDeletedEvent/u);
    const rows = page.locator('.feed-table tbody tr');
    await until('only deletions are shown', async () => {
      const names = await rows.locator('.row-link').allInnerTexts();
      return names.length === 100 && names.every((name) => name === 'Team deleted');
    });
    const href = await page.getByRole('link', { name: 'Export as NDJSON' }).getAttribute('href');
    const exported = await page.request.get(href ?? '');
    const lines = (await exported.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(events / 1_000);
    expect(new Set(lines.map((line) => JSON.parse(line).type))).toEqual(
      new Set(['TeamDeletedEvent']),
    );
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await overflowOf(page)).toBe(0);
  });

  it('more work than one bulk action takes is to be filtered first', async () => {
    // Some of the first ones are retried already.
    await storeManyWorks(stack.api, works / 2);
    const { page, goto } = window;
    await goto('/operate/work?state=FAILED');
    const all = page.getByRole('button', { name: /^Retry all 1\d\d,\d{3}$/ });
    await all.waitFor();
    await page.getByText(/A bulk action takes 100,000 pieces of work. Filter/).waitFor();
    expect(await all.isDisabled()).toBe(true);
    await goto('/operate/work?state=FAILED&error=receiver+7+of');
    const part = page.getByRole('button', { name: /^Retry all [23],\d{3}$/ });
    await part.waitFor();
    expect(await part.isDisabled()).toBe(false);
  });
});
