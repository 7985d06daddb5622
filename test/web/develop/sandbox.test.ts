import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { countClicks } from '../../support/web/clicks.ts';
import { clipboardOf } from '../../support/web/clipboard.ts';
import { openAsPerson } from '../../support/web/people.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

describeInBrowser('the start for developers, and sandboxes', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const openWindow = async (options: Parameters<typeof openAsPerson>[2] = {}) => {
    const window = await openAsPerson(stack, 'dev@example.com', { name: 'Dev', ...options });
    opened.push(window);
    return window;
  };
  const open = async (at: string, options?: Parameters<typeof openAsPerson>[2]) => {
    const window = await openWindow(options);
    await window.goto(at);
    return window.page;
  };

  /** A component that grants access, with its own key. */
  const component = (host: string, key: string) => {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${host}/api${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    };
    return {
      read: (path: string) => call('GET', path),
      report: (name: string, body: object) =>
        call('POST', `/access/sandbox-access/provisioning/${name}`, body),
    };
  };

  for (const scheme of ['light', 'dark'] as const) {
    it(`leads from a key over the feed to a component that is judged in 12 clicks, ${scheme}`, async () => {
      const window = await openWindow({ scheme });
      const { page } = window;
      const clicks = await countClicks(page);
      await window.goto('/develop');
      const feed = page.getByRole('region', { name: 'Snippet that follows the feed' });
      expect(await feed.innerText()).toContain(`${stack.api.address}/api/events`);
      expect(await feed.innerText()).toContain('$KEY');
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create your key' }).click();
      await page.getByLabel('Name').fill(`component ${scheme}`);
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
      const key = await clipboardOf(page);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByText(`The key component ${scheme} is ready.`).waitFor();
      expect(await page.content()).not.toContain(key);
      await page.getByRole('link', { name: 'Try a provisioning component' }).click();
      await page.getByRole('button', { name: 'New sandbox' }).click();
      await page.getByLabel('Name').fill(`Grants ${scheme}`);
      await page.getByLabel('Last day').fill('2030-01-31');
      await page.getByRole('button', { name: 'Create sandbox' }).click();
      await page.getByRole('heading', { name: `Grants ${scheme}` }).waitFor();
      const host = (
        await page.getByRole('region', { name: 'Address of the sandbox' }).innerText()
      ).trim();
      const { read, report } = component(host, key);
      await read('/events');
      await read('/access/sandbox-access');
      await report('provisioning-started', { platform: 'postgres' });
      await report('provisioning-succeeded', { platform: 'postgres', reference: 'grant-4711' });
      const record = page.getByRole('region', { name: 'Record of the access' });
      await record.getByText('grant-4711').waitFor();
      const rules = page.getByRole('list', { name: 'Rules' });
      await rules.getByText('Kept').first().waitFor();
      await page.getByText('Access activated', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Report', exact: true }).click();
      await page.waitForURL('**?kind=report');
      const entries = page.getByRole('list', { name: 'What happened' });
      await entries.getByText('Granted', { exact: true }).click();
      await entries.getByText('"reference": "grant-4711"').waitFor();
      // What has been scrolled below the top bar would count as covered.
      await page.evaluate('scrollTo(0, 0)');
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Go to the next change' }).click();
      await page.getByText('None: the access is not active.').waitFor();
      await page.getByText(/days ahead/).waitFor();
      expect(clicks()).toBeGreaterThan(0);
      expect(clicks()).toBeLessThanOrEqual(12);
    });
  }

  it('shows what a component does wrong, and begins again', async () => {
    const page = await open('/develop/sandbox');
    const { text: key } = await stack.api.newKey('user', { email: 'dev@example.com' });
    await page.getByRole('button', { name: 'New sandbox' }).click();
    await page.getByLabel('Name').fill('Hasty');
    await page.getByRole('button', { name: 'Create sandbox' }).click();
    await page.getByRole('heading', { name: 'Hasty' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    const { report } = component(`${stack.api.address}/api/sandbox/${id}`, key);
    await report('provisioning-succeeded', {});
    await page.getByText('Broken').first().waitFor();
    await page.getByRole('button', { name: 'One hour ahead' }).click();
    await page.getByText('60 minutes ahead').waitFor();
    await page.getByRole('button', { name: 'One day ahead' }).click();
    await page.getByText('25 hours ahead').waitFor();
    await page.getByRole('button', { name: 'Show the entry' }).first().click();
    await page.waitForURL('**?entry=*');
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin again' }).click();
    await page.getByText('No report has come yet.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete sandbox' }).click();
    await page.waitForURL('**/develop/sandbox');
  });

  it('refuses a sandbox whose days are wrong at the field', async () => {
    const page = await open('/develop/sandbox');
    await page.getByRole('button', { name: 'New sandbox' }).click();
    await page.getByLabel('Name').fill('Backwards');
    await page.getByLabel('First day').fill('2030-02-01');
    await page.getByLabel('Last day').fill('2030-01-01');
    await page.getByRole('button', { name: 'Create sandbox' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Backwards');
  });

  it.each([1440, 1024, 375])('fits into %s px', async (width) => {
    const created = await stack.api.send('POST', '/api/sandbox', { body: { name: 'Narrow' } });
    for (const path of ['/develop', '/develop/sandbox', `/develop/sandbox/${created.json.id}`]) {
      const page = await open(path, { width });
      await page.locator('main .card').first().waitFor();
      expect({ path, overflow: await overflowOf(page) }).toEqual({ path, overflow: 0 });
    }
    await stack.api.send('DELETE', `/api/sandbox/${created.json.id}`);
  });
});
