import type { OidcSettings } from '../../../domain/organizations/sign-in-settings.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { createCookieJar, ownPage } from '../../support/http/cookie-jar.ts';
import type { CookieJar } from '../../support/http/cookie-jar.ts';
import { team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { startSignInProvider } from '../../support/servers/sign-in-provider.ts';
import type { SignInProvider } from '../../support/servers/sign-in-provider.ts';

const log = captureLog();
let now = new Date();
let provider: SignInProvider;
let api: TestApi;
const members = [{ emailAddress: 'Ada@Example.com', role: 'Editor' }];

const settingsOf = (
  { issuer, clientSecret }: SignInProvider,
  more: Partial<OidcSettings> = {},
): OidcSettings => ({
  issuer,
  clientId: 'concordat',
  clientSecret,
  name: 'Company login',
  scopes: 'openid email profile',
  allowedDomains: [],
  verifiedClaim: 'email_verified',
  ...more,
});

async function open(
  more: Partial<OidcSettings> = {},
  options: Parameters<SignInProvider['serve']>[1] = {},
): Promise<TestApi> {
  const opened = await startApi({ oidc: settingsOf(provider, more) }, { now: () => now });
  await provider.serve(opened.address, options);
  await opened.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  return opened;
}

beforeAll(async () => {
  provider = await startSignInProvider();
  api = await open();
});
afterAll(async () => {
  await api?.stop();
  await provider?.stop();
});

const ada = { email: 'ada@EXAMPLE.com', email_verified: true, name: 'Ada Lovelace' };

async function signInAs(
  person: Record<string, unknown>,
  {
    of = api,
    jar = createCookieJar(),
    path = '/ui/sign-in/oidc?return=/datacontracts/orders',
  } = {},
): Promise<{ jar: CookieJar; url: URL }> {
  await provider.setPerson(person);
  const begun = await jar.send('GET', `${of.address}${path}`);
  expect(begun.status).toBe(303);
  const callback = await jar.follow(
    begun.headers.get('location') ?? '',
    `${of.address}/ui/sign-in/oidc/callback`,
  );
  const answer = await jar.send('GET', callback.href);
  expect(answer.status).toBe(303);
  return { jar, url: new URL(answer.headers.get('location') ?? '') };
}

const me = (jar: CookieJar, of = api) => jar.send('GET', `${of.address}/ui/me`);

describe('a sign-in with the provider', () => {
  it('is offered first', async () => {
    const { json } = await api.send('GET', '/ui/sign-in-methods', { key: null });
    expect(json.methods[0]).toEqual({ method: 'oidc', label: 'Continue with Company login' });
    expect(json.methods.at(-1).method).toBe('api-key');
  });

  it('leads back to the page, and the session acts as the person', async () => {
    const { jar, url } = await signInAs(ada);
    expect(url.href).toBe(`${api.address}/datacontracts/orders`);
    const { json } = await me(jar);
    expect(json).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      scope: 'user',
      isOwner: false,
      teams: [{ id: 'checkout', name: 'Team checkout', role: 'Editor' }],
      session: { method: 'oidc' },
    });
    expect(json.principal).toMatch(/^user:/);
    expect(new Date(json.session.expiresAt).getTime() - now.getTime()).toBe(12 * 3_600_000);
    const again = await signInAs(ada);
    expect((await me(again.jar)).json.principal).toBe(json.principal);
  });

  it('asks with PKCE, state and nonce, and keeps them sealed for ten minutes', async () => {
    const jar = createCookieJar();
    const { headers } = await jar.send('GET', `${api.address}/ui/sign-in/oidc`);
    const asked = new URL(headers.get('location') ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('scope')).toBe('openid email profile');
    expect(asked.get('redirect_uri')).toBe(`${api.address}/ui/sign-in/oidc/callback`);
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^concordat_oidc=v1\.[^;]+; HttpOnly; SameSite=Lax; Path=\/ui\/sign-in; Max-Age=600$/,
    );
    for (const name of ['state', 'nonce']) {
      expect(asked.get(name)?.length).toBeGreaterThan(20);
      expect(cookie).not.toContain(asked.get(name));
    }
  });

  it.each([
    ['nothing', ''],
    ['another host', '?return=https://evil.example.com/'],
    ['another host without a scheme', '?return=//evil.example.com/'],
    ['a backslash', '?return=/%5Cevil.example.com/'],
  ])('leads to the first page for %s', async (_, query) => {
    const { url } = await signInAs(ada, { path: `/ui/sign-in/oidc${query}` });
    expect(url.href).toBe(`${api.address}/`);
  });

  it.each([
    ['email_missing', { email: undefined, email_verified: true }],
    ['email_missing', { email: 'no address', email_verified: true }],
    ['email_missing', { email: 'local-administrator@concordat.invalid', email_verified: true }],
    ['email_not_verified', { email: 'ada@example.com', email_verified: false }],
    ['email_not_verified', { email: 'ada@example.com' }],
    ['person_unknown', { email: 'nobody@example.com', email_verified: true }],
    ['sign_in_cancelled', { error: 'access_denied' }],
  ])('tells the problem %s in a sentence', async (problem, person) => {
    const { jar, url } = await signInAs(person);
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/sign-in',
      { error: problem, return: '/datacontracts/orders' },
    ]);
    expect(jar.cookieOf(`${api.address}/ui/me`, 'concordat_session')).toBeUndefined();
    const { json } = await api.send('GET', '/ui/sign-in-methods', { key: null });
    expect(json.problems[problem]).toMatch(/^[A-Z].*\.$/);
  });

  it('works only in the browser where it began, once, and within ten minutes', async () => {
    await provider.setPerson(ada);
    const jar = createCookieJar();
    const begin = async (): Promise<URL> => {
      const { headers } = await jar.send('GET', `${api.address}/ui/sign-in/oidc`);
      return jar.follow(headers.get('location') ?? '', `${api.address}/ui/sign-in/oidc/callback`);
    };
    const errorOf = async (answer: ReturnType<CookieJar['send']>) =>
      new URL((await answer).headers.get('location') ?? '').searchParams.get('error');
    const callback = await begin();
    expect(await errorOf(createCookieJar().send('GET', callback.href))).toBe('sign_in_expired');
    const forged = new URL(callback);
    forged.searchParams.set('state', 'another');
    expect(await errorOf(jar.send('GET', forged.href))).toBe('sign_in_failed');
    expect(await errorOf(jar.send('GET', callback.href))).toBeNull();
    expect(await errorOf(jar.send('GET', callback.href))).toBe('sign_in_failed');
    const late = await begin();
    const before = now;
    now = new Date(now.getTime() + 600_000);
    expect(await errorOf(jar.send('GET', late.href))).toBe('sign_in_expired');
    now = before;
  });

  it('ends at the provider, too', async () => {
    const { jar } = await signInAs(ada);
    const { status, json, headers } = await jar.send('DELETE', `${api.address}/ui/session`, {
      headers: ownPage,
    });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(/^concordat_session=; .*Max-Age=0/);
    const url = new URL(json.signOutUrl);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${api.address}/sign-in`);
    // The provider knows the ID token, so that it shows its page in place of an error.
    expect((await jar.send('GET', url.href)).status).toBe(200);
    expect((await me(jar)).status).toBe(401);
  });
});

describe('the settings of the provider', () => {
  it('admit a person without a team as a Member who reads, if their domain is allowed', async () => {
    const other = await open({ allowedDomains: ['example.com'] });
    const { jar, url } = await signInAs(
      { email: 'new@example.com', email_verified: true },
      { of: other },
    );
    expect(url.pathname).toBe('/datacontracts/orders');
    const { json } = await me(jar, other);
    expect([json.name, json.teams, json.may.publish]).toEqual(['new@example.com', [], false]);
    const read = await jar.send('GET', `${other.address}/ui/api/teams/checkout`);
    expect(read.status).toBe(200);
    const write = await jar.send('PUT', `${other.address}/ui/api/teams/checkout`, {
      body: team('checkout'),
      headers: ownPage,
    });
    expect([write.status, write.json.code]).toEqual([403, 'permission_denied']);
    const foreign = { email: 'ada@elsewhere.example', email_verified: true };
    const refused = await signInAs(foreign, { of: other });
    expect(refused.url.searchParams.get('error')).toBe('domain_not_allowed');
    await other.stop();
    await provider.serve(api.address);
  });

  it.each([
    ['client_secret_post', true],
    ['client_secret_basic', false],
    ['none', false],
  ] as const)('work with %s, and claims in the ID token: %s', async (authentication, inIdToken) => {
    const secret = authentication === 'none' ? { clientSecret: undefined } : {};
    const other = await open(secret, { authentication, inIdToken });
    const { jar } = await signInAs(ada, { of: other });
    expect((await me(jar, other)).json.name).toBe('Ada Lovelace');
    await other.stop();
    await provider.serve(api.address);
  });

  it('name another claim of a verified address', async () => {
    const other = await open({ verifiedClaim: 'xms_edov' });
    const entra = { email: 'ada@example.com', name: 'Ada' };
    const { jar } = await signInAs({ ...entra, xms_edov: '1' }, { of: other });
    expect((await me(jar, other)).status).toBe(200);
    const { url } = await signInAs({ ...entra, xms_edov: false }, { of: other });
    expect(url.searchParams.get('error')).toBe('email_not_verified');
    await other.stop();
    await provider.serve(api.address);
  });

  it('may be wrong or of a provider that does not answer', async () => {
    const wrong = await open({ clientSecret: 'another secret' });
    expect((await signInAs(ada, { of: wrong })).url.searchParams.get('error')).toBe(
      'sign_in_failed',
    );
    await wrong.stop();
    const silent = await startApi({
      oidc: settingsOf({ ...provider, issuer: 'http://127.0.0.1:9' }),
    });
    const { headers } = await createCookieJar().send('GET', `${silent.address}/ui/sign-in/oidc`);
    expect(headers.get('location')).toBe(
      `${silent.address}/sign-in?error=provider_unreachable&return=%2F`,
    );
    await silent.stop();
    const none = await startApi();
    for (const path of ['/ui/sign-in/oidc', '/ui/sign-in/oidc/callback']) {
      const { status, json } = await none.send('GET', path, { key: null });
      expect([status, json.code]).toEqual([404, 'not_found']);
    }
    await none.stop();
    await provider.serve(api.address);
  });
});

it('keeps tokens and secrets out of tables and logs', async () => {
  const { jar } = await signInAs(ada);
  const token = jar.cookieOf(`${api.address}/ui/me`, 'concordat_session') ?? '';
  const { json } = await jar.send('DELETE', `${api.address}/ui/session`, { headers: ownPage });
  const idToken = new URL(json.signOutUrl).searchParams.get('id_token_hint') ?? '';
  await signInAs(ada);
  const stored = await everythingStored(api);
  expect(stored).toContain('UiSessionStarted');
  expect(log.join('')).toContain('/ui/sign-in/oidc/callback');
  for (const secret of [token, idToken, idToken.split('.')[2] ?? '', provider.clientSecret]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(stored).not.toContain(secret);
    expect(log.join('')).not.toContain(secret);
  }
});
