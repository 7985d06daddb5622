import type { Route } from 'playwright-core';
import { team } from '../../support/builders/contracts.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { databaseUrl } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { harmOf, tooWideOf } from '../../support/web/harm.ts';
import { stateOfRun, wizardOf } from '../../support/web/integrations.ts';
import { storeWork } from '../../support/web/operations.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

/** A log line as other programs write them: colors, a title, a link, and HTML that would run. */
const image = '<img src=x onerror="document.title=1">';
const hostile = `\u001B]0;title\u0007${image} \u001B[1;31mred\u001B[0m \u001B]8;;http://x.example\u001B\\link\u001B]8;;\u001B\\`;
const shown = `${image} red link`;

describeInBrowser('what goes wrong with a platform or with work', () => {
  let stack: WebStack;
  let window: Window;
  let call: ReturnType<typeof integrations>;
  const platform = registerStubSource();
  const server = new URL(databaseUrl('postgres'));
  beforeAll(async () => {
    stack = await startWebStack({}, {}, { allowedHosts: ['127.0.0.1'] });
    call = integrations(stack.api);
    await stack.api.send('PUT', '/api/teams/sales', { body: team('sales', { name: 'Sales' }) });
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    platform.assets = [table('one')];
    platform.beforePage = () => Promise.resolve();
    window = await stack.open();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const put = (id: string) => call.put(id, { name: `The ${id}`, owningTeamExternalId: 'sales' });
  const fitsPhone = async () => {
    await window.page.setViewportSize({ width: 375, height: 812 });
    expect(await tooWideOf(window.page)).toEqual([]);
    expect(await harmOf(window.page)).toEqual([]);
  };

  it('a refused password is said with its user, and no field shows it again', async () => {
    const { page } = window;
    await window.goto('/operate/integrations/new');
    const wizard = wizardOf(page);
    await wizard.choose('PostgreSQL');
    await wizard.type({ 'Name *': 'Refused' });
    await wizard.next('Connection');
    const secret = 'wr0ng-secret-7c21';
    await wizard.type({
      'Host *': '127.0.0.1',
      Port: server.port,
      'Database *': 'postgres',
      'Username *': 'reader_of_nothing',
      'Password *': secret,
    });
    await wizard.press('Test connection');
    const result = page
      .getByRole('status')
      .filter({ hasText: 'The platform refused the credentials' });
    await result.getByText('reader_of_nothing').waitFor();
    // Both credentials are typed anew, and neither is there before.
    await wizard.press('Replace: Password');
    expect(await page.getByLabel('Password *').getAttribute('type')).toBe('password');
    for (const label of ['Username *', 'Password *']) {
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('');
    }
    await page.reload();
    await page.getByRole('button', { name: 'Replace: Password' }).waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);
    expect(await page.content()).not.toContain(secret);
  });

  it('a host that is not allowed is said with the setting that allows it', async () => {
    const { page } = window;
    await window.goto('/operate/integrations/new');
    const wizard = wizardOf(page);
    await wizard.choose('PostgreSQL');
    await wizard.type({ 'Name *': 'Elsewhere' });
    await wizard.next('Connection');
    await wizard.type({ 'Host *': 'db.elsewhere.example', 'Database *': 'shop' });
    await wizard.type({ 'Username *': 'reader', 'Password *': 'secret-of-elsewhere' });
    await wizard.press('Test connection');
    const result = page.getByRole('status').filter({ hasText: 'This host is not allowed' });
    await result
      .getByText(/Host db\.elsewhere\.example:5432 is not allowed.*ALLOWED_HOSTS/u)
      .waitFor();
    await fitsPhone();
  });

  it('a platform that dies in the plan is said with its words, and planned again', async () => {
    await put('dying');
    platform.assets = Array.from({ length: 600 }, (_, n) => table(`t${n}`));
    platform.beforePage = (number) =>
      number < 1
        ? Promise.resolve()
        : Promise.reject(new Error(`Connection lost: ${hostile} ${'x'.repeat(10_000)}`));
    const { page } = window;
    await window.goto('/operate/integrations/dying/edit?step=plan');
    const wizard = wizardOf(page);
    await wizard.press('Plan a run');
    const result = page.getByRole('status').filter({ hasText: 'The plan failed' });
    await result.getByText(`Connection lost: ${shown} xxx`).waitFor();
    await result.getByText(/… \(8,?\d{3} more characters\)$/u).waitFor();
    await fitsPhone();
    platform.beforePage = () => Promise.resolve();
    await wizard.press('Plan again');
    await page.getByText('600 create').waitFor();
    expect((await stack.api.send('GET', '/api/assets/dying:shop.public.t0')).status).toBe(404);
  });

  it('a run that two people cancel stops once, and both see when', async () => {
    await put('twice');
    platform.beforePage = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    await call.trigger('twice');
    const other = await stack.open();
    try {
      const pages = [window.page, other.page];
      await Promise.all(
        pages.map(async (page) => {
          await page.goto('/operate/integrations/twice/runs/latest');
          await stateOfRun(page, 'Scanning').waitFor();
        }),
      );
      // The second one clicks before their page learns of the first click, which arrives first.
      let held: Route | undefined;
      await other.page.route(/\/cancel$/u, (route) => {
        held = route;
      });
      await other.page.getByRole('button', { name: 'Cancel run' }).click();
      await until('the second click is on its way', () => held);
      await window.page.getByRole('button', { name: 'Cancel run' }).click();
      await stateOfRun(window.page, 'Cancelled').waitFor();
      const answer = other.page.waitForResponse(/\/cancel$/u);
      await held?.continue();
      expect((await answer).status()).toBe(204);
      await stateOfRun(other.page, 'Cancelled').waitFor();
      const said = pages.map((page) => page.getByText(/^Cancelled: asked at .* stopped at /));
      expect(await said[0]?.innerText()).toBe(await said[1]?.innerText());
      const { json } = await stack.api.send('GET', '/api/audit?subject=twice');
      const types = json.map(({ type }: { type: string }) => type) as string[];
      expect(types.filter((type) => /Cancel/u.test(type))).toHaveLength(1);
    } finally {
      await other.close();
    }
    expect(other.problems).toEqual([]);
  });

  it('work of a job that this version does not have says so when it is retried', async () => {
    const id = await storeWork(stack.api, { job: 'send-pigeon', error: 'It flew away.' });
    const { page } = window;
    await window.goto(`/operate/work/${id}`);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    const newest = page.locator('.attempt').first();
    await newest.getByText("This build has no job 'send-pigeon' of kind 'mail'.").waitFor();
    await fitsPhone();
    await window.goto('/operate/work?error=pigeon');
    await page.getByRole('link', { name: 'send-pigeon' }).waitFor();
  });

  it('a log with escape codes, HTML and a very long line is text within a phone', async () => {
    await put('loud');
    const long = `${'y'.repeat(9_990)} the end`;
    platform.beforePage = (_, { note }) => {
      note(hostile);
      note(long);
      return Promise.resolve();
    };
    const { ingestionRunId } = await call.run('loud');
    const { page } = window;
    await page.setViewportSize({ width: 375, height: 812 });
    await window.goto(`/operate/integrations/loud/runs/${ingestionRunId}`);
    const lines = page.locator('.log-lines li');
    await lines.getByText(shown, { exact: true }).waitFor();
    await lines.getByText(/^y+… \([\d,]+ more characters\)$/u).waitFor();
    await fitsPhone();
    expect(
      await page.locator('.log-lines').evaluate((list) => list.scrollWidth - list.clientWidth),
    ).toBe(0);
    expect(await page.locator('.log-lines img').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
    // Searched words are marked in what is shown.
    await page.getByLabel('Search the log').fill('onerror');
    await page.getByText('1 line', { exact: true }).waitFor();
    expect(await lines.locator('mark').allInnerTexts()).toEqual(['onerror']);
    // The API gives the line as the source wrote it.
    const { json } = await stack.api.send(
      'GET',
      `/api/integrations/loud/runs/${ingestionRunId}/logs?q=onerror`,
    );
    expect(json).toMatchObject([{ message: hostile }]);
  });

  it('a run that fails with a page of HTML says its beginning as text', async () => {
    await put('proxied');
    platform.beforePage = () =>
      Promise.reject(new Error(`HTTP 502: <h1>Bad gateway</h1>${image.repeat(5_000)}`));
    const { ingestionRunId } = await call.run('proxied');
    const { page } = window;
    await window.goto(`/operate/integrations/proxied/runs/${ingestionRunId}`);
    await page.locator('.note.bad').getByText('HTTP 502: <h1>Bad gateway</h1><img').waitFor();
    await fitsPhone();
    await window.goto('/operate/integrations/proxied');
    await page.getByText('HTTP 502').first().waitFor();
    await fitsPhone();
    const latest = await stack.api.send('GET', '/api/integrations/proxied/runs/latest');
    expect(latest.json.message.length).toBeLessThan(2_100);
  });
});
