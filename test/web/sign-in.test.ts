import { createSignInLink } from '../../commands/sessions/create-sign-in-link.ts';
import { team } from '../support/builders/contracts.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { startSignInProvider } from '../support/servers/sign-in-provider.ts';
import type { SignInProvider } from '../support/servers/sign-in-provider.ts';
import { until } from '../support/until.ts';
import { overflowOf, seriousFindings } from '../support/web/accessibility.ts';
import { frameOf } from '../support/web/frame.ts';
import { signInOf } from '../support/web/sign-in.ts';
import { describeInBrowser, startWebStack } from '../support/web/stack.ts';
import type { WebStack, Window } from '../support/web/stack.ts';

describeInBrowser('the sign-in', () => {
  let provider: SignInProvider;
  let mails: MailServer;
  let stack: WebStack;
  const opened: Window[] = [];
  beforeAll(async () => {
    provider = await startSignInProvider();
    mails = await startMailServer();
    const oidc = {
      issuer: provider.issuer,
      clientId: 'concordat',
      clientSecret: provider.clientSecret,
      name: 'Company login',
      scopes: 'openid email profile',
      allowedDomains: [],
      verifiedClaim: 'email_verified',
    };
    stack = await startWebStack({ smtpUrl: mails.url, oidc }, { smtpUrl: mails.url });
    await provider.serve(stack.api.address);
    const members = [{ emailAddress: 'ada@example.com', role: 'Owner' }];
    const body = team('checkout', { members });
    await stack.api.send('PUT', '/api/teams/checkout', { body });
  });
  afterAll(async () => {
    await stack?.stop();
    await mails?.stop();
    await provider?.stop();
  });
  afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    expect(problems).toEqual([]);
  });
  const open = async (path: string, options: Parameters<WebStack['open']>[0] = {}) => {
    const window = await stack.open({ key: null, ...options });
    opened.push(window);
    await window.goto(path);
    return window;
  };
  const arrive = ({ page }: Window, pathname: string) =>
    page.waitForURL((url) => url.pathname === pathname);

  it('stands before every page, and leads back to it', async () => {
    const window = await open('/teams/checkout?tab=members#top');
    await arrive(window, '/sign-in');
    await signInOf(window.page).withKey(stack.api.key);
    await arrive(window, '/teams/checkout');
    const { search, hash } = new URL(window.page.url());
    expect([search, hash]).toEqual(['?tab=members', '#top']);
  });

  it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', '/\\evil.example'])(
    'does not lead to %s',
    async (wanted) => {
      const window = await open(`/sign-in?return=${encodeURIComponent(wanted)}`);
      await signInOf(window.page).withKey(stack.api.key);
      await arrive(window, '/');
      expect(new URL(window.page.url()).origin).toBe(stack.api.address);
    },
  );

  it('says what is wrong with a key, and keeps it in no address or storage', async () => {
    const { page } = await open('/sign-in');
    await signInOf(page).withKey('ck_o_wrong');
    expect(await signInOf(page).problem()).toMatch(/key/i);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
    );
    expect(kept).not.toContain('ck_o_wrong');
  });

  it('works with a printed link, whose code leaves the address and works once', async () => {
    const { api } = stack;
    const { link } = await createSignInLink(api.database.knex, {
      organizationId: api.organizationId,
      publicUrl: api.address,
    });
    const path = link.slice(api.address.length);
    const window = await open('/sign-in');
    await window.page.getByRole('heading', { level: 1 }).waitFor();
    // Pasted into the open tab, it changes the end of the address only.
    await window.page.evaluate((hash) => void (location.hash = hash), new URL(link).hash);
    await signInOf(window.page).confirmLink();
    expect(window.page.url()).not.toContain('code=');
    await arrive(window, '/');
    expect(await frameOf(window.page).entries()).toContain('Inbox');
    const again = await open(path);
    await signInOf(again.page).confirmLink();
    expect(await signInOf(again.page).problem()).toMatch(/link/i);
  });

  it('works with a mailed link in the browser that asked for it', async () => {
    const window = await open('/sign-in?return=/me/sessions');
    const digits = await signInOf(window.page).askForMail('ada@example.com');
    expect(digits).toMatch(/^\d{6}$/);
    await window.page.goto(await nextLink());
    await signInOf(window.page).confirmLink();
    await arrive(window, '/me/sessions');
  });

  it('wants the digits in another browser', async () => {
    const { page } = await open('/sign-in');
    const digits = await signInOf(page).askForMail('ada@example.com');
    const link = await nextLink();
    const other = await open(link.slice(stack.api.address.length));
    await signInOf(other.page).confirmLink();
    await other.page.getByLabel('Digits').fill(digits);
    await signInOf(other.page).confirmLink();
    await arrive(other, '/');
  });

  it('works with the sign-in provider', async () => {
    await provider.setPerson({
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
    });
    const window = await open('/teams/checkout');
    await window.page.getByRole('link', { name: 'Continue with Company login' }).click();
    await arrive(window, '/teams/checkout');
    await window.page.getByText('Ada Lovelace').first().waitFor();
  });

  it('says in a sentence why the provider was no use', async () => {
    await provider.setPerson({ email: 'ada@example.com', email_verified: false });
    const window = await open('/teams/checkout');
    await window.page.getByRole('link', { name: 'Continue with Company login' }).click();
    await window.page.getByRole('alert').waitFor();
    expect(await signInOf(window.page).problem()).toMatch(/verified/);
  });

  it('lists own sessions, and ends another one', async () => {
    const { text: key } = await stack.api.newKey('organization');
    const [one, other] = [await open('/me/sessions', { key }), await open('/', { key })];
    const rows = one.page.locator('tbody tr');
    await one.page.reload();
    await until('both sessions are shown', async () => (await rows.count()) === 2);
    await one.page.getByRole('button', { name: 'End', exact: true }).click();
    await until('one session is left', async () => (await rows.count()) === 1);
    await other.page.reload();
    await arrive(other, '/sign-in');
  });

  it('signs out', async () => {
    const window = await open('/', { key: stack.api.key });
    const menu = await frameOf(window.page).openAccount();
    await menu.getByRole('menuitem', { name: 'Sign out' }).click();
    await arrive(window, '/sign-in');
    await window.page.goto('/inbox');
    await arrive(window, '/sign-in');
  });

  it('ends all sessions at once', async () => {
    const { text: key } = await stack.api.newKey('organization');
    const [one, other] = [await open('/me/sessions', { key }), await open('/', { key })];
    await one.page.getByRole('button', { name: 'End all, this one too' }).click();
    await arrive(one, '/sign-in');
    await other.page.reload();
    await arrive(other, '/sign-in');
  });

  it('signs out at the provider, too', async () => {
    await provider.setPerson({ email: 'ada@example.com', email_verified: true });
    const window = await open('/teams');
    await window.page.getByRole('link', { name: 'Continue with Company login' }).click();
    await arrive(window, '/teams');
    const menu = await frameOf(window.page).openAccount();
    await menu.getByRole('menuitem', { name: 'Sign out' }).click();
    await window.page.waitForURL((url) => url.origin === provider.issuer);
    await window.goto('/sign-in');
  });

  it('tells a person without a team whom to ask', async () => {
    const { text: key } = await stack.api.newKey('user', { email: 'new@example.com' });
    const window = await open('/', { key });
    await window.page.getByRole('link', { name: 'Find the person to ask' }).click();
    await arrive(window, '/me/team');
    const row = window.page.getByRole('row', { name: /Team checkout/ });
    await row.getByRole('link', { name: 'ada@example.com' }).waitFor();
    expect(await frameOf(window.page).heading()).toBe('You are in no team yet');
    expect(await seriousFindings(window.page)).toEqual([]);
  });

  it('lets a person of several organizations choose once, and switch later', async () => {
    const { api } = stack;
    const organizationId = await api.newOrganization('other');
    const { text: otherKey } = await api.newKey('organization', { organizationId });
    for (const key of [api.key, otherKey]) {
      const path = '/api/organization/members/bob@example.com';
      await api.send('PUT', path, { key, body: { role: 'Member' } });
    }
    const { page } = await open('/sign-in');
    await signInOf(page).askForMail('bob@example.com');
    await page.goto(await nextLink());
    await signInOf(page).confirmLink();
    const choice = page.getByRole('dialog', { name: 'Which organization do you want to work in?' });
    await choice.getByRole('button', { name: 'other', exact: true }).click();
    const brand = page.locator('.brand').first();
    await brand.getByText('other').waitFor();
    await choice.waitFor({ state: 'detached' });
    const menu = await frameOf(page).openAccount();
    await menu.getByRole('menuitem', { name: 'Switch to test' }).click();
    await brand.getByText('test', { exact: true }).waitFor();
  });

  it('says when to ask for a link again after five', async () => {
    const { page } = await open('/sign-in');
    for (let asked = 0; asked < 5; asked++) {
      await signInOf(page).askForMail('eve@example.com');
      await page.goto('/sign-in');
    }
    await page.getByLabel('E-mail address').fill('eve@example.com');
    await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
    expect(await signInOf(page).problem()).toMatch(/5|five|hour|minute/);
  });

  it.each([
    ['light', 1440],
    ['dark', 375],
  ] as const)('has no serious finding of axe (%s, %i px)', async (scheme, width) => {
    const { page } = await open('/sign-in', { scheme, width });
    await page.getByText('API key').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });

  /** The link of the newest mail. */
  async function nextLink(): Promise<string> {
    await until('a mail arrives', () => mails.mails.length > 0);
    const mail = mails.mails.splice(0).at(-1);
    return /https?:\/\/\S+#code=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  }
});
