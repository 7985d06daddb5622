import { fillForAccess } from '../../support/builders/access.ts';
import {
  branchText,
  contractBranches,
  property,
} from '../../support/builders/contract-branches.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';

type Edges = { top: number; bottom: number };

describeInBrowser('branches of a contract', () => {
  let stack: WebStack;
  let window: Window;
  let call: ReturnType<typeof contractBranches>;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    stack = await startWebStack();
    await fillForAccess(stack.api);
    call = contractBranches(stack.api);
    for (const name of ['marketing-owner', 'checkout-owner']) {
      keys[name] = (await stack.api.newKey('user', { email: `${name}@example.com` })).text;
    }
  });
  afterAll(() => stack?.stop());
  afterEach(async () => {
    await window.close();
    expect(window.problems).toEqual([]);
  });
  const open = async (path: string, by = 'checkout-owner') => {
    window = await stack.open({ key: keys[by] ?? '' });
    window.page.setDefaultTimeout(10_000);
    await window.goto(path);
    return window.page;
  };
  const written = async (id: string, text: string): Promise<void> => {
    await call.store(id, branchText(id));
    await call.cut(id, 'work');
    expect((await call.write(id, 'work', text)).status).toBe(200);
  };

  it('are listed, and a new one is cut', async () => {
    await written('listed', branchText('listed', { more: property('status') }));
    const page = await open('/datacontracts/listed/branches');
    await page.getByText('needs a higher version').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'New branch' }).click();
    await page.getByLabel('Name').fill('feature/new terms');
    await page.getByRole('button', { name: 'Create branch' }).click();
    await page.getByText('Nothing yet').waitFor();
    expect(page.url()).toContain('/datacontracts/listed/branches/feature%2Fnew');
    expect((await call.get('listed', 'feature/new terms')).status).toBe(200);
  });

  it('show what a merge changes, and merge with the suggested version', async () => {
    await written('merged', branchText('merged', { more: property('status') }));
    const page = await open('/datacontracts/merged/branches/work');
    await page.getByText('property:orders/status').waitFor();
    await page.getByText('A minor change: version 1.1.0 announces it.').waitFor();
    await page.getByText('The branch was not tested yet.').waitFor();
    // The page has the distances of its parts without the styles of the page of contracts.
    const gap = page.getByRole('region', { name: 'What a merge changes' }).first();
    expect(await gap.evaluate((part) => getComputedStyle(part).rowGap)).toBe('16px');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    expect(await page.getByLabel('Version of the contract').inputValue()).toBe('1.1.0');
    await page.getByRole('button', { name: 'Merge into contract' }).click();
    await page.getByText('No open branch').waitFor();
    expect(await call.stored('merged')).toBe(
      branchText('merged', { version: '1.1.0', more: property('status') }),
    );
  });

  it('show both sides of a conflict, and take the one that is chosen', async () => {
    const named = (status: string) =>
      branchText('torn', { status }).replace('id: torn', 'id: torn\nname: Torn terms');
    await written('torn', named('draft'));
    await call.store('torn', named('deprecated'));
    const page = await open('/datacontracts/torn/branches/work');
    await page.getByRole('radio', { name: /^Contract deprecated/ }).waitFor();
    const decide = page.getByRole('button', { name: 'Apply decisions' });
    expect(await decide.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Torn terms' }).waitFor();
    const lead = page.getByText('It starts from revision 1');
    const heading = page.getByRole('heading', { name: 'Conflicts' });
    const box = page.getByRole('group', { name: 'status' });
    const edges = await Promise.all(
      [lead, heading, box, box.locator('legend')].map((part) =>
        part.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        }),
      ),
    );
    const [above, first, border, name] = edges as [Edges, Edges, Edges, Edges];
    expect(first.top - above.bottom).toBeGreaterThanOrEqual(16);
    expect(name.top - border.top).toBeGreaterThanOrEqual(8);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('radio', { name: /^Branch draft/ }).check();
    await decide.click();
    await page.getByRole('button', { name: 'Merge', exact: true }).waitFor();
    expect((await call.get('torn', 'work')).json).toMatchObject({
      conflicted: false,
      base_revision: 2,
    });
  });

  it('are merged only by those who may save the contract, and deleted with their name', async () => {
    await written('read', branchText('read', { more: property('status') }));
    const page = await open('/datacontracts/read/branches/work', 'marketing-owner');
    await page.getByText('property:orders/status').waitFor();
    expect(await page.getByRole('button', { name: 'Merge', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete branch' }).count()).toBe(0);
    await window.close();
    const own = await open('/datacontracts/read/branches/work');
    await own.getByRole('button', { name: 'Delete branch' }).click();
    const dialog = own.getByRole('dialog');
    await dialog.getByRole('textbox').fill('work');
    await dialog.getByRole('button', { name: 'Delete branch' }).click();
    await own.getByText('No open branch').waitFor();
    expect((await call.get('read', 'work')).status).toBe(404);
  });
});
