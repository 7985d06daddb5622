import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails?.stop());
beforeEach(async () => {
  api = await startApi({ smtpUrl: mails.url });
  const members = [
    { emailAddress: 'Olga@example.com', role: 'Owner', phone: '12' },
    { emailAddress: 'max@example.com', role: 'Member' },
  ];
  await api.send('PUT', '/api/teams/shop', { body: team('shop', { members }) });
});
afterEach(() => api.stop());

const path = (email: string) => `/api/teams/shop/members/${encodeURIComponent(email)}`;
const put = (email: string, body: object, more: { key?: string; headers?: object } = {}) =>
  api.send('PUT', path(email), { body, ...(more as { key?: string }) });
const members = async (): Promise<unknown> =>
  (await api.send('GET', '/api/teams/shop')).json.members;

it('are added, changed and removed by themselves', async () => {
  expect((await put('New@example.com', { role: 'Editor', name: 'Nia' })).status).toBe(200);
  expect((await put('olga@example.com', { role: 'Approver' })).status).toBe(200);
  expect(await members()).toEqual([
    { emailAddress: 'Olga@example.com', role: 'Approver', phone: '12' },
    { emailAddress: 'max@example.com', role: 'Member' },
    { emailAddress: 'new@example.com', role: 'Editor', name: 'Nia' },
  ]);
  expect((await api.send('DELETE', path('MAX@example.com'))).status).toBe(200);
  expect((await api.send('DELETE', path('max@example.com'))).json.code).toBe('not_found');
  expect((await api.send('GET', path('max@example.com'))).status).toBe(404);
  expect(await members()).toHaveLength(2);
});

it('keep comments and layout of the YAML text', async () => {
  const text = `id: shop
name: Shop # the web shop
type: Team
members:
  # She founded it.
  - emailAddress: olga@example.com
    role: Owner
  - emailAddress: max@example.com # until May
    role: Member
`;
  await api.send('PUT', '/api/teams/shop', {
    body: text,
    headers: { 'content-type': 'application/yaml' },
  });
  await put('max@example.com', { role: 'Editor' });
  const { text: shown } = await api.send('GET', '/api/teams/shop/team.yaml');
  expect(shown).toBe(text.replace('role: Member', 'role: Editor'));
});

it('of two people who edit different members at once, both succeed', async () => {
  const emails = Array.from({ length: 8 }, (_, index) => `p${index}@example.com`);
  const answers = await Promise.all(emails.map((email) => put(email, { role: 'Member' })));
  expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
  expect(await members()).toHaveLength(10);
});

it('have an entity tag of their own, which changes of other people leave alone', async () => {
  const etag = (await api.send('GET', path('max@example.com'))).headers.get('etag') ?? '';
  await put('olga@example.com', { role: 'Steward' });
  const first = await api.send('PUT', path('max@example.com'), {
    body: { role: 'Editor' },
    headers: { 'if-match': etag },
  });
  expect(first.status).toBe(200);
  const late = await api.send('PUT', path('max@example.com'), {
    body: { role: 'Steward' },
    headers: { 'if-match': etag },
  });
  expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
  expect(late.json.currentETag).toBe(first.headers.get('etag'));
  const stale = await api.send('DELETE', path('max@example.com'), {
    headers: { 'if-match': etag },
  });
  expect(stale.status).toBe(412);
  const anew = await api.send('PUT', path('max@example.com'), {
    body: { role: 'Steward' },
    headers: { 'if-none-match': '*' },
  });
  expect(anew.status).toBe(412);
});

it('need the permission of each change, and a role that exists', async () => {
  const owner = (await api.newKey('user', { email: 'olga@example.com' })).text;
  const member = (await api.newKey('user', { email: 'max@example.com' })).text;
  expect((await put('new@example.com', { role: 'Member' }, { key: member })).status).toBe(403);
  expect((await put('new@example.com', { role: 'Member' }, { key: owner })).status).toBe(200);
  const removal = await api.send('DELETE', path('new@example.com'), { key: member });
  expect(removal.status).toBe(403);
  const unknown = await put('new@example.com', { role: 'Captain' });
  expect(unknown.json).toMatchObject({
    code: 'invalid_body',
    violations: [{ field: 'role', message: expect.stringContaining('Owner, Approver') }],
  });
  expect((await put('nobody', { role: 'Member' })).json.code).toBe('invalid_id');
  const organizationId = await api.newOrganization('other');
  const { text: theirs } = await api.newKey('organization', { organizationId });
  expect((await put('new@example.com', { role: 'Member' }, { key: theirs })).status).toBe(404);
});

it('are rehearsed by a dry run', async () => {
  const { json } = await api.send('PUT', `${path('new@example.com')}?dryRun=true`, {
    body: { role: 'Member' },
  });
  expect(json.effects[0].type).toContain('TeamUpdatedEvent');
  expect(await members()).toHaveLength(2);
});

it('are invited by a mail that leads to the team and signs nobody in', async () => {
  const workers = startWorkers(api, {}, { settings: { smtpUrl: mails.url } });
  try {
    const stranger = await api.send('POST', `${path('zoe@example.com')}/invite`);
    expect([stranger.status, stranger.json.detail]).toEqual([
      404,
      expect.stringContaining('add them first'),
    ]);
    const { status, json, headers } = await api.send('POST', `${path('Max@example.com')}/invite`);
    expect([status, json.recipient, json.template]).toEqual([
      202,
      'max@example.com',
      'team-invitation',
    ]);
    expect(headers.get('location')).toBe(`/api/notifications/${json.id}`);
    await until('the mail arrives', () => mails.mails.length > 0);
    const [mail] = mails.mails;
    expect(mail?.to).toEqual(['max@example.com']);
    expect(mail?.text).toContain(`${api.address}/sign-in?return=%2Fteams%2Fshop`);
    expect(mail?.text).not.toContain('#code=');
    const list = '/api/teams/shop/notifications';
    await until(
      'it counts as sent',
      async () => (await api.send('GET', list)).json[0].status === 'sent',
    );
    const member = (await api.newKey('user', { email: 'max@example.com' })).text;
    expect((await api.send('GET', list, { key: member })).status).toBe(403);
    for (let sent = 1; sent < 5; sent++)
      await api.send('POST', `${path('max@example.com')}/invite`);
    const sixth = await api.send('POST', `${path('max@example.com')}/invite`);
    expect([sixth.status, sixth.json.code]).toEqual([429, 'too_many_requests']);
  } finally {
    await workers.stop();
  }
});

it('see the keys of their team if they may revoke them', async () => {
  const { id } = await api.newKey('team', { teamId: 'shop' });
  await api.newKey('organization');
  const owner = (await api.newKey('user', { email: 'olga@example.com' })).text;
  const { json } = await api.send('GET', '/api/teams/shop/api-keys', { key: owner });
  expect(json.map((key: { organizationApiKeyId: string }) => key.organizationApiKeyId)).toEqual([
    id,
  ]);
  expect(JSON.stringify(json)).not.toContain('secret');
  const member = (await api.newKey('user', { email: 'max@example.com' })).text;
  expect((await api.send('GET', '/api/teams/shop/api-keys', { key: member })).status).toBe(403);
});
