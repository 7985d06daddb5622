import { generateKeyPairSync } from 'node:crypto';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';

const token = 'git-token-never-shown-8c1e';
const log = captureLog();
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'other'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
afterAll(() => api.stop());

const ofTeam = '/api/teams/checkout/gitcredentials';
const ofOrganization = '/api/organization/gitcredentials';
const body = (change: object = {}) => ({
  gitConnectionType: 'github',
  authenticationToken: token,
  ...change,
});
const create = (change: object = {}, path = ofTeam, key = api.key) =>
  api.send('POST', path, { body: body(change), key });

describe.each([
  ['a team', ofTeam],
  ['the organization', ofOrganization],
])('Git credentials of %s', (_, path) => {
  it('are created, listed, replaced and deleted, and never show their token', async () => {
    const sent = { externalId: `shop of ${path}`, tokenName: 'Shop', username: 'robot' };
    const made = await create(sent, path);
    expect([made.status, made.headers.get('location')]).toEqual([201, `${path}/${made.json.id}`]);
    expect(made.json).toEqual({
      ...sent,
      id: expect.any(String),
      gitConnectionType: 'github',
      host: 'github.com',
      tokenType: 'authenticationToken',
      createdAt: expect.any(String),
      createdBy: expect.any(String),
      updatedAt: expect.any(String),
      updatedBy: expect.any(String),
    });
    const at = `${path}/${made.json.id}`;
    expect((await api.send('GET', path)).json).toEqual([made.json]);
    expect((await api.send('GET', at)).json).toEqual(made.json);
    const replaced = await api.send('PUT', at, {
      body: body({ authenticationToken: undefined, tokenName: 'New' }),
    });
    expect([replaced.status, replaced.json.tokenName, replaced.json.username]).toEqual([
      200,
      'New',
      undefined,
    ]);
    expect(replaced.json.externalId).toBe(made.json.id);
    expect((await api.send('DELETE', at)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await api.send(method, at)).status).toBe(404);
    expect((await api.send('GET', path)).json).toEqual([]);
  });

  it('keep their token without a new one, but not for another host or another kind of token', async () => {
    const { json } = await create(
      { gitConnectionType: 'gitea', host: 'Git.example.com:3000' },
      path,
    );
    expect(json.host).toBe('git.example.com:3000');
    const at = `${path}/${json.id}`;
    const stored = async () =>
      (await api.database.knex('git_credentials').where({ id: json.id }).first()).secret;
    const before = await stored();
    const kept = { gitConnectionType: 'gitea', host: 'git.example.com:3000' };
    expect((await api.send('PUT', at, { body: kept })).status).toBe(200);
    expect(await stored()).toBe(before);
    for (const change of [{ host: 'evil.example.com' }, { tokenType: 'apiToken', username: 'x' }]) {
      const moved = await api.send('PUT', at, { body: { ...kept, ...change } });
      expect([moved.status, moved.json.violations]).toEqual([
        400,
        [{ field: 'authenticationToken', message: 'is required' }],
      ]);
    }
    const moved = { ...kept, host: 'new.example.com', authenticationToken: 'other' };
    expect((await api.send('PUT', at, { body: moved })).json.host).toBe('new.example.com');
    await api.send('DELETE', at);
  });
});

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
const app = { tokenType: 'githubApp', appId: '1', installationId: '2' };

describe('a Git credential', () => {
  it('can be an SSH key with the keys of its server, or a GitHub App', async () => {
    const ssh = await create({
      tokenType: 'sshKey',
      authenticationToken: pem,
      knownHosts: 'github.com ssh-ed25519 AAAA',
    });
    expect([ssh.status, ssh.json.tokenType]).toEqual([201, 'sshKey']);
    const made = await create({ ...app, authenticationToken: pem });
    expect([made.status, made.json.appId]).toEqual([201, '1']);
  });

  it.each<[string, object, string]>([
    ['an unknown Git host', { gitConnectionType: 'sourceforge' }, 'gitConnectionType'],
    ['no host where there is no default', { gitConnectionType: 'gitea' }, 'host'],
    ['a host that is an address of a page', { host: 'https://git.example.com' }, 'host'],
    ['a token with a line break', { authenticationToken: 'a\r\nb: c' }, 'authenticationToken'],
    ['no token', { authenticationToken: undefined }, 'authenticationToken'],
    ['an API token without its account', { tokenType: 'apiToken' }, 'username'],
    [
      'an SSH key without known hosts',
      { tokenType: 'sshKey', authenticationToken: pem },
      'knownHosts',
    ],
    ['an SSH key that is none', { tokenType: 'sshKey', knownHosts: 'x' }, 'authenticationToken'],
    ['an app without its ids', { tokenType: 'githubApp', authenticationToken: pem }, 'appId'],
    ['an app whose key is none', app, 'authenticationToken'],
    [
      'an app elsewhere',
      { ...app, gitConnectionType: 'gitlab', authenticationToken: pem },
      'gitConnectionType',
    ],
  ])('is refused with %s', async (_, change, field) => {
    const refused = await create(change);
    expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
    expect(refused.json.violations.map((each: { field: string }) => each.field)).toContain(field);
    expect(refused.text).not.toContain(token);
  });

  it('has an external id of its own in the organization', async () => {
    expect((await create({ externalId: 'taken' })).status).toBe(201);
    for (const path of [ofTeam, ofOrganization]) {
      const twice = await create({ externalId: 'taken' }, path);
      expect([twice.status, twice.json.code]).toEqual([409, 'already_exists']);
    }
  });

  it('belongs to its owner: other teams and other keys neither see nor change it', async () => {
    const { id } = (await create()).json;
    const { id: shared } = (await create({}, ofOrganization)).json;
    for (const path of [`/api/teams/other/gitcredentials/${id}`, `${ofOrganization}/${id}`]) {
      expect((await api.send('GET', path)).status).toBe(404);
      expect((await api.send('PUT', path, { body: body() })).status).toBe(404);
      expect((await api.send('DELETE', path)).status).toBe(404);
    }
    const { text: other } = await api.newKey('team', { teamId: 'other' });
    expect((await create({}, ofTeam, other)).status).toBe(403);
    const remove = (path: string) => api.send('DELETE', path, { key: other });
    expect((await remove(`${ofTeam}/${id}`)).status).toBe(403);
    for (const path of [ofOrganization, `${ofOrganization}/${shared}`])
      expect((await api.send('GET', path, { key: other })).status).toBe(403);
    expect((await create({}, '/api/teams/none/gitcredentials')).status).toBe(404);
    expect((await api.send('GET', '/api/teams/none/gitcredentials')).status).toBe(404);
  });

  it('is one of at most 100', async () => {
    const path = '/api/teams/other/gitcredentials';
    for (let n = 0; n < 100; n++) expect((await create({}, path)).status).toBe(201);
    const refused = await create({}, path);
    expect([refused.status, refused.json.code]).toEqual([409, 'limit_reached']);
  });

  it('is in the audit trail without its token, and nowhere in the clear', async () => {
    const trail = (await api.send('GET', '/api/teams/checkout/audit')).json;
    expect(trail[0]).toMatchObject({ type: 'GitCredentialCreated', public: false });
    const stored = await everythingStored(api);
    expect(stored).toContain('git_credentials');
    for (const text of [stored, log.join('\n')]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(pem.slice(40, 90));
    }
  });

  it('ends with its team', async () => {
    await api.send('PUT', '/api/teams/brief', { body: team('brief') });
    await create({}, '/api/teams/brief/gitcredentials');
    await api.send('DELETE', '/api/teams/brief');
    expect(await api.database.knex('git_credentials').where({ team_id: 'brief' })).toEqual([]);
  });

  it('needs SECRET_KEY', async () => {
    const bare = await startApi({ secretKey: undefined });
    try {
      const refused = await bare.send('POST', ofOrganization, { body: body() });
      expect([refused.status, refused.json.code]).toEqual([422, 'secret_key_missing']);
    } finally {
      await bare.stop();
    }
  });
});
