import { createSignInLink } from '../../../commands/sessions/create-sign-in-link.ts';
import { localAdministrator } from '../../../domain/organizations/people.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { createCookieJar, ownPage } from '../../support/http/cookie-jar.ts';
import type { CookieJar, JarAnswer } from '../../support/http/cookie-jar.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';

const log = captureLog();
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function newCode(organizationId = api.organizationId): Promise<string> {
  const request = { organizationId, publicUrl: api.address };
  const { link } = await createSignInLink(api.database.knex, request);
  const [page, code = ''] = link.split('#code=');
  expect(page).toBe(`${api.address}/sign-in`);
  expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  return code;
}

const use = (code: string, jar: CookieJar = createCookieJar()): Promise<JarAnswer> =>
  jar.send('POST', `${api.address}/ui/session`, { body: { code } });

const rows = () => api.database.knex('sign_in_codes').select('*');

it('signs in the local administrator with the rights of an Owner', async () => {
  const jar = createCookieJar();
  const { status, json, headers } = await use(await newCode(), jar);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    principalName: 'Local administrator',
    method: 'link',
    scope: 'user',
    email: null,
    isOwner: true,
  });
  expect(headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict; Path=\/ui; Max-Age=43200$/);
  const send = (method: string, path: string, body?: unknown) =>
    jar.send(method, `${api.address}/ui${path}`, { body, headers: ownPage });
  expect((await send('PUT', '/api/teams/checkout', team('checkout'))).status).toBe(200);
  expect((await send('PUT', '/api/datacontracts/orders', contract('orders'))).status).toBe(200);
  const features = { dataContractTestsEnabled: true };
  expect((await send('PUT', '/api/organization/features', features)).status).toBe(200);
  const trail = await send('GET', '/api/teams/checkout/audit');
  expect(trail.json[0]).toMatchObject({
    type: 'TeamCreatedEvent',
    principal: json.principal,
    principalName: 'Local administrator',
  });
  const me = (await send('GET', '/me')).json;
  expect(me.may).toEqual({
    publish: true,
    operate: true,
    operateInstallation: true,
    develop: true,
    organization: true,
  });
  const question = '/api/permissions/explain?action=RESOURCES_EDIT&resource=teams/checkout';
  for (const [about, asked] of [
    ['', 'You are'],
    [`&email=${localAdministrator.email}`, 'The local administrator is'],
  ] as const) {
    expect((await send('GET', question + about)).json).toMatchObject({
      allowed: true,
      because: `${asked} an Owner of the organization and may do everything.`,
    });
  }
});

it('works once, also when it is used many times at once', async () => {
  const code = await newCode();
  const answers = await Promise.all(Array.from({ length: 12 }, () => use(code)));
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([count(200), count(403)]).toEqual([1, 11]);
  const { status, json } = await use(code);
  expect([status, json.code]).toEqual([403, 'sign_in_code_invalid']);
  expect(json.detail).toBe(
    'This sign-in link was used before, or has expired: ask for another one.',
  );
});

it('expires after 15 minutes by the clock of Postgres', async () => {
  const code = await newCode();
  const [row] = await rows();
  const { rows: times } = await api.database.knex.raw(
    `select extract(epoch from expires_at - now())::int as seconds from sign_in_codes where id = ?`,
    [row.id],
  );
  expect(times[0].seconds).toBeGreaterThan(890);
  expect(times[0].seconds).toBeLessThanOrEqual(900);
  await api.database.knex('sign_in_codes').update({ expires_at: api.database.knex.raw('now()') });
  expect((await use(code)).json.code).toBe('sign_in_code_invalid');
});

it('ends nothing else: another link signs the same person in again', async () => {
  const [one, other] = [await use(await newCode()), await use(await newCode())];
  expect(other.json.principal).toBe(one.json.principal);
});

it.each([
  ['nothing', ''],
  ['another code', 'x'.repeat(22)],
  ['a longer text', 'x'.repeat(99)],
])('refuses %s like a used link', async (_, code) => {
  const { status, json } = await use(code);
  expect([status, json.code]).toEqual([403, 'sign_in_code_invalid']);
});

it.each([
  ['nothing', {}],
  ['both', { code: 'x', apiKey: 'y' }],
  ['a number', { code: 1 }],
])('refuses a sign-in with %s', async (_, body) => {
  const { status, json } = await api.send('POST', '/ui/session', { key: null, body });
  expect([status, json.code]).toEqual([422, 'invalid_body']);
});

it('cannot be used by a page of another site', async () => {
  const code = await newCode();
  const answer = await createCookieJar().send('POST', `${api.address}/ui/session`, {
    body: { code },
    headers: { origin: 'https://evil.example.com' },
  });
  expect([answer.status, answer.json.code]).toEqual([403, 'cross_site_request']);
  expect((await use(code)).status).toBe(200);
});

it('leads to the organization for which it was printed, and from there to all others', async () => {
  const otherId = await api.newOrganization('other');
  const jar = createCookieJar();
  expect((await use(await newCode(otherId), jar)).json.organizationId).toBe(otherId);
  const { json } = await jar.send('GET', `${api.address}/ui/me`);
  expect(json.organization).toMatchObject({ id: otherId, name: 'other' });
  expect(json.organizations.map(({ name }: { name: string }) => name)).toEqual(['test', 'other']);
  expect(json.may.operateInstallation).toBe(false);
});

it('is stored as a digest only, and appears in no log', async () => {
  const [used, unused] = [await newCode(), await newCode()];
  await use(used);
  const stored = await everythingStored(api);
  for (const code of [used, unused, Buffer.from(used, 'base64url').toString('hex')]) {
    expect(stored).not.toContain(code);
    expect(log.join('')).not.toContain(code);
  }
});
