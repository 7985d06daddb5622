import { access } from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const yamlOf = (fields: readonly string[]): string => `# Kept by hand
apiVersion: v3.1.0
kind: DataContract
id: orders
name: Orders
version: 2.0.0
status: active
team:
  name: checkout
schema:
  - name: orders
    properties:
${fields.map((name) => `      - name: ${name}\n`).join('')}`;

const source = yamlOf(['order_id', 'fax']);
const headers = { 'content-type': 'application/yaml' };

describeInBrowser('edits of two people', () => {
  let stack: WebStack;
  let window: Window;
  const put = async (path: string, body: unknown) => {
    const { status, text } = await stack.api.send('PUT', `/api/${path}`, {
      body,
      ...(typeof body === 'string' && { headers }),
    });
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  beforeAll(async () => {
    stack = await startWebStack();
    await put('teams/checkout', team('checkout'));
    await put('teams/commerce', team('commerce', { name: 'Commerce' }));
    await put('datacontracts/orders', source);
    await put('dataproducts/shop', product('shop', ['orders']));
    const consumer = { teamId: 'commerce' };
    await put('access/one', access('one', { status: 'approved' }, { consumer }));
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    await put('datacontracts/orders', source);
    window = await stack.open();
    await window.goto('/datacontracts/orders/edit');
    await editor().waitFor();
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems.filter((text) => !text.includes('412'))).toEqual([]);
  });
  const editor = () => window.page.getByRole('textbox', { name: 'YAML of the document' });
  const save = () => window.page.getByRole('button', { name: /^Save/u });
  const verdict = () => window.page.getByRole('region', { name: 'Verdict' });
  const stored = async () =>
    (await stack.api.send('GET', '/api/datacontracts/orders/datacontract.yaml')).text;
  const write = async (text: string) => {
    await editor().click();
    await window.page.keyboard.press('ControlOrMeta+a');
    await window.page.keyboard.press('Backspace');
    await window.page.keyboard.insertText(text);
  };
  /** Lets somebody else save right before the next save of the page, which cannot know of it. */
  const saveBefore = async (theirs: string) => {
    let isFirst = true;
    await window.page.route(/datacontracts\/orders$/u, async (route) => {
      if (isFirst && route.request().method() === 'PUT') {
        isFirst = false;
        await put('datacontracts/orders', theirs);
      }
      await route.continue();
    });
  };
  const chooseIn = () =>
    window.page.getByRole('dialog', { name: 'Somebody saved while you wrote' });

  it('are judged anew when they were chosen by hand, and wait for the teams to be told', async () => {
    const theirs = yamlOf(['order_id', 'fax # theirs']);
    await write(yamlOf(['order_id', 'fax # mine']));
    await verdict().getByText('Nothing that the document promises has changed.').waitFor();
    await saveBefore(theirs);
    await save().click();
    await chooseIn().locator('ins', { hasText: '# theirs' }).waitFor();
    const own = chooseIn().getByRole('textbox');
    await own.fill((await own.inputValue()).replace(/ *- name: fax.*\n/u, ''));
    await chooseIn().getByRole('button', { name: 'Save what is chosen' }).click();
    await verdict().getByText('Major').first().waitFor();
    await window.page.getByText('What you chose is in the text. It is not saved yet.').waitFor();
    expect(await save().getAttribute('aria-disabled')).toBe('true');
    await window.page.keyboard.press('Control+s');
    expect(await stored()).toBe(theirs);
    await verdict().getByLabel('I told Commerce').check();
    await save().click();
    await window.page.getByText('Orders is saved.').waitFor();
    expect(await stored()).toBe(yamlOf(['order_id']));
    const { json: trail } = await stack.api.send('GET', '/api/datacontracts/orders/audit');
    expect(trail).toContainEqual(expect.objectContaining({ type: 'ConsumersInformed' }));
  });

  it('are judged against what was saved meanwhile, also if the own text stays as it is', async () => {
    const mine = yamlOf(['order_id', 'fax # mine']);
    await write(mine);
    await verdict().getByText('Nothing that the document promises has changed.').waitFor();
    await saveBefore(yamlOf(['order_id', 'fax # theirs', 'telex']));
    await save().click();
    await chooseIn().getByRole('group', { name: 'schema › orders › fax' }).waitFor();
    // Its new field meets nothing.
    expect(await chooseIn().getByText('telex').count()).toBe(0);
    await chooseIn().getByRole('button', { name: 'Save what is chosen' }).click();
    await verdict().getByText('orders.telex').first().waitFor();
    expect(await save().getAttribute('aria-disabled')).toBe('true');
    expect(await stored()).not.toContain('mine');
  });

  it('are saved at once where the verdict asks for nothing', async () => {
    await write(yamlOf(['order_id', 'fax # mine']));
    await saveBefore(yamlOf(['order_id', 'fax # theirs']));
    await verdict().getByText('Nothing that the document promises has changed.').waitFor();
    await save().click();
    await chooseIn().getByRole('button', { name: 'Save what is chosen' }).click();
    await window.page.getByText('Orders is saved.').waitFor();
    expect(await stored()).toContain('fax # mine');
  });
});
