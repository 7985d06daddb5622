import type { Page } from 'playwright-core';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { span, traces } from '../../support/builders/spans.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const source = `# Kept by the checkout team
apiVersion: v3.1.0 # the newest
kind: DataContract
id: ID
name: Orders
version: 1.0.0
status: active
team:
  name: checkout
schema:
  # everything ordered
  - name: orders
    properties:
      - name: 'order_id' # the key
        logicalType: integer
      - name: status
        logicalType: string # how far it is
customProperties: [{property: kept, value: true}] # as it was
`;

describeInBrowser('the form of contracts and products', () => {
  let stack: WebStack;
  const opened: Window[] = [];
  const textOf = (id: string) => source.replace('ID', id);
  const stored = async (id: string) =>
    (await stack.api.send('GET', `/api/datacontracts/${id}/datacontract.yaml`)).text;

  beforeAll(async () => {
    stack = await startWebStack();
    const { api } = stack;
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await api.send('PUT', '/api/teams/commerce', { body: team('commerce') });
    const classifications = [{ externalId: 'secret', name: 'Secret' }];
    const scheme = { externalId: 'levels', name: 'Levels', classifications };
    await api.send('PUT', '/api/classification-schemes/levels', { body: scheme });
    for (const id of ['orders', 'typed', 'seen', 'owned']) {
      const headers = { 'content-type': 'application/yaml' };
      const body = textOf(id);
      const answer = await api.send('PUT', `/api/datacontracts/${id}`, { body, headers });
      expect(answer.status).toBe(200);
    }
    await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const openForm = async (id: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open(options);
    opened.push(window);
    await window.goto(`/datacontracts/${id}/edit?show=form`);
    await window.page.getByRole('heading', { name: 'Basics' }).waitFor();
    return window.page;
  };
  const tree = (page: Page) => page.getByRole('navigation', { name: 'Parts of the document' });
  const show = (page: Page, view: 'Form' | 'YAML') =>
    page.getByRole('group', { name: 'How the document is shown' }).getByText(view).click();

  it('names the owner, and offers teams and the levels of the organization', async () => {
    const page = await openForm('owned');
    const owner = page.getByRole('combobox', { name: 'Owner' });
    const offered = (values: string) => page.locator(`datalist option[value="${values}"]`);
    await offered('Team commerce').waitFor({ state: 'attached' });
    expect(await owner.inputValue()).toBe('Team checkout');
    await owner.fill('Team commerce');
    await tree(page).getByRole('button', { name: 'status' }).click();
    await offered('secret').waitFor({ state: 'attached' });
    await page.getByRole('combobox', { name: 'Classification' }).fill('secret');
    await page.getByText('No problems').waitFor();
    await show(page, 'YAML');
    await page.locator('.cm-line', { hasText: 'name: commerce' }).waitFor();
    await page.locator('.cm-line', { hasText: 'classification: secret' }).waitFor();
  });

  it('writes what it changes into the text, and leaves the other lines as they are', async () => {
    const page = await openForm('orders');
    await page.getByRole('textbox', { name: 'Version' }).fill('1.1.0');
    await tree(page).getByRole('button', { name: 'order_id' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('id');
    await page.getByRole('checkbox', { name: 'Required' }).check();
    await tree(page).getByRole('button', { name: 'orders' }).click();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('amount');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('number');
    await page.getByRole('button', { name: 'Move up: field amount' }).click();
    await page.getByText('No problems').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Orders is saved.').waitFor();
    expect(await stored('orders')).toBe(
      textOf('orders')
        .replace('1.0.0', '1.1.0')
        .replace("'order_id' # the key", "'id' # the key")
        .replace('logicalType: integer\n', 'logicalType: integer\n        required: true\n')
        .replace(
          '      - name: status',
          '      - name: amount\n        logicalType: number\n      - name: status',
        ),
    );
  });

  it('stays as it was while the text does not parse, and leads to the line', async () => {
    const page = await openForm('typed');
    await show(page, 'YAML');
    await page.locator('.cm-line', { hasText: 'name: Orders' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('\nbroken: [');
    await show(page, 'Form');
    await page.getByText(/Line \d+ keeps the form from reading the YAML/u).waitFor();
    expect(await page.getByRole('textbox', { name: 'Version' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Go to line' }).click();
    await page.locator('.cm-line', { hasText: 'broken: [' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('1]');
    await show(page, 'Form');
    await page.getByText(/keeps the form from reading/u).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Version' }).fill('1.0.1');
    await show(page, 'YAML');
    await page.locator('.cm-line', { hasText: 'version: 1.0.1' }).waitFor();
    await page.locator('.cm-line', { hasText: 'broken: [1]' }).waitFor();
  });

  it('edits 1,000 fields with 3,000 rules', async () => {
    const rules = Array.from({ length: 3 }, (_, index) => ({
      name: `rule ${index}`,
      metric: 'nullValues',
      mustBe: 0,
    }));
    const properties = Array.from({ length: 1000 }, (_, index) => ({
      name: `column_${index}`,
      logicalType: 'string',
      quality: rules,
    }));
    await stack.api.send('PUT', '/api/datacontracts/wide', {
      body: contract('wide', { schema: [{ name: 'facts', properties }] }),
    });
    const page = await openForm('wide');
    expect(await tree(page).getByRole('listitem').count()).toBeLessThan(80);
    await tree(page).getByRole('button', { name: 'column_3' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed');
    await tree(page).getByRole('button', { name: 'renamed' }).waitFor();
    await page.getByText('No problems').waitFor();
  });

  it('is read-only for keys that may only read', async () => {
    const { text: key } = await stack.api.newKey('user_read', { email: 'reader@example.com' });
    const page = await openForm('seen', { key });
    await page.locator('.why-not', { hasText: 'may only read' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Version' }).isDisabled()).toBe(true);
  });

  it('offers the types of products of the organization, and keeps another one', async () => {
    const types = [
      { id: 'dashboard', labels: { en: 'Dashboard' }, default: true },
      { id: 'old', enabled: false },
    ];
    const path = '/api/settings/dataproduct-types';
    await stack.api.send('PUT', path, { body: { dataProductTypes: types } });
    const customProperties = [{ property: 'kept', value: 1 }];
    const ports = { customProperties };
    await stack.api.send('PUT', '/api/dataproducts/kind', { body: product('kind', [], ports) });
    const window = await stack.open();
    opened.push(window);
    const { page } = window;
    await window.goto('/dataproducts/kind/edit?show=form');
    const type = page.getByRole('combobox', { name: 'Type' });
    const save = async (chosen: string) => {
      await type.selectOption(chosen);
      await page.getByText('Not saved', { exact: true }).first().waitFor();
      await page.getByText('No problems').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('is saved.').last().waitFor();
      return (await stack.api.send('GET', '/api/dataproducts/kind')).json.customProperties;
    };
    await type.getByRole('option', { name: 'Dashboard' }).waitFor({ state: 'attached' });
    expect(await type.getByRole('option').allTextContents()).toEqual(['not set', 'Dashboard']);
    expect(await save('dashboard')).toEqual([
      ...customProperties,
      { property: 'type', value: 'dashboard' },
    ]);
    await window.goto('/dataproducts/kind/edit?show=form');
    expect(await save('')).toEqual(customProperties);
    const archetype = [{ property: 'archetype', value: 'old' }];
    await stack.api.send('PUT', '/api/dataproducts/kind', {
      body: product('kind', [], { customProperties: archetype }),
    });
    await window.goto('/dataproducts/kind/edit?show=form');
    await type.getByRole('option', { name: 'old' }).waitFor({ state: 'attached' });
    expect(await type.inputValue()).toBe('old');
    expect(await save('dashboard')).toEqual([{ property: 'archetype', value: 'dashboard' }]);
    await stack.api.send('PUT', path, { body: { dataProductTypes: [] } });
  });

  it('says who uses a product whose status ends its use', async () => {
    const body = traces([span()], { 'dataproduct.id': 'shop', 'outputport.name': 'port-0' });
    await stack.api.send('POST', '/api/v1/traces', { body });
    const window = await stack.open();
    opened.push(window);
    const { page } = window;
    await window.goto('/dataproducts/shop/edit?show=form');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('retired');
    await page.getByText('1 use by 1 user. This status ends their use.').waitFor();
    await page.getByRole('link', { name: 'Uses in the last 90 days' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 1024],
    ['dark', 375],
  ] as const)('is accessible and does not scroll sideways (%s, %d)', async (scheme, width) => {
    const page = await openForm('seen', { scheme, width });
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.goto('/dataproducts/shop/edit?show=form&part=outputPorts');
    await page.getByRole('heading', { name: 'Output ports' }).waitFor();
    await page.getByRole('button', { name: 'port-0', exact: true }).click();
    await page.getByRole('textbox', { name: 'Contract' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
});
