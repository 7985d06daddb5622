import { newId } from '../../../lib/ids.ts';
import { until } from '../../support/until.ts';
import { storeProcesses, storeWork } from '../../support/web/operations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000);

describeInBrowser('the pages of work', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await storeProcesses(stack.api);
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    await stack.api.database.knex('work').delete();
    window = await stack.open();
  });
  afterEach(async () => {
    expect(window.problems).toEqual([]);
    await window.close();
  });

  const stateOf = async (id: string): Promise<string> => {
    const row = await stack.api.database.knex('work').where({ id }).first('state');
    return (row as { state: string }).state;
  };

  it('filters by the address, counts every state, and says what an empty list means', async () => {
    const { page, goto } = window;
    await goto('/operate/work');
    await page.getByText('No work yet').waitFor();
    await storeWork(stack.api, { error: 'one' });
    await storeWork(stack.api, { kind: 'webhooks', job: 'deliver-webhook', error: 'two' });
    await storeWork(stack.api, { state: 'DONE' });
    await goto('/operate/work?state=FAILED&kind=mail&unknown=x');
    await page.getByText('1–1 of 1').waitFor();
    const states = page.getByRole('group', { name: 'State' });
    await states.getByRole('button', { name: 'All 2' }).waitFor();
    await page.getByRole('button', { name: 'Kind: Mail and chat' }).click();
    await page.getByText('1–2 of 2').waitFor();
    expect(new URL(page.url()).search).toBe('?state=FAILED');
    await page.getByLabel('Error contains').fill('nowhere');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.goBack();
    await page.getByText('1–1 of 1').waitFor();
    await goto('/operate/work?error=nowhere');
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText('1–3 of 3').waitFor();
  });

  it('does nothing when the number has changed meanwhile, and offers the current one', async () => {
    const { page, goto } = window;
    const first = await storeWork(stack.api, { kind: 'ingestion', job: 'x', state: 'CANCELLED' });
    await goto('/operate/work?state=CANCELLED');
    await page.getByRole('button', { name: 'Retry all 1' }).click();
    await storeWork(stack.api, { kind: 'ingestion', job: 'x', state: 'CANCELLED' });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Retry \d/ }).click();
    await until('the batch starts or is refused', async () => {
      if (await dialog.getByText('The number has changed').isVisible()) return true;
      return page.url().includes('/batches/');
    });
    // The list may have been read again just before the click; then both are retried, as the button said.
    if (!page.url().includes('/batches/')) {
      expect(await stateOf(first)).toBe('CANCELLED');
      await dialog.getByRole('button', { name: 'Retry 2', exact: true }).click();
    }
    await page.getByRole('heading', { name: 'Retry of 2 pieces of work', level: 1 }).waitFor();
  });

  it('reports each row of a bulk action, which can be left and found again', async () => {
    const { page, goto } = window;
    const key = newId();
    await storeWork(stack.api, { key, error: 'older' });
    await storeWork(stack.api, { key, error: 'newer' });
    await goto('/operate/work?state=FAILED');
    await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check();
    await page.getByRole('button', { name: 'Retry 2', exact: true }).click();
    await page.getByRole('dialog').getByText('Chosen by hand.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 2' }).click();
    await page.getByText('1 retried, 1 refused').waitFor();
    await page.getByText(`Newer work with the key '${key}'`).filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Refused 1' }).click();
    await until(
      'only the refused row is shown',
      async () => (await page.locator('tbody tr').count()) === 1,
    );
    await goto('/operate/work/batches');
    await page.getByText('1 retried, 1 refused').waitFor();
    await page.getByRole('link', { name: 'Retry of 2 pieces of work' }).first().click();
    await page.getByText('2 of 2 handled').waitFor();
  });

  it('pauses a kind with a reason, which every page shows, and resumes it', async () => {
    const { page, goto } = window;
    await goto('/operate/work?kind=ontology-merges');
    await page.getByRole('button', { name: 'Pause Ontology merges' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Pause Ontology merges' });
    expect(await confirm.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Reason').fill('A migration runs.');
    await confirm.click();
    await page.getByText('Ontology merges is paused.').waitFor();
    await goto('/operate');
    await page.getByText('A migration runs.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('A migration runs.').waitFor({ state: 'hidden' });
    const { json } = await stack.api.send('GET', '/api/ops/kinds');
    expect(json.filter(({ paused }: { paused: unknown }) => paused !== null)).toEqual([]);
  });

  it('cancels one waiting piece after a question, and starts another one now', async () => {
    const { page, goto } = window;
    const cancelled = await storeWork(stack.api, { state: 'QUEUED', dueAt: tomorrow() });
    const started = await storeWork(stack.api, { state: 'QUEUED', dueAt: tomorrow() });
    await goto(`/operate/work/${cancelled}`);
    await page.getByText('No attempt has started yet.').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel work' }).click();
    await page.getByText('Cancellation requested').waitFor();
    expect(await stateOf(cancelled)).toBe('CANCELLED');
    await goto(`/operate/work/${started}`);
    await page.getByRole('button', { name: 'Start now' }).click();
    await page.locator('.attempt').getByText('Done').waitFor();
    expect(await stateOf(started)).toBe('DONE');
  });

  it('says why a piece cannot be retried', async () => {
    const { page, goto } = window;
    const key = newId();
    const older = await storeWork(stack.api, { key, error: 'older' });
    await storeWork(stack.api, { key, state: 'QUEUED', dueAt: tomorrow() });
    await goto(`/operate/work/${older}`);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByRole('alert').getByText(key).waitFor();
    expect(await stateOf(older)).toBe('FAILED');
  });

  it('shows errors of others as text', async () => {
    const { page, goto } = window;
    const error = '<img src=x onerror="document.title=1"> \u001b[31mred\u001b[0m <b>bold</b>';
    const id = await storeWork(stack.api, { error });
    await goto(`/operate/work/${id}`);
    await page.locator('.attempt-error').first().waitFor();
    expect(await page.locator('.attempt-error').first().innerText()).toContain('<b>bold</b>');
    expect(await page.locator('main img, main b').count()).toBe(0);
  });

  it('says to a key that only reads why it may not retry', async () => {
    const { text: key } = await stack.api.newKey('organization_read');
    const reader = await stack.open({ key });
    await storeWork(stack.api, { error: 'x' });
    await reader.goto('/operate/work?state=FAILED');
    await reader.page.getByText('This key may only read.').first().waitFor();
    const button = reader.page.getByRole('button', { name: 'Retry all 1' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await reader.close();
    expect(reader.problems).toEqual([]);
  });
});
