import type { Page } from 'playwright-core';
import { team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const source = `apiVersion: v3.1.0 # the newest
kind: DataContract
id: returns
name: Returns
version: 1.0.0
status: active
team:
  name: checkout
schema:
  - name: returns
    properties:
      - name: return_id
        logicalType: integer
      - name: reason # in words
        logicalType: string
`;

describeInBrowser('the form beside the text', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  beforeAll(async () => {
    stack = await startWebStack();
    await stack.api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    const headers = { 'content-type': 'application/yaml' };
    const answer = await stack.api.send('PUT', '/api/datacontracts/returns', {
      body: source,
      headers,
    });
    expect(answer.status).toBe(200);
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (address: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open(options);
    opened.push(window);
    await window.goto(`/datacontracts/returns${address}`);
    return window.page;
  };
  const views = (page: Page) => page.getByRole('group', { name: 'How the document is shown' });
  const tree = (page: Page) => page.getByRole('navigation', { name: 'Parts of the document' });
  const text = (page: Page) => page.getByRole('textbox', { name: 'YAML of the document' });
  const line = (page: Page, hasText: string) => text(page).locator('.cm-line', { hasText }).first();

  it('is what "Edit" opens where there is room, and typing in one shows in the other', async () => {
    const page = await open('');
    await page.getByRole('button', { name: 'Edit' }).click();
    await text(page).waitFor();
    await page.getByRole('textbox', { name: 'Version' }).fill('1.0.1');
    await line(page, 'version: 1.0.1').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' # raised');
    await line(page, 'name: Returns').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' of parcels');
    await page.locator('input[value="Returns of parcels"]').waitFor();
    await page.getByRole('textbox', { name: 'Domain' }).fill('sales');
    await line(page, 'domain: sales').waitFor();
    await line(page, 'version: 1.0.1 # raised').waitFor();
    await page.getByText('No problems').waitFor();
  });

  it('shows a part that is chosen in the tree in the text, and leaves the focus', async () => {
    const page = await open('/edit');
    const reason = tree(page).getByRole('button', { name: 'reason' });
    await reason.click();
    await text(page).locator('.cm-activeLine', { hasText: 'name: reason' }).waitFor();
    expect(await reason.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('shows a problem in both', async () => {
    const page = await open('/edit');
    await line(page, 'logicalType: string').click();
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await page.getByRole('button', { name: /Line 15.*logicalType must be one of/u }).click();
    await page.getByRole('heading', { name: 'reason' }).waitFor();
    await page
      .getByRole('region', { name: 'Form' })
      .getByText(/must be one of/u)
      .waitFor();
    await text(page).locator('.cm-activeLine', { hasText: 'logicalType: strings' }).waitFor();
  });

  it('is not offered in narrow windows, which show the form', async () => {
    const page = await open('/edit', { width: 1024 });
    await page.getByRole('heading', { name: 'Basics' }).waitFor();
    expect(await text(page).count()).toBe(0);
    expect(await views(page).getByRole('button').allInnerTexts()).toEqual([
      'Form',
      'YAML',
      'Diagram',
    ]);
    await page.goto('/datacontracts/returns/edit?show=both');
    await page.getByRole('heading', { name: 'Basics' }).waitFor();
    expect(await text(page).count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await text(page).waitFor();
    expect(await views(page).getByRole('button', { name: 'Side by side' }).count()).toBe(1);
  });

  it('opens a draft that does not parse as YAML, and stays there while it is mended', async () => {
    const page = await open('/edit?show=yaml', { width: 1024 });
    await line(page, 'name: Returns').click();
    await page.keyboard.press('End');
    await page.keyboard.type('\nbroken: [');
    await page.getByText(/The YAML cannot be read/u).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('/datacontracts/returns/edit');
    await line(page, 'broken: [').click();
    await page.keyboard.press('End');
    await page.keyboard.type(']');
    await page.getByText(/The YAML cannot be read/u).waitFor({ state: 'detached' });
    expect(await text(page).count()).toBe(1);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('is accessible and does not scroll sideways (%s, %d)', async (scheme, width) => {
    const page = await open('/edit', { scheme, width });
    await text(page).waitFor();
    await tree(page).getByRole('button', { name: 'reason' }).click();
    await page.getByRole('heading', { name: 'reason' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
});
