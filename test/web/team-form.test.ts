import { fillForAccess } from '../support/builders/access.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const path = '/api/teams/checkout';
const text = `# Sells in the shop
id: checkout
name: Checkout # as everybody calls it
type: Team
parent: retail
members:
  - emailAddress: checkout-owner@example.com
    role: Owner
  - emailAddress: checkout-member@example.com
    role: Member
custom:
  costCenter: "4711"
budget: 12 # in thousands
`;

describeInBrowser('the form of a team', () => {
  let stack: WebStack;
  let window: Window;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    stack = await startWebStack();
    await fillForAccess(stack.api);
    const retail = { id: 'retail', name: 'Retail', type: 'Domain' };
    expect((await stack.api.send('PUT', '/api/teams/retail', { body: retail })).status).toBe(200);
    for (const name of ['owner', 'member']) {
      const email = `checkout-${name}@example.com`;
      keys[name] = (await stack.api.newKey('user', { email })).text;
    }
  });
  afterAll(() => stack?.stop());
  const put = (body: string) =>
    stack.api.send('PUT', path, { body, headers: { 'content-type': 'application/yaml' } });
  const stored = async () => (await stack.api.send('GET', `${path}/team.yaml`)).text;
  beforeEach(async () => {
    expect((await put(text)).status).toBe(200);
  });
  const expected: RegExp[] = [];
  afterEach(async () => {
    await window.close();
    const isExpected = (said: string) => expected.some((pattern) => pattern.test(said));
    expect(window.problems.filter((said) => !isExpected(said))).toEqual([]);
    expected.length = 0;
  });
  const open = async (address: string, ...words: Parameters<WebStack['open']>) => {
    window = await stack.open(...words);
    await window.goto(address);
    return window.page;
  };
  const field = (name: string) => window.page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => window.page.getByRole('button', { name, exact: true });

  it('lets an Owner write what a team is, keeps the draft over a reload, and keeps what it does not know', async () => {
    const page = await open('/teams/checkout', { key: keys['owner'] as string });
    await button('Edit team').click();
    await page.waitForURL('**/teams/checkout/edit');
    await page.getByText('Nothing has changed yet.').waitFor();
    await field('Name').fill('Check-out');
    await page.getByLabel('Kind').selectOption('Domain Team');
    await field('Description').fill('Takes **orders**.');
    await page.reload();
    expect(await field('Description').inputValue()).toBe('Takes **orders**.');
    await button('Add a tag').click();
    await page.getByLabel('Search tags').fill('north');
    await button('Add north').click();
    await button('Add a link').click();
    await field('Name of the link 1').fill('Wiki');
    await field('Address 1').fill('https://wiki.example.com');
    await field('Before an access ends').fill('30, 7');
    await field('Value 1').fill('4712');
    await button('Save team').click();
    await page.getByText('Check-out is saved.').waitFor();
    await page.waitForURL('**/teams/checkout');
    await page.getByRole('link', { name: 'https://wiki.example.com' }).waitFor();
    await page.getByText('30, 7 days before').waitFor();
    const said = await stored();
    expect(said).toContain('name: Check-out # as everybody calls it');
    expect(said).toContain('budget: 12 # in thousands');
    expect((await stack.api.send('GET', path)).json).toMatchObject({
      type: 'Domain Team',
      description: 'Takes **orders**.',
      tags: ['north'],
      links: { Wiki: 'https://wiki.example.com' },
      custom: { costCenter: '4712', accessExpiryReminderDays: '30, 7' },
    });
  });

  it('says at the field what cannot be saved', async () => {
    const page = await open('/teams/checkout/edit', { key: keys['owner'] as string });
    expected.push(/422/);
    await field('Before an access ends').fill('soon');
    await page.getByText('Write whole numbers of days up to 999').waitFor();
    expect(await button('Save team').getAttribute('aria-disabled')).toBe('true');
    await field('Before an access ends').fill('30');
    await field('Name').fill('');
    await button('Save team').click();
    await page.locator('.field', { hasText: 'Name' }).locator('.field-problem').first().waitFor();
    expect(await field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await field('Before an access ends').inputValue()).toBe('30');
    expect(await stored()).toBe(text);
  });

  it('offers no team below as the one above', async () => {
    const page = await open('/teams/retail/edit');
    const above = page.getByLabel('Part of');
    await above.locator('option', { hasText: /marketing/i }).waitFor({ state: 'attached' });
    expect(await above.locator('option', { hasText: /checkout/i }).count()).toBe(0);
  });

  it('takes over what others saved elsewhere, and asks where both wrote', async () => {
    const page = await open('/teams/checkout/edit', { key: keys['owner'] as string });
    expected.push(/412/);
    await field('Description').fill('Mine');
    expect((await put(text.replace('4711', '4712'))).status).toBe(200);
    await button('Save team').click();
    await page.getByText('Checkout is saved.').waitFor();
    expect((await stack.api.send('GET', path)).json).toMatchObject({
      description: 'Mine',
      custom: { costCenter: '4712' },
    });
    await window.goto('/teams/checkout/edit');
    await field('Description').fill('Mine again');
    expect((await put(`${text}description: Theirs\n`)).status).toBe(200);
    await button('Save team').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    await dialog.getByLabel('Your description').fill('Ours');
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await page.waitForURL('**/teams/checkout');
    expect((await stack.api.send('GET', path)).json.description).toBe('Ours');
  });

  it('tells a member why they may not edit the team, and who may', async () => {
    const page = await open('/teams/checkout', { key: keys['member'] as string });
    const edit = button('Edit team');
    await page.getByText('TEAM_EDIT').first().waitFor();
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    await window.goto('/teams/checkout/edit');
    await page.getByText('Who can help').waitFor();
    expect(await button('Save team').getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const page = await open('/teams/checkout/edit', { scheme, width });
    await button('Add a link').click();
    await field('Name of the link 1').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
});
