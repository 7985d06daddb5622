import { fillForAccess } from '../../support/builders/access.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const path = '/datacontracts/payments';
const source = [
  '# Payments of the shop',
  'apiVersion: v3.1.0',
  'kind: DataContract',
  'id: payments',
  'name: Payments # as the shop calls them',
  'version: 1.0.0',
  'status: active',
  'team:',
  '  name: checkout',
  'schema:',
  '  - name: payments',
  '    properties:',
  '      - name: id # never empty',
  '        logicalType: string',
  '',
].join('\n');

describeInBrowser('the editor of contracts and products', () => {
  let stack: WebStack;
  let window: Window;
  beforeAll(async () => {
    stack = await startWebStack();
    await fillForAccess(stack.api);
  });
  afterAll(() => stack?.stop());

  const put = (body: string) =>
    stack.api.send('PUT', `/api${path}`, {
      body,
      headers: { 'content-type': 'application/yaml' },
    });
  const stored = async () => (await stack.api.send('GET', `/api${path}/datacontract.yaml`)).text;
  beforeEach(async () => {
    expect((await put(source)).status).toBe(200);
  });
  const expected: RegExp[] = [];
  afterEach(async () => {
    await window.close();
    const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
    expect(window.problems.filter((text) => !isExpected(text))).toEqual([]);
    expected.length = 0;
  });

  const open = async (address: string, ...words: Parameters<WebStack['open']>) => {
    window = await stack.open(...words);
    await window.goto(address);
    return window.page;
  };
  const editor = () => window.page.getByRole('textbox', { name: 'YAML of the document' });
  const saveButton = () => window.page.getByRole('button', { name: /^Save/ });
  const text = () => editor().locator('.cm-line').allInnerTexts();

  /** Places the cursor at the end of the line that holds these words. */
  const goToEnd = async (words: string) => {
    await editor().locator('.cm-line', { hasText: words }).first().click();
    await window.page.keyboard.press('End');
  };
  const typeAfter = async (words: string, typed: string) => {
    await goToEnd(words);
    await window.page.keyboard.insertText(typed);
  };

  it('saves an edit by a key, and keeps comments and order', async () => {
    const page = await open(path);
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    await editor().waitFor();
    await page.getByText('Nothing has changed yet.').waitFor();
    await typeAfter('logicalType', '\n        required: true');
    await page.getByText('Not saved').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Payments is saved.').waitFor();
    await page.waitForURL(`**${path}`);
    expect(await stored()).toBe(`${source.trimEnd()}\n        required: true\n`);
  });

  it('shows problems at their lines, those of YAML and those of the API', async () => {
    const page = await open(`${path}/edit`);
    await typeAfter('logicalType: string', 's');
    const problem = page.getByRole('button', { name: /Line 14.*logicalType must be one of/ });
    await problem.waitFor();
    await page.locator('.cm-lintRange-error').first().waitFor();
    await typeAfter('status:', ': [');
    await page
      .getByRole('button', { name: /Line \d+/ })
      .first()
      .waitFor();
    await page.getByText(/The YAML cannot be read: see line/).waitFor();
    await goToEnd('status:');
    for (const _ of ': [') await page.keyboard.press('Backspace');
    await problem.click();
    expect(await page.locator('.cm-activeLine').innerText()).toContain('logicalType');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.getByText('No problems').waitFor();
  });

  it('shows what a save refuses at its line, and loses nothing', async () => {
    const page = await open(`${path}/edit`);
    await page.route(/dryRun=true/, (route) => route.abort());
    expected.push(/422/);
    await typeAfter('logicalType: string', 's');
    await saveButton().click();
    await page.getByRole('button', { name: /Line 14.*logicalType must be one of/ }).waitFor();
    expect((await text()).join('\n')).toContain('logicalType: strings');
  });

  it('tells why a save was refused, and keeps the text', async () => {
    const page = await open(`${path}/edit`);
    await page.route(/datacontracts\/payments$/, (route) => {
      const body = JSON.stringify({ title: 'Conflict', status: 409, detail: 'It is in use.' });
      return route.fulfill({ status: 409, contentType: 'application/problem+json', body });
    });
    await typeAfter('logicalType', '\n        required: true');
    await saveButton().click();
    await page.getByText('It is in use.').waitFor();
    expect(await text()).toContain('        required: true');
    await page.unroute(/datacontracts\/payments$/);
    await saveButton().click();
    await page.getByText('Payments is saved.').waitFor();
  });

  it('completes keys and values of the schema', async () => {
    const page = await open(`${path}/edit`);
    await typeAfter('logicalType: string', '\n        uni');
    await page.keyboard.press('Control+Space');
    await page
      .getByRole('option', { name: /^unique/ })
      .first()
      .click();
    await page.keyboard.insertText('true');
    expect(await text()).toContain('        unique: true');
    await typeAfter('kind: DataContract', '\n');
    await page.keyboard.type('dom');
    await page.getByRole('option', { name: /^domain/ }).waitFor();
  });

  it('asks what to keep when somebody else saved meanwhile', async () => {
    const page = await open(`${path}/edit`);
    expected.push(/412/);
    await goToEnd('status:');
    for (const _ of 'active') await page.keyboard.press('Backspace');
    await page.keyboard.insertText('deprecated');
    await typeAfter('logicalType', '\n        required: true');
    const theirs = source.replace('status: active', 'status: draft').replace('1.0.0', '1.1.0');
    expect((await put(theirs)).status).toBe(200);
    await saveButton().click();
    const dialog = page.getByRole('dialog', { name: 'Somebody saved while you wrote' });
    await dialog.locator('ins', { hasText: 'status: draft' }).waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('status: deprecated\n');
    await dialog.getByRole('textbox').fill('status: retired\n');
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await page.getByText('Payments is saved.').waitFor();
    const merged = theirs.replace('status: draft', 'status: retired').trimEnd();
    expect(await stored()).toBe(`${merged}\n        required: true\n`);
  });

  it('merges edits of different parts, and shows the result before it is saved', async () => {
    const page = await open(`${path}/edit`);
    expected.push(/412/);
    await typeAfter('logicalType', '\n        required: true');
    expect((await put(source.replace('1.0.0', '1.1.0'))).status).toBe(200);
    await saveButton().click();
    await page.getByText('It is merged into your text').waitFor();
    expect((await text()).join('\n')).toContain('version: 1.1.0');
    await saveButton().click();
    await page.getByText('Payments is saved.').waitFor();
    expect(await stored()).toContain('version: 1.1.0');
    expect(await stored()).toContain('required: true');
  });

  it('keeps a draft over a reload, asks before it is left, and discards it', async () => {
    const page = await open(`${path}/edit`);
    await typeAfter('logicalType', '\n        required: true');
    await page.getByText('Not saved').waitFor();
    await page.reload();
    await page.getByText('Not saved').waitFor();
    await editor().waitFor();
    expect(await text()).toContain('        required: true');
    await page.getByRole('link', { name: 'Payments' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.goBack();
    await page.getByText('Not saved').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard edit' }).click();
    await page.getByText('Nothing has changed yet.').waitFor();
    expect(await text()).not.toContain('        required: true');
  });

  it('keeps what was typed when the session ends, and saves it after the sign-in', async () => {
    const page = await open(`${path}/edit`);
    await editor().waitFor();
    // The form beside the text has read the teams.
    await page.locator('datalist option').first().waitFor({ state: 'attached' });
    await stack.api.database.knex('ui_sessions').delete();
    await typeAfter('logicalType', '\n        required: true');
    const dialog = page.getByRole('dialog', { name: 'Your session is over' });
    await dialog.getByLabel('API key').fill(stack.api.key);
    await dialog.getByRole('button', { name: 'Sign in with the key' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await saveButton().click();
    await page.getByText('Payments is saved.').waitFor();
    expect(await stored()).toContain('required: true');
  });

  it('brings a new contract from a template to its page', async () => {
    const page = await open('/studio/new-contract');
    await page.getByLabel('Name').fill('Returns');
    await page.getByLabel(/team/i).selectOption('checkout');
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await saveButton().click();
    await page.waitForURL('**/datacontracts/returns');
    await page.getByRole('heading', { name: 'Returns' }).waitFor();
  });

  it('leads to a new contract where there is none, and says why one may not edit', async () => {
    let page = await open('/datacontracts/nothing/edit');
    await page.getByRole('link', { name: 'Begin a new contract' }).waitFor();
    await window.close();
    const email = 'marketing-owner@example.com';
    const { text: key } = await stack.api.newKey('user_read', { email });
    page = await open(path, { key });
    const edit = page.locator('button[aria-disabled]', { hasText: 'Edit' });
    await edit.focus();
    await page.getByRole('tooltip').waitFor();
    await window.goto(`${path}/edit`);
    await page.locator('.why-not', { hasText: 'may only read' }).waitFor();
    expect(await saveButton().getAttribute('aria-disabled')).toBe('true');
  });

  it('lets those who may not save propose the change', async () => {
    const { text: key } = await stack.api.newKey('user', { email: 'marketing-owner@example.com' });
    const page = await open(path, { key });
    await page.getByRole('button', { name: 'Propose a change' }).click();
    await editor().waitFor();
    await page.getByRole('button', { name: 'Propose' }).waitFor();
    expect(await saveButton().count()).toBe(0);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') writes.push(request.url());
    });
    await typeAfter('logicalType: string', 's');
    await page
      .getByText(/logicalType must be one of/u)
      .first()
      .waitFor();
    await page.getByText('1 problem', { exact: true }).waitFor();
    expect(writes).toEqual([]);
    expected.push(/422/);
  });

  it.each(['light', 'dark'] as const)('is accessible and fits, %s', async (scheme) => {
    const page = await open(`${path}/edit?show=yaml`, { scheme });
    await typeAfter('logicalType: string', 's');
    await page.getByRole('button', { name: /Line 14/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    // Tab indents; after Escape it leaves the text.
    await editor().focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor().evaluate((node) => node.contains(document.activeElement))).toBe(false);
  });
});
