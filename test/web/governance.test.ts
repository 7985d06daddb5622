import { contract, product, team } from '../support/builders/contracts.ts';
import { linkedSchema } from '../support/builders/linked-definitions.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';
import { putAll } from '../support/web/stored.ts';

const members = [
  { emailAddress: 'olga@example.com', role: 'Owner' },
  { emailAddress: 'max@example.com', role: 'Member' },
];
const definitionText = `id: sales/status
owner: checkout # until the merger
title: Status of an order
type: string
`;
const documents = {
  'teams/checkout': team('checkout', { name: 'Checkout', members }),
  'tags/personal': { id: 'personal', info: { name: 'Personal data', owner: 'checkout' } },
  'datacontracts/orders': contract('orders', {
    name: 'Orders',
    schema: linkedSchema('https://catalog.example.com/definitions/sales%2Fstatus'),
  }),
  'dataproducts/shop': product('shop', ['orders'], { name: 'Shop data', tags: ['personal'] }),
  'certifications/gold': { id: 'gold', name: 'Gold', tag: 'personal' },
  'policies/privacy': { id: 'privacy', name: 'Privacy', status: 'Accepted', content: 'Ask.' },
  'sourcesystems/erp': { id: 'erp', name: 'ERP', owner: 'checkout' },
  'classification-schemes/gdpr': {
    externalId: 'gdpr',
    name: 'GDPR',
    classifications: [{ externalId: 'public', name: 'Public', level: 1 }],
  },
  'assets/orders-table': {
    id: 'orders-table',
    info: { name: 'public.orders', source: 'postgres', type: 'postgres_table', owner: 'checkout' },
    columns: [{ name: 'id', type: 'integer', primaryKey: true }],
  },
};

describeInBrowser('pages of governance and of assets', () => {
  let stack: WebStack;
  let window: Window;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    stack = await startWebStack();
    await putAll(stack.api, documents);
    for (const name of ['olga', 'max'])
      keys[name] = (await stack.api.newKey('user', { email: `${name}@example.com` })).text;
  });
  beforeEach(async () => {
    await stack.api.send('PUT', '/api/definitions/sales%2Fstatus', {
      body: definitionText,
      headers: { 'content-type': 'application/yaml' },
    });
  });
  afterAll(() => stack?.stop());
  const open = async (path: string, ...words: Parameters<WebStack['open']>) => {
    window = await stack.open(...words);
    await window.goto(path);
    return window.page;
  };
  const expected: RegExp[] = [];
  afterEach(async () => {
    await window.close();
    const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
    expect(window.problems.filter((text) => !isExpected(text))).toEqual([]);
    expected.length = 0;
  });
  const definition = '/definitions/sales%2Fstatus';
  const editor = () => window.page.getByRole('textbox', { name: 'YAML' });
  /** Replaces the text as a person does: the cursor is in the editor, everything is chosen, and something else is pasted. */
  const write = async (text: string) => {
    await editor().click();
    await window.page.keyboard.press('ControlOrMeta+a');
    await window.page.keyboard.press('Backspace');
    await window.page.keyboard.insertText(text);
  };
  const typed = async () =>
    (await editor().locator('.cm-line').allInnerTexts()).map((line) => line.trimEnd()).join('\n');
  const yamlOf = async () =>
    (await stack.api.send('GET', `/api${definition}/definition.yaml`)).text;

  it('searches a list, and leads from a tag to everything that carries it', async () => {
    const page = await open('/tags');
    await page.getByRole('link', { name: 'Personal data' }).waitFor();
    await page.getByLabel('Search tags').fill('qqqqq');
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Personal data' }).click();
    await page.getByRole('link', { name: 'Shop data' }).click();
    await page.waitForURL('**/dataproducts/shop');
  });

  it('shows which contracts link a definition', async () => {
    const page = await open(definition);
    await page.getByRole('link', { name: 'Orders' }).waitFor();
    await page.getByText('until the merger').waitFor();
  });

  it('edits the text of a document and keeps its comments; the draft survives a reload', async () => {
    const page = await open(definition, { key: keys['olga'] as string });
    await page.getByRole('button', { name: 'Edit' }).click();
    await write(definitionText.replace('Status of an order', 'State of an order'));
    await page.reload();
    await editor().getByText('State of an order').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'State of an order', exact: true }).waitFor();
    expect(await yamlOf()).toBe(definitionText.replace('Status of', 'State of'));
  });

  it('names what is wrong with its line, and keeps the text', async () => {
    const page = await open(`${definition}?edit=true`);
    expected.push(/422/);
    const text = `${definitionText}minLength: many\n`;
    await write(text);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Line 5' }).click();
    await page.locator('.cm-activeLine', { hasText: 'minLength: many' }).waitFor();
    await page.locator('.cm-gutter-lint .cm-lint-marker-error').waitFor();
    expect(await typed()).toBe(text);
  });

  it('completes what the kind allows', async () => {
    const page = await open(`${definition}?edit=true`);
    const schema = page.waitForResponse('**/ui/schemas/definitions');
    await write(definitionText);
    await schema;
    await page.keyboard.type('classif');
    await page.locator('.cm-tooltip-autocomplete').getByText('classification').first().waitFor();
  });

  it('shows before, theirs and mine when somebody saved meanwhile', async () => {
    const page = await open(`${definition}?edit=true`);
    expected.push(/412/);
    await write(`${definitionText}pii: true\n`);
    await stack.api.send('PUT', `/api${definition}`, {
      body: `${definitionText}format: uuid\n`,
      headers: { 'content-type': 'application/yaml' },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('format: uuid').waitFor();
    const both = `${definitionText}format: uuid\npii: true\n`;
    await dialog.getByLabel('Your yaml').fill(both);
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'Status of an order', exact: true })
      .waitFor();
    expect(await yamlOf()).toBe(both);
  });

  it('creates and deletes a document', async () => {
    const page = await open('/tags');
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByLabel('Id').fill('area/north');
    await page.getByRole('button', { name: 'Create tag' }).click();
    await page.waitForURL('**/tags/area%2Fnorth');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete tag' }).click();
    await page.waitForURL('**/tags');
    expect((await stack.api.send('GET', '/api/tags/area%2Fnorth')).status).toBe(404);
  });

  it('tells a member why they may not edit, and who may', async () => {
    const page = await open(definition, { key: keys['max'] as string });
    await page.getByText('Who can help').waitFor();
    const edit = page.getByRole('button', { name: 'Edit' });
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    await window.goto('/policies');
    await page.getByText('Only Owners of the organization add these.').waitFor();
  });

  it('assigns an asset to a product and a tag to the asset, and takes both back', async () => {
    const page = await open('/assets/orders-table');
    await page.getByRole('cell', { name: 'id', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Assign to a product' }).click();
    await page.getByLabel('Search data products').fill('shop');
    await page.getByRole('button', { name: 'Add Shop data' }).click();
    const row = page.getByRole('row', { name: /Shop data.*the whole product/ });
    await row.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('button', { name: 'Add Personal data' }).click();
    await page.getByRole('link', { name: 'Personal data' }).waitFor();
    await page.getByRole('button', { name: 'Remove the tag Personal data' }).click();
    await page.getByText('No tags').waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const page = await open('/definitions', { scheme, width });
    const kinds = ['/classification-schemes/gdpr', '/sourcesystems/erp', '/certifications/gold'];
    const lists = ['/definitions', '/tags', '/assets', '/assets/orders-table', '/tags/personal'];
    const paths = [...lists, ...kinds, `${definition}?edit=true`, '/policies?isNew=true'];
    for (const path of paths) {
      await window.goto(path);
      await page.locator('main .card, main .cm-line').first().waitFor();
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
  });
});
