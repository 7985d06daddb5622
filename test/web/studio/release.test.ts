import { access } from '../../support/builders/access.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

const yamlOf = (id: string): string => `# Kept by hand
apiVersion: v3.1.0
kind: DataContract
id: ${id}
name: Orders
version: 1.4.0
status: active
team:
  name: checkout
schema:
  - name: orders
    properties:
      - name: order_id
        logicalType: integer
      - name: fax # nobody has one
        logicalType: string
`;
const withoutFax = (text: string): string => text.replace(/ {6}- name: fax.*\n.*\n/u, '');

describeInBrowser('the release of a contract', () => {
  let stack: WebStack;
  let window: Window;
  let made = 0;
  let id = '';
  let yaml = '';
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    stack = await startWebStack();
    const owner = { emailAddress: 'olga@example.com', role: 'Owner' };
    const custom = { contractChanges: 'enforce' };
    await put('teams/checkout', team('checkout', { members: [owner], custom }));
    await put('teams/commerce', team('commerce', { name: 'Commerce' }));
    await put('teams/logistics', team('logistics', { name: 'Logistics' }));
    for (const name of ['olga', 'eve']) {
      keys[name] = (await stack.api.newKey('user', { email: `${name}@example.com` })).text;
    }
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    made += 1;
    id = `orders-${made}`;
    yaml = yamlOf(id);
    const headers = { 'content-type': 'application/yaml' };
    await stack.api.send('PUT', `/api/datacontracts/${id}`, { headers, body: yaml });
    await put(`dataproducts/shop-${made}`, product(`shop-${made}`, [id], { name: 'Shop data' }));
    const provider = { dataProductId: `shop-${made}`, outputPortId: 'port-0' };
    for (const teamId of ['commerce', 'logistics']) {
      const body = { provider, consumer: { teamId } };
      await put(
        `access/${teamId}-${made}`,
        access(`${teamId}-${made}`, { status: 'approved' }, body),
      );
    }
  });
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const put = async (path: string, body: object) => {
    const { status, text } = await stack.api.send('PUT', `/api/${path}`, { body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  const stored = async () =>
    (await stack.api.send('GET', `/api/datacontracts/${id}/datacontract.yaml`)).text;
  const open = async (by: string, options: Parameters<WebStack['open']>[0] = {}) => {
    window = await stack.open({ key: keys[by] ?? '', ...options });
    await window.goto(`/datacontracts/${id}/edit?show=yaml`);
    const { page } = window;
    const editor = page.getByRole('textbox', { name: 'YAML of the document' });
    await editor.waitFor();
    return {
      verdict: page.getByRole('region', { name: 'Verdict' }),
      button: (name: string | RegExp) => page.getByRole('button', { name }),
      write: async (text: string) => {
        await editor.click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.press('Backspace');
        await page.keyboard.insertText(text);
      },
    };
  };
  const editing = async (name: string | RegExp) =>
    window.page.getByRole('button', { name }).getAttribute('aria-disabled');

  it('is a major change that is seen, announced and told before it is saved', async () => {
    const { verdict, button, write } = await open('olga');
    await write(withoutFax(yaml));
    await verdict.getByText('Major').first().waitFor();
    await verdict.getByText('orders.fax').waitFor();
    await verdict.getByRole('link', { name: 'Shop data / port-0' }).waitFor();
    expect(await editing(/^Save/)).toBe('true');
    await verdict.getByText('The version must be 2.0.0 or higher.').waitFor();
    await button('Raise to 2.0.0').click();
    await verdict.getByText('1.4.0 → 2.0.0').waitFor();
    await verdict.getByLabel('I told Commerce').check();
    expect(await editing(/^Save/)).toBe('true');
    await verdict.getByLabel('I told Logistics').check();
    await button(/^Save/).click();
    await window.page.waitForURL(`**/datacontracts/${id}`);
    expect(await stored()).toBe(withoutFax(yaml).replace('1.4.0', '2.0.0'));
    const { json: trail } = await stack.api.send('GET', `/api/datacontracts/${id}/audit`);
    expect(trail).toContainEqual(
      expect.objectContaining({
        type: 'ConsumersInformed',
        note: 'Informed before this change: Commerce, Logistics',
      }),
    );
  });

  it('keeps text and ticks over a reload', async () => {
    const { verdict, write } = await open('olga');
    await write(withoutFax(yaml).replace('1.4.0', '2.0.0'));
    await verdict.getByLabel('I told Commerce').check();
    window.page.on('dialog', (dialog) => void dialog.accept());
    await window.page.reload();
    await verdict.getByText('Major').first().waitFor();
    expect(await verdict.getByLabel('I told Commerce').isChecked()).toBe(true);
    expect(await verdict.getByLabel('I told Logistics').isChecked()).toBe(false);
  });

  it('never shows an older verdict for a newer text', async () => {
    const { verdict, write } = await open('olga');
    let first = true;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await window.page.route('**/changes', async (route) => {
      if (first) {
        first = false;
        await held;
      }
      await route.continue().catch(() => undefined);
    });
    const asked = window.page.waitForRequest('**/changes');
    await write(withoutFax(yaml));
    const older = await asked;
    await write(yaml.replace('nobody has one', 'kept'));
    await verdict.getByText('Nothing that the document promises has changed.').waitFor();
    release();
    // The older question is dropped, or answered; the page has then shown what it makes of it.
    const answer = await older.response().catch(() => null);
    await answer?.finished();
    await window.page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
    );
    expect(await verdict.getByText('Major').count()).toBe(0);
  });

  it('is a proposal for those who may not save', async () => {
    const { verdict, button, write } = await open('eve');
    await write(withoutFax(yaml));
    await verdict.getByText('Major').first().waitFor();
    expect(await button(/^Save/).count()).toBe(0);
    await button('Propose').click();
    const dialog = window.page.getByRole('dialog');
    await dialog.getByLabel('What changes').fill('Drop the fax number');
    await dialog.getByRole('button', { name: 'Propose the change' }).click();
    await window.page.waitForURL('**/inbox?show=changes*');
    await window.page.getByRole('heading', { name: 'Drop the fax number' }).waitFor();
    expect(await stored()).toBe(yaml);
    const { json } = await stack.api.send('GET', '/api/change-requests?status=open');
    expect(json).toMatchObject([{ title: 'Drop the fax number', documentId: id }]);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const { verdict, write } = await open('olga', { scheme, width });
    await write(withoutFax(yaml));
    await verdict.getByLabel('I told Commerce').waitFor();
    expect(await seriousFindings(window.page)).toEqual([]);
    expect(await overflowOf(window.page)).toBe(0);
  });
});
