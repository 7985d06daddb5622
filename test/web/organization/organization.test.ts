import { team } from '../../support/builders/contracts.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import { until } from '../../support/until.ts';
import { overflowOf, seriousFindings } from '../../support/web/accessibility.ts';
import { clipboardOf } from '../../support/web/clipboard.ts';
import { openAsPerson } from '../../support/web/people.ts';
import { describeInBrowser, startWebStack } from '../../support/web/stack.ts';
import type { WebStack, Window } from '../../support/web/stack.ts';
import { putAll } from '../../support/web/stored.ts';

const pages = [
  '/organization/people',
  '/organization/roles',
  '/organization/permissions?person=noor@example.com&resource=teams/checkout',
  '/organization/keys',
  '/organization/settings',
  '/organization/settings?part=tests',
  '/organization/settings?part=products',
  '/organization/settings?part=mails',
  '/organization/settings?part=customization',
  '/organization/settings?part=installation',
];

describeInBrowser('the pages of an organization', () => {
  let stack: WebStack;
  let mails: MailServer;
  const opened: Window[] = [];
  beforeAll(async () => {
    mails = await startMailServer();
    const settings = { smtpUrl: mails.url };
    stack = await startWebStack(settings, settings);
    const members = [
      { emailAddress: 'noor@example.com', name: 'Noor Hakvoort', role: 'Owner' },
      { emailAddress: 'piet@example.com', name: 'Piet Koster', role: 'Member' },
    ];
    await putAll(stack.api, { 'teams/checkout': team('checkout', { members }) });
  });
  afterAll(async () => {
    await stack?.stop();
    await mails?.stop();
  });
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (at: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open(options);
    opened.push(window);
    await window.goto(at);
    return window.page;
  };

  it('adds a person with a team and an invitation, and changes and removes them', async () => {
    const page = await open('/organization/people');
    await page.getByRole('row', { name: /Noor Hakvoort.*Owner/ }).waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill('Zoe@Example.com');
    await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Team checkout' });
    await page.getByLabel('Role in the team').selectOption('Editor');
    await page.getByLabel('Name', { exact: true }).fill('Zoe Ambler');
    await page.getByRole('button', { name: 'Add person' }).click();
    const row = page.getByRole('row', { name: /Zoe Ambler/ });
    await row.getByText('Editor').waitFor();
    await until('the invitation arrives', () =>
      mails.mails.some(({ to }) => to.includes('zoe@example.com')),
    );
    await page.getByRole('button', { name: 'What to do with Zoe Ambler' }).click();
    await page.getByRole('menuitem', { name: 'Make Owner' }).click();
    await page.getByRole('button', { name: 'Make Owner' }).click();
    await row.getByRole('cell', { name: 'Owner', exact: true }).waitFor();
    await page.getByRole('button', { name: 'What to do with Zoe Ambler' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('Their roles in teams stay: Team checkout.').waitFor();
    await page.getByRole('button', { name: 'Remove person' }).click();
    await row.getByRole('cell', { name: 'Member', exact: true }).waitFor();
    await page.getByRole('searchbox').first().fill('nobody of this name');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.waitForURL(/q=nobody/);
  });

  it('says at the field what is wrong with an address, and keeps what was typed', async () => {
    const page = await open('/organization/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill('no address');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page
      .getByText(/is not an e-mail address|is no e-mail address/)
      .first()
      .waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('no address');
  });

  it('tells what a person may do, and which rule says so', async () => {
    const page = await open('/organization/people');
    await page.getByRole('button', { name: 'What to do with Piet Koster' }).click();
    await page.getByRole('menuitem', { name: 'What may they do?' }).click();
    await page.waitForURL('**/organization/permissions?person=piet*');
    await page.getByLabel('Resource').fill('checkout');
    await page.getByRole('button', { name: /^Team checkout/ }).click();
    const result = page.getByRole('region', {
      name: 'What Piet Koster may do with Team checkout',
    });
    const row = result.getByRole('row', { name: /^Edit teams/ });
    await row.getByText('Refused').waitFor();
    await row
      .getByRole('cell', { name: /in the team Team checkout, and no role of theirs has “/ })
      .waitFor();
    await result.getByRole('row', { name: /^Request access.*Allowed.*Member/ }).waitFor();
  });

  it('defines own roles, and refuses to delete one that members have', async () => {
    const page = await open('/organization/roles');
    await page.getByRole('button', { name: 'Define own roles' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Define own roles' }).click();
    await page.getByRole('button', { name: 'Add a role' }).click();
    await page.getByLabel('Name').fill('Guest');
    await page.getByLabel('Request access').check();
    await page.getByRole('button', { name: 'Add role' }).click();
    await page.getByRole('columnheader', { name: 'Guest' }).waitFor();
    await page.getByRole('button', { name: 'Delete the role Member' }).click();
    await page.getByRole('button', { name: 'Delete role' }).click();
    await page
      .getByRole('alert')
      .getByText(/Member/)
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Use the built-in roles' }).click();
    await page.getByRole('button', { name: 'Use built-in roles' }).click();
    await page.getByText('These are the built-in roles.').waitFor();
  });

  it('creates a key that is shown once, filters keys, and revokes it', async () => {
    const page = await open('/organization/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('nightly-build');
    await page.getByRole('dialog').getByLabel('Team').selectOption({ label: 'Team checkout' });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    const key = await clipboardOf(page);
    expect((await stack.api.send('GET', '/api/teams', { key })).status).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('searchbox', { name: 'Find by name' }).fill('nightly');
    await page.waitForURL(/q=nightly/);
    const row = page.getByRole('row', { name: /nightly-build.*Team checkout/ });
    await row.waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke nightly-build' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText('Revoked').waitFor();
    const refused = await stack.api.send('GET', '/api/teams', { key });
    expect(refused.json.code).toBe('api_key_invalid');
    await page.getByLabel('State').selectOption('working');
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('leads those without keys of their own to the keys of the organization', async () => {
    const page = await open('/me/keys');
    await page.getByRole('heading', { name: 'Only people have keys of their own' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Keys of the organization' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(await page.getByRole('link', { name: 'Your own keys' }).count()).toBe(0);
  });

  it('lets a person create and revoke an own key', async () => {
    const window = await openAsPerson(stack, 'piet@example.com', { name: 'Piet Koster' });
    opened.push(window);
    await window.goto('/me/keys');
    const { page } = window;
    await page.getByText('You have no key yet').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('notebook');
    await page.getByLabel('It acts for').selectOption('user_read');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('row', { name: /notebook.*reads only.*Working/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('saves settings, says at the field what is wrong, and never shows a secret', async () => {
    const page = await open('/organization/settings');
    await page.getByLabel('Name', { exact: true }).fill('Ottermoor');
    await page.getByLabel('E-mail address for support').fill('not an address');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ottermoor');
    await page.getByLabel('E-mail address for support').fill('help@example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved.').first().waitFor();
    await page.locator('.nav').getByText('Ottermoor').waitFor();
    await page.getByRole('link', { name: 'Contract tests' }).click();
    await page.waitForURL('**?part=tests');
    const engine = page.getByRole('form', { name: 'External test engine' });
    await engine.getByLabel('Address').fill('https://engine.example.com/cli');
    await engine.getByLabel('API key of the engine').fill('a-secret-of-the-engine');
    await engine.getByRole('button', { name: 'Save changes' }).click();
    await engine.getByText('A key is set.').waitFor();
    expect(await page.content()).not.toContain('a-secret-of-the-engine');
    const answer = await stack.api.send('GET', '/api/organization/test-engine');
    expect(answer.text).not.toContain('a-secret-of-the-engine');
  });

  it('shows the next times of the tests of contracts before they are saved', async () => {
    const page = await open('/organization/settings?part=tests');
    const tests = page.getByRole('form', { name: 'Tests of contracts' });
    await tests.getByLabel('Contracts are tested').selectOption('at these times');
    await tests.getByLabel('Time zone').selectOption('Europe/Amsterdam');
    await tests.getByLabel('How often').selectOption('By a CRON expression');
    await tests.getByLabel('CRON expression').fill('0 6 31 2 *');
    await tests.getByText(/never due/).waitFor();
    await tests.getByLabel('CRON expression').fill('30 5 * * 1');
    await tests.locator('.firing-times li').nth(4).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await tests.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved.').first().waitFor();
    const { json } = await stack.api.send('GET', '/api/organization/features');
    expect(json).toMatchObject({
      dataContractTestSchedule: '30 5 * * 1',
      dataContractTestScheduleTimezone: 'Europe/Amsterdam',
    });
  });

  it('shows settings of the installation with where they are set, without secrets', async () => {
    const page = await open('/organization/settings?part=installation');
    const mail = page
      .locator('main section')
      .filter({ has: page.getByRole('heading', { name: 'Mail' }) });
    await mail.getByText('In use').waitFor();
    expect(await mail.innerText()).not.toContain(mails.url);
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it('tells a Member why they may not change the organization', async () => {
    const window = await openAsPerson(stack, 'piet@example.com', { name: 'Piet Koster' });
    opened.push(window);
    await window.goto('/organization/people');
    await window.page.getByRole('row', { name: /Noor Hakvoort/ }).waitFor();
    await window.page.getByText('Only Owners of the organization change this.').waitFor();
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no barriers, ${scheme}`, async () => {
      for (const at of pages) {
        const page = await open(at, { scheme });
        await page.waitForLoadState('networkidle');
        expect({ at, findings: await seriousFindings(page) }).toEqual({ at, findings: [] });
      }
    });
  }

  it.each([1024, 375])('fits into %s px', async (width) => {
    for (const at of pages) {
      const page = await open(at, { width });
      await page.waitForLoadState('networkidle');
      expect({ at, overflow: await overflowOf(page) }).toEqual({ at, overflow: 0 });
    }
  });
});
