import { fillForAccess } from '../support/builders/access.ts';
import { startChatServer } from '../support/builders/notifications.ts';
import type { ChatServer } from '../support/builders/notifications.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

const secret = 'a-secret-that-no-page-shows';

describeInBrowser('the page of a team', () => {
  let stack: WebStack;
  let window: Window;
  let mails: MailServer;
  let chat: ChatServer;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    [mails, chat] = [await startMailServer(), await startChatServer()];
    const settings = { smtpUrl: mails.url };
    stack = await startWebStack(settings, { ...settings, webhookAllowedHosts: ['127.0.0.1'] });
    await fillForAccess(stack.api);
    for (const name of ['owner', 'member']) {
      const email = `checkout-${name}@example.com`;
      keys[name] = (await stack.api.newKey('user', { email })).text;
    }
  });
  afterAll(async () => {
    await stack?.stop();
    await mails?.stop();
    await chat?.stop();
  });
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
  const membersPath = '/api/teams/checkout/members';
  const row = (name: string | RegExp) => window.page.getByRole('row', { name });

  it('lets an Owner add, invite, change and remove a person', async () => {
    const page = await open('/teams/checkout/members', { key: keys['owner'] as string });
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill('Zoe@example.com');
    await page.getByLabel('Name').fill('Zoe Ambler');
    await page.getByLabel('Role').selectOption('Editor');
    await page.getByRole('button', { name: 'Add person' }).click();
    await row(/Zoe Ambler.*Editor/).waitFor();
    await until('the invitation arrives', () =>
      mails.mails.some(({ to }) => to.includes('zoe@example.com')),
    );
    await page.getByRole('button', { name: 'Change Zoe Ambler' }).click();
    await page.getByLabel('Role').selectOption('Approver');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await row(/Zoe Ambler.*Approver/).waitFor();
    await page.getByRole('button', { name: 'Remove Zoe Ambler' }).click();
    await page.getByRole('button', { name: 'Remove person' }).click();
    await row(/Zoe Ambler/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove checkout-owner@example.com' }).click();
    await page.getByText('This is the last Owner').waitFor();
  });

  it('says at the field what is wrong with a person, and keeps what was typed', async () => {
    const page = await open('/teams/checkout/members', { key: keys['owner'] as string });
    expected.push(/422/);
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill('no address');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByText("'no address' is not an e-mail address").waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('no address');
    expected.push(/412/);
    await page.getByLabel('E-mail address').fill('Checkout-Member@example.com');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByText(/^checkout-member@example.com is already a member of /).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows what somebody else made of the same person meanwhile, and keeps what was typed', async () => {
    const page = await open('/teams/checkout/members', { key: keys['owner'] as string });
    expected.push(/412/);
    await page.getByRole('button', { name: 'Change checkout-member@example.com' }).click();
    await page.getByLabel('Role').selectOption('Editor');
    const member = `${membersPath}/checkout-member@example.com`;
    await stack.api.send('PUT', member, { body: { role: 'Steward' } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').getByText('Steward').waitFor();
    expect(await page.getByLabel('Role').inputValue()).toBe('Editor');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await row(/checkout-member.*Editor/).waitFor();
    await stack.api.send('PUT', member, { body: { role: 'Member' } });
  });

  it('tells a member why they may not change the team, and who may', async () => {
    const page = await open('/teams/checkout/members', { key: keys['member'] as string });
    const add = page.getByRole('button', { name: 'Add a person' });
    await page.getByText('Who can help').waitFor();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await window.goto('/teams/checkout/keys');
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
  });

  it('says what a chat answered to a test message, and never shows its address', async () => {
    const page = await open('/teams/checkout/channels', { key: keys['owner'] as string });
    await page.getByRole('heading', { name: 'No chat yet' }).waitFor();
    await page.getByRole('button', { name: 'Add a chat' }).click();
    await page.getByLabel('Name').fill('Alerts');
    await page.getByLabel('Address of the webhook').fill(chat.endpoint(secret));
    await page.getByRole('button', { name: 'Save chat' }).click();
    await row(/Alerts/).waitFor();
    await page.getByRole('button', { name: 'Send a test message to Alerts' }).click();
    await page.getByText('The chat took the test message.').waitFor();
    chat.answer = (_, response) => {
      response.statusCode = 404;
      response.end('no_such_channel');
    };
    await page.getByRole('button', { name: 'Send a test message to Alerts' }).click();
    await page.getByText(/404/).waitFor();
    await page.getByRole('button', { name: 'Change Alerts' }).click();
    await page.getByLabel('Name').fill('All alerts');
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Save chat' }).click();
    await row(/All alerts/).waitFor();
    const [stored] = (await stack.api.send('GET', '/api/teams/checkout/notification-channels'))
      .json;
    expect(stored.endpoint).toBe(chat.endpoint(secret));
    await page.getByRole('button', { name: 'Delete All alerts' }).click();
    await page.getByRole('button', { name: 'Delete chat' }).click();
    await page.getByRole('heading', { name: 'No chat yet' }).waitFor();
  });

  it('sets and replaces credentials that it cannot read', async () => {
    const page = await open('/teams/checkout/connections');
    expected.push(/422/);
    await page.getByRole('heading', { name: 'No connection yet' }).waitFor();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('warehouse');
    await page.getByLabel('Type of the server').fill('postgres');
    await page.getByLabel('Host, account or bucket').fill('db.example.com');
    await page.getByLabel('Name 1').fill('DATACONTRACT_POSTGRES_PASSWORD');
    await page.getByLabel('Value 1').fill(secret);
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('credentials must be enough to sign in').waitFor();
    await page.getByRole('button', { name: 'Add a credential' }).click();
    await page.getByLabel('Name 2').fill('DATACONTRACT_POSTGRES_USERNAME');
    await page.getByLabel('Value 2').fill('reader');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await row(/warehouse.*DATACONTRACT_POSTGRES_PASSWORD: set/).waitFor();
    await page.getByRole('button', { name: 'Change warehouse' }).click();
    await page.getByLabel('Host, account or bucket').fill('db2.example.com');
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('The place changes: send its credentials.').waitFor();
    await page.getByLabel('Value 1').fill(secret);
    await page.getByLabel('Value 2').fill('reader');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await row(/db2\.example\.com.*PASSWORD: set/).waitFor();
    await page.getByRole('button', { name: 'Delete warehouse' }).click();
    await page.getByRole('button', { name: 'Delete connection' }).click();
    await page.getByRole('heading', { name: 'No connection yet' }).waitFor();
  });

  it('shows a key once, and revokes it', async () => {
    const page = await open('/teams/checkout/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('nightly-build');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('pre.code-block').innerText();
    expect((await stack.api.send('GET', '/api/teams', { key })).status).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await row(/nightly-build.*Working/).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke nightly-build' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row(/nightly-build.*Revoked/).waitFor();
    expect((await stack.api.send('GET', '/api/teams', { key })).status).toBe(403);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const page = await open('/teams/checkout', { scheme, width });
    for (const part of ['', '/members', '/channels', '/connections', '/keys']) {
      await window.goto(`/teams/checkout${part}`);
      await page.locator('main .card').first().waitFor();
      expect([part, await seriousFindings(page)]).toEqual([part, []]);
      expect([part, await overflowOf(page)]).toEqual([part, 0]);
    }
  });
});
