import { access } from '../support/builders/access.ts';
import { inboxOf } from '../support/web/access.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { useParties } from '../support/web/parties.ts';
import { describeInBrowser } from '../support/web/stack.ts';

describeInBrowser('the inbox', () => {
  const parties = useParties(['marketing-owner', 'checkout-owner']);
  beforeEach(async () => {
    await parties.stack.api.database.knex('access_history').delete();
    await parties.stack.api.database.knex('access').delete();
    for (const [index, purpose] of ['Late parcels', 'Season plan', 'Returns'].entries()) {
      await ask(`request-${index}`, purpose);
    }
    parties.window = await parties.stack.open({ key: as('checkout-owner') });
  });
  const as = parties.keyOf;
  const ask = async (id: string, purpose: string) => {
    const key = as('marketing-owner');
    const body = access(id, { purpose });
    expect((await parties.stack.api.send('PUT', `/api/access/${id}`, { key, body })).status).toBe(
      200,
    );
  };
  const decide = (id: string, action: string) =>
    parties.stack.api.send('POST', `/api/access/${id}/${action}`, { body: {} });
  const stored = async (id: string) =>
    (await parties.stack.api.send('GET', `/api/access/${id}`)).json;
  const stepsOf = async (id: string): Promise<string[]> =>
    (await parties.stack.api.send('GET', `/api/access/${id}/history`)).json.map(
      ({ step }: { step: string }) => step,
    );
  const open = async () => {
    await parties.window.goto('/inbox');
    const inbox = inboxOf(parties.window.page);
    await inbox.waitForPurpose('Late parcels');
    return inbox;
  };

  it('is decided by keys, with a note, and opens the next request', async () => {
    const inbox = await open();
    const { keyboard } = parties.window.page;
    expect(await inbox.rows.count()).toBe(3);
    const approval = inbox.detail.getByRole('list', { name: 'If you approve' });
    await approval.getByText('Active, a grant is expected on Postgres').waitFor();
    await inbox.detail.getByText('Season plan').waitFor({ state: 'hidden' });
    await keyboard.press('j');
    await inbox.waitForPurpose('Season plan');
    await keyboard.press('k');
    await inbox.waitForPurpose('Late parcels');
    await keyboard.press('n');
    await keyboard.type('Until the spring.');
    await keyboard.press('Escape');
    await keyboard.press('a');
    await inbox.waitForPurpose('Season plan');
    expect((await stored('request-0')).info).toMatchObject({
      status: 'approved',
      decisionNote: 'Until the spring.',
    });
    await keyboard.press('d');
    await inbox.waitForPurpose('Returns');
    expect((await stored('request-1')).info.status).toBe('rejected');
    await parties.window.page.getByText('1 to decide').waitFor();
  });

  it('sends a request back only with a note that says what must change', async () => {
    const inbox = await open();
    await parties.window.page.keyboard.press('c');
    await inbox.detail.getByText('Write in the note what must change.').waitFor();
    await inbox.note.fill('Name the project.');
    await inbox.button(/^Ask for changes/).click();
    await inbox.waitForPurpose('Season plan');
    expect((await stored('request-0')).lifecycle).toBe('requested');
    expect(await stepsOf('request-0')).toContain('change-requested');
    await inbox.button('Sent back 1').click();
    await inbox.waitForPurpose('Late parcels');
  });

  it('says that a request was decided elsewhere, and decides nothing', async () => {
    const inbox = await open();
    await decide('request-0', 'reject');
    await parties.window.page.keyboard.press('a');
    await inbox.detail.getByText('Already decided elsewhere').waitFor();
    await inbox.detail.getByText(/^Declined by .*You decided nothing\.$/).waitFor();
    expect(await stepsOf('request-0')).toEqual(['rejected', 'requested']);
    await inbox.detail.getByRole('button', { name: 'Next request' }).click();
    await inbox.waitForPurpose('Season plan');
  });

  it('shows a request that changed meanwhile again, and keeps the note', async () => {
    const inbox = await open();
    await inbox.note.fill('Gladly.');
    await ask('request-0', 'Late parcels by postcode');
    await inbox.button(/^Approve/).click();
    await inbox.detail.getByText('The request changed while you read it').waitFor();
    await inbox.waitForPurpose('Late parcels by postcode');
    expect((await stored('request-0')).lifecycle).toBe('requested');
    expect(await inbox.note.inputValue()).toBe('Gladly.');
    await inbox.button(/^Approve/).click();
    await inbox.waitForPurpose('Season plan');
    expect((await stored('request-0')).info.decisionNote).toBe('Gladly.');
  });

  it('decides about many at once, and tells the outcome of each', async () => {
    const inbox = await open();
    const { keyboard } = parties.window.page;
    await keyboard.press('x');
    await keyboard.press('j');
    await inbox.waitForPurpose('Season plan');
    await keyboard.press('x');
    await keyboard.press('j');
    await inbox.waitForPurpose('Returns');
    await keyboard.press('x');
    await decide('request-1', 'reject');
    await ask('request-2', 'Returns of the year');
    await inbox.button('Approve 3').click();
    const outcomes = parties.window.page
      .getByRole('list', { name: 'Outcome' })
      .getByRole('listitem');
    await parties.window.page.getByText('3 of 3 done').waitFor();
    expect(await outcomes.nth(0).innerText()).toContain('Approved');
    expect(await outcomes.nth(1).innerText()).toContain('Decided elsewhere');
    expect(await outcomes.nth(2).innerText()).toContain('Changed meanwhile');
    expect((await stored('request-0')).info.status).toBe('approved');
    expect((await stored('request-1')).info.status).toBe('rejected');
    expect((await stored('request-2')).info.status).toBe('requested');
    await inbox.button('Close').click();
    await inbox.waitForPurpose('Returns of the year');
  });

  it('lists failing tests and what is due, and leads to where they are mended', async () => {
    const { api } = parties.stack;
    const result = {
      id: 'failing',
      dataContractId: 'orders',
      dataContractVersion: '2.1.0',
      server: 'shop/port-0',
      timestampStart: '2026-03-01T06:00:00.000Z',
      timestampEnd: '2026-03-01T06:01:00.000Z',
      result: 'failed',
      checks: ['passed', 'failed'].map((each) => ({ type: 'custom', name: each, result: each })),
    };
    expect((await api.send('POST', '/api/test-results', { body: result })).status).toBe(200);
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const info = { status: 'approved', nextReassessmentDate: soon };
    await api.send('PUT', '/api/access/look', { body: access('look', info) });
    const { page } = parties.window;
    await parties.window.goto('/inbox');
    const inbox = inboxOf(page);
    await page.getByText('3 to decide, 2 to look at').waitFor();
    await inbox.button('Due 1').click();
    const due = page.getByRole('list', { name: 'Due' }).getByRole('listitem');
    await due.getByText(/^Reassess by/).waitFor();
    await inbox.button('Tests 1').click();
    expect(new URL(page.url()).search).toBe('?show=tests');
    await page.getByText('1 of 2 checks fail').waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/datacontracts/orders/tests?server=*');
    expect((await api.send('DELETE', '/api/test-results/failing')).status).toBe(200);
  });

  it('says when nothing waits', async () => {
    for (const id of ['request-0', 'request-1', 'request-2']) await decide(id, 'approve');
    await parties.window.goto('/inbox');
    await parties.window.page.getByText('Nothing waits for you').waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const own = await parties.stack.open({ key: as('checkout-owner'), scheme, width });
    await own.goto('/inbox?id=request-0');
    await own.page.locator('.inbox-detail .timeline').first().waitFor();
    expect(await seriousFindings(own.page)).toEqual([]);
    expect(await overflowOf(own.page)).toBe(0);
    await own.close();
    expect(own.problems).toEqual([]);
  });
});
