import { appendLogLines } from '../../../db/tables/ingestion/log-lines.ts';
import { transact } from '../../../db/transact.ts';
import { team } from '../../support/builders/contracts.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { seriousFindings } from '../../support/web/accessibility.ts';
import { countersOf, stateOfRun, wizardOf } from '../../support/web/integrations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => table(`t${String(n).padStart(4, '0')}`, more));

describeInBrowser('integrations and their runs', () => {
  let stack: WebStack;
  let window: Window;
  let call: ReturnType<typeof integrations>;
  let memberKey: string;
  const platform = registerStubSource();
  beforeAll(async () => {
    stack = await startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] });
    call = integrations(stack.api);
    const members = [
      { emailAddress: 'owner@example.com', role: 'Owner' },
      { emailAddress: 'reader@example.com', role: 'Member' },
    ];
    const body = team('sales', { name: 'Sales', members });
    expect((await stack.api.send('PUT', '/api/teams/sales', { body })).status).toBe(200);
    const others = team('others', { members: [{ ...members[1], role: 'Owner' }] });
    expect((await stack.api.send('PUT', '/api/teams/others', { body: others })).status).toBe(200);
    memberKey = (await stack.api.newKey('user', { email: 'reader@example.com' })).text;
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    platform.assets = many(3);
    platform.beforePage = () => Promise.resolve();
    window = await stack.open();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const put = (id: string, more: Record<string, unknown> = {}) =>
    call.put(id, { name: `The ${id}`, owningTeamExternalId: 'sales', ...more });
  const runPage = async (id: string) => {
    const { ingestionRunId } = await call.run(id);
    await window.goto(`/operate/integrations/${id}/runs/${ingestionRunId}`);
    return ingestionRunId as string;
  };

  it('say in an empty list what they are for', async () => {
    await window.goto('/operate/integrations');
    await window.page.getByText('No integration yet').waitFor();
    const link = window.page.getByRole('link', { name: 'New integration' });
    await link.last().click();
    await window.page.getByRole('heading', { name: 'New integration' }).waitFor();
  });

  it('make the form of a platform that the pages do not know, and keep it without its secrets', async () => {
    const { page } = window;
    await window.goto('/operate/integrations/new');
    const wizard = wizardOf(page);
    await page.getByRole('button', { name: 'Next: Connection' }).click();
    // The platform, the name and the id are missing.
    await page.getByText('This is needed.').nth(2).waitFor();
    await wizard.choose('Stub');
    await wizard.type({ 'Name *': 'Of tomorrow' });
    expect(await page.getByLabel('Id *').inputValue()).toBe('of-tomorrow');
    await wizard.next('Connection');
    await wizard.type({ Place: 'anywhere', Token: 'a-token-to-hide' });
    await page.reload();
    expect(await page.getByLabel('Place').inputValue()).toBe('anywhere');
    expect(await page.getByLabel('Token').inputValue()).toBe('');
    await wizard.type({ Token: 'a-token-to-hide' });
    await wizard.next('Scope');
    await wizard.next('Schedule');
    await page.getByLabel('Runs', { exact: true }).selectOption('schedule');
    await page.getByLabel('How often').selectOption('cron');
    await wizard.type({ 'CRON expression': '61 * * * *' });
    await page.locator('.field-problem').first().waitFor();
    await wizard.type({ 'CRON expression': '0 6 31 2 *' });
    await page.getByText("'0 6 31 2 *' is never due.").waitFor();
    await wizard.type({ 'CRON expression': '*/20 * * * *' });
    await page.getByText(/every 20 minutes/).waitFor();
    await wizard.next('Plan');
    await wizard.press('Save, schedule off');
    await page.getByRole('heading', { name: 'Of tomorrow' }).waitFor();
    await page.getByText('Schedule off').first().waitFor();
    const { json } = await stack.api.send('GET', '/api/integrations/of-tomorrow');
    expect(json).toMatchObject({ enabled: false, schedule: '*/20 * * * *', source: 'stub' });
    expect(JSON.stringify(json)).not.toContain('a-token-to-hide');
    await page.getByRole('button', { name: 'Turn schedule on' }).click();
    await page.getByText('Schedule on').first().waitFor();
  });

  it('are saved with their schedule on, without a run', async () => {
    await put('waiting', { scheduleExpression: '0 6 * * *', enabled: false });
    const { page } = window;
    await window.goto('/operate/integrations/waiting/edit?step=plan');
    await page.getByRole('button', { name: 'Save, schedule on' }).click();
    await page.getByRole('heading', { name: 'The waiting', exact: true }).waitFor();
    await page.getByText('Schedule on').first().waitFor();
    const { json } = await stack.api.send('GET', '/api/integrations/waiting');
    expect(json).toMatchObject({ enabled: true, latestRun: null });
  });

  it('tell while a run waits that its kind of work is paused, by whom and why', async () => {
    await put('queued');
    const path = '/api/ops/kinds/ingestion';
    await stack.api.send('POST', `${path}/pause`, { body: { reason: 'The platform moves.' } });
    const { page } = window;
    await window.goto('/operate/integrations/queued');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText(/It was paused just now by .*: The platform moves\./).waitFor();
    await stack.api.send('POST', `${path}/resume`);
    await stateOfRun(page, 'Done').waitFor();
  });

  it('say at the field what the server refuses, and that an id is taken', async () => {
    await put('taken');
    const { page } = window;
    await window.goto('/operate/integrations/new');
    const wizard = wizardOf(page);
    await wizard.choose('MariaDB');
    await wizard.type({ 'Name *': 'Taken', 'Id *': 'taken' });
    await wizard.next('Connection');
    await wizard.type({ 'Host *': 'db.example.com', Port: '70000' });
    await wizard.press('Test connection');
    await page.getByText('This must be 65535 or less.').waitFor();
    await wizard.type({ Port: '3306', 'Username *': 'one' });
    await wizard.press('Test connection');
    await page.getByText('Another integration has this id.').waitFor();
    await wizard.type({ 'Id *': 'free' });
    await wizard.next('Connection');
    expect(await page.getByLabel('Host *').inputValue()).toBe('db.example.com');
    await wizard.next('Scope');
    await wizard.type({ 'Schemas to scan': `fine, ${'x'.repeat(201)}` });
    await wizard.next('Schedule');
    await wizard.next('Plan');
    await wizard.press('Save, schedule off');
    await page
      .locator('.field-problem')
      .getByText(/at most 200/)
      .waitFor();
    expect(await page.getByLabel('Schemas to scan').getAttribute('aria-invalid')).toBe('true');
  });

  it('keep what was typed when somebody else saved meanwhile, and ask only what both changed', async () => {
    await put('shared', { configuration: { place: 'here' } });
    const { page } = window;
    await window.goto('/operate/integrations/shared/edit');
    const wizard = wizardOf(page);
    await wizard.type({ 'Name *': 'Mine' });
    await put('shared', { name: 'Theirs', configuration: { place: 'there' } });
    await wizard.press(/^Save/);
    await page.getByText('Somebody saved this integration while you wrote').waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await wizard.press(/^Save/);
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    const { json } = await stack.api.send('GET', '/api/integrations/shared');
    expect(json).toMatchObject({ name: 'Mine', configuration: { place: 'there' } });
  });

  it('show a run live: its phases and numbers, its log, and when its cancellation was asked and observed', async () => {
    await put('slow');
    platform.assets = many(600);
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    platform.beforePage = (page, { signal }) =>
      page === 0
        ? Promise.resolve()
        : Promise.race([
            waits,
            new Promise<void>((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            }),
          ]);
    const { page } = window;
    await window.goto('/operate/integrations/slow');
    await page.getByRole('button', { name: 'Run now' }).click();
    await stateOfRun(page, 'Scanning').waitFor();
    await page.locator('.log-lines').getByText('a platform in memory').waitFor();
    expect(await page.getByLabel('Follow').isChecked()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await stateOfRun(page, 'Cancelled').waitFor();
    await page.getByText(/^Cancelled: asked at .* stopped at /).waitFor();
    goOn();
    platform.beforePage = () => Promise.resolve();
    await page.getByRole('button', { name: 'Run again' }).click();
    await stateOfRun(page, 'Done').waitFor();
    await page.getByText('600 assets').first().waitFor();
    await page.getByRole('link', { name: 'Assets', exact: true }).last().click();
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByLabel('Search assets').fill('t0599');
    await page.getByText(/^1–1 of 1/).waitFor();
    expect(page.url()).toContain('q=t0599');
  });

  it('show a log as text, search it, and go back beyond a thousand lines', async () => {
    await put('wordy');
    const { ingestionRunId } = await call.run('wordy');
    const { database, organizationId } = stack.api;
    const at = new Date();
    const hostile = '<img src=x onerror=alert(1)> \u001B[31mred\u001B[0m';
    await transact(database, (tx) =>
      appendLogLines(tx, { organizationId, id: ingestionRunId }, [
        { at, level: 'warn', message: hostile },
        ...Array.from({ length: 1_200 }, (_, n) => ({
          at,
          level: 'info' as const,
          message: `Line ${n}`,
        })),
        { at, level: 'error', message: 'It broke' },
      ]),
    );
    const { page } = window;
    await window.goto(`/operate/integrations/wordy/runs/${ingestionRunId}`);
    await page.getByText(/^The last 1,000 of 1,20\d lines/).waitFor();
    await page.getByRole('button', { name: 'Show earlier lines' }).click();
    await page.locator('.log-lines').getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('.log-lines img').count()).toBe(0);
    await page.getByLabel('Search the log').fill('line 117');
    await page.getByText('11 lines').waitFor();
    expect(await page.locator('.log-lines mark').count()).toBe(11);
    await page.getByLabel('Search the log').fill('');
    await page.getByLabel('Level').selectOption('error');
    await page.getByText('1 line', { exact: true }).waitFor();
    expect(page.url()).toContain('level=error');
    await page.getByLabel('Search the log').fill('nothing like this');
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('undo exactly what the plan says, and say when it has moved', async () => {
    await put('undone');
    platform.assets = many(5);
    await runPage('undone');
    const { page } = window;
    await page.getByRole('button', { name: 'Undo run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('5 new assets will be removed').waitFor();
    const id = encodeURIComponent('undone:shop.public.t0000');
    const stored = (await stack.api.send('GET', `/api/assets/${id}`)).json;
    const body = { ...stored, custom: { note: 'ours' } };
    expect((await stack.api.send('PUT', `/api/assets/${id}`, { body })).status).toBe(200);
    await dialog.getByRole('button', { name: 'Undo 5 changes' }).click();
    await dialog.getByText('Another number of assets would change now.').waitFor();
    await dialog.getByText(/1 asset left alone: it was changed since/).waitFor();
    await dialog.getByRole('button', { name: 'Undo 4 changes' }).click();
    await page.getByRole('heading', { name: /^Undo of / }).waitFor();
    await stateOfRun(page, 'Done').waitFor();
    expect(await countersOf(page)).toMatchObject({ Removed: '4', 'Left alone': '1' });
  });

  it('list their runs a hundred at a time, until all are shown', async () => {
    const { page } = window;
    await put('frequent');
    await stack.api.database.knex.raw(
      `insert into ingestion_runs (organization_id, id, integration_id, work_id, trigger, requested_by, phase, outcome, started_at, ended_at)
        select ?, gen_random_uuid(), 'frequent', gen_random_uuid(), 'request', 'system', 'ended', 'SUCCESS',
          now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, 210) n`,
      [stack.api.organizationId],
    );
    await window.goto('/operate/integrations/frequent');
    const rows = page.locator('.run-table tbody tr');
    for (const shown of ['1–100', '1–200']) {
      await page.getByText(shown, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Load more' }).click();
    }
    await page.getByText('All 210', { exact: true }).waitFor();
    expect(await rows.count()).toBe(210);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('filter their list by the address, and say why it is empty', async () => {
    const { page } = window;
    await put('listed');
    await window.goto('/operate/integrations?q=listed');
    await page.getByRole('link', { name: 'The listed', exact: true }).waitFor();
    await page.getByText('1 integration', { exact: true }).waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('failed');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(page.url()).toContain('state=failed');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'The listed', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run The listed now' }).click();
    await stateOfRun(page, 'Done').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'The listed', exact: true }).waitFor();
  });

  it('are deleted by their typed name, and their assets stay', async () => {
    await put('leaving');
    await call.run('leaving');
    const { page } = window;
    await window.goto('/operate/integrations/leaving');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete The leaving?' });
    await dialog.getByRole('textbox').fill('The leaving');
    await dialog.getByRole('button', { name: 'Delete integration' }).click();
    await page.getByText('The leaving was deleted. Its assets stay.').first().waitFor();
    expect((await stack.api.send('GET', '/api/integrations/leaving')).status).toBe(404);
    const asset = await stack.api.send('GET', '/api/assets/leaving:shop.public.t0000');
    expect(asset.status).toBe(200);
  });

  it('tell readers why they may not run, cancel or decide', async () => {
    await put('guarded', { removalFuse: { assets: 0, percent: 0 } });
    await call.run('guarded');
    platform.assets = many(1);
    const { ingestionRunId } = await call.run('guarded');
    const reader = await stack.open({ key: memberKey });
    try {
      const { page } = reader;
      await reader.goto('/operate/integrations?q=guarded');
      await page.getByRole('link', { name: 'See run: The guarded' }).waitFor();
      expect(await page.getByText('Decide', { exact: true }).count()).toBe(0);
      await reader.goto('/operate/integrations/guarded');
      const because = 'To run and change it you need the role Owner or Steward in Sales.';
      await page.getByText(because).first().waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await reader.goto('/operate/integrations/guarded/edit?step=connection');
      await page.getByText(because).first().waitFor();
      expect(await page.getByRole('button', { name: 'Test connection' }).isDisabled()).toBe(true);
      await reader.goto(`/operate/integrations/guarded/runs/${ingestionRunId}`);
      const keep = page.getByRole('button', { name: 'Keep all' });
      await page.getByText(because).first().waitFor();
      expect(await keep.isDisabled()).toBe(true);
      expect(reader.problems).toEqual([]);
    } finally {
      await reader.close();
    }
  });

  it('show connectors with their heartbeat and how far behind they are', async () => {
    const { page } = window;
    await window.goto('/develop/connectors');
    await page.getByText('No connector has registered yet').waitFor();
    const info = { type: 'databricks', connectorVersion: '2.4.0', description: 'Grants' };
    const body = { id: 'lake', info };
    expect((await stack.api.send('PUT', '/api/connectors/lake', { body })).status).toBe(200);
    await page.reload();
    const row = page.getByRole('row', { name: /lake/ });
    await row.getByText('Following').waitFor();
    await row.getByText('stores no position').waitFor();
    await page.getByRole('button', { name: 'Silent' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
