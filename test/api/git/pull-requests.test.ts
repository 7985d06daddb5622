import { branchText, property } from '../../support/builders/contract-branches.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { fakeGitHost, repositoryOf } from '../../support/fakes/git-hosts.ts';
import type { FakeGitHost, FakeHostType } from '../../support/fakes/git-hosts.ts';
import type { TestApi } from '../../support/http/api.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { describeGit, useGitStack } from '../../support/servers/git-stack.ts';

const token = 'token-of-pull-requests-3fa9';
const log = captureLog();
let api: TestApi;
let git: GitServer;
let host: FakeGitHost;
let name: string;

const id = 'orders';
const base = `/api/datacontracts/${id}/gitconnection`;
const file = 'contracts/orders.yaml';
const yaml = { 'content-type': 'application/yaml' };
const put = (text: string) =>
  api.send('PUT', `/api/datacontracts/${id}`, { body: text, headers: yaml });
const propose = (body?: object) => api.send('POST', `${base}/push-pr`, { body });

useGitStack(token, (stack) => {
  ({ api, git } = stack);
});

/** A contract that is equal to its file on a host of this type. */
async function connect(type: FakeHostType): Promise<void> {
  name = repositoryOf(type);
  git.create(name);
  git.commit({ [file]: branchText(id) }, { name });
  host = fakeGitHost(type, token);
  git.intercept((req, res) => host.handle(req, res));
  await api.send('POST', '/api/teams/checkout/gitcredentials', {
    body: { gitConnectionType: type, host: git.host, authenticationToken: token },
  });
  await put(branchText(id));
  const connected = await api.send('PUT', base, {
    body: { gitConnectionType: type, repositoryUrl: git.url(name), repositoryPath: file },
  });
  expect(connected.json.syncStatus).toBe('UP_TO_DATE');
}
async function disconnect(): Promise<void> {
  git.intercept(() => false);
  await api.send('DELETE', `/api/datacontracts/${id}`);
  for (const each of (await api.send('GET', '/api/teams/checkout/gitcredentials')).json)
    await api.send('DELETE', `/api/teams/checkout/gitcredentials/${each.id}`);
  git.drop(name);
}

describeGit.each<[FakeHostType, string]>([
  ['github', '/acme/shop/pull/1'],
  ['gitlab', '/acme/shop/-/merge_requests/1'],
  ['gitea', '/acme/shop/pulls/1'],
  ['bitbucket', '/acme/shop/pull-requests/1'],
  ['azuredevops', '/acme/web/_git/shop/pullrequest/1'],
])('a push as a pull request on %s', (type, page) => {
  beforeEach(() => connect(type));
  afterEach(disconnect);

  it('commits to a new branch and opens one pull request, however often it is requested', async () => {
    await put(branchText(id, { more: property('status') }));
    const body = { title: 'Add the status', comment: 'As agreed', commitMessage: 'Add it' };
    const proposed = await propose(body);
    expect([proposed.status, proposed.json]).toEqual([
      200,
      expect.objectContaining({
        syncStatus: 'LOCAL_IS_NEWER',
        pullRequestUrl: `http://${git.host}${page}`,
        message: `'${file}' is proposed in pull request 1.`,
      }),
    ]);
    const [opened] = host.opened;
    expect(opened).toMatchObject({ title: 'Add the status', body: 'As agreed', base: 'main' });
    const branch = opened?.head ?? '';
    expect(branch).toMatch(/^concordat\/orders-[0-9a-f]{10}$/);
    expect(git.read(file, { name, branch })).toBe(branchText(id, { more: property('status') }));
    expect(git.read(file, { name })).toBe(branchText(id));
    expect(git.git(['log', '-1', '--format=%s', branch], name)).toBe('Add it');
    expect((await propose(body)).json.pullRequestUrl).toBe(proposed.json.pullRequestUrl);
    expect(host.opened).toHaveLength(1);
    expect(git.git(['rev-list', '--count', branch], name)).toBe('2');
  });

  it('opens the pull request of a branch that an earlier attempt has pushed', async () => {
    await put(branchText(id, { more: property('status') }));
    let isFirst = true;
    host.before = (req, res) => {
      if (req.method !== 'POST' || !isFirst) return false;
      isFirst = false;
      res.writeHead(403).end(token);
      return true;
    };
    const refused = await propose({ branchName: 'proposal' });
    expect([refused.status, refused.json.code]).toEqual([422, 'git_refused']);
    expect(refused.text).not.toContain(token);
    expect((await propose({ branchName: 'proposal' })).status).toBe(200);
    expect(host.opened).toMatchObject([{ head: 'proposal' }]);
    expect(git.git(['rev-list', '--count', 'proposal'], name)).toBe('2');
  });
});

describeGit.each<FakeHostType>(['github', 'gitlab', 'gitea', 'bitbucket', 'azuredevops'])(
  'a pull request that was closed on %s',
  (type) => {
    beforeEach(() => connect(type));
    afterEach(disconnect);

    it('is followed by one new pull request', async () => {
      await put(branchText(id, { more: property('status') }));
      await propose({ comment: 'Long. '.repeat(1000) });
      Object.assign(host.opened[0] ?? {}, { isClosed: true });
      const urls = [await propose(), await propose()].map(({ json }) => json.pullRequestUrl);
      expect(urls).toEqual([expect.stringMatching(/2$/), urls[0]]);
      expect(host.opened).toMatchObject([
        { body: expect.stringMatching(/^Long\. /) },
        { body: '' },
      ]);
    });
  },
);

describeGit('a push as a pull request', () => {
  beforeEach(() => connect('github'));
  afterEach(disconnect);

  it('overwrites neither the branch of others nor a changed file', async () => {
    git.commit({ [file]: branchText(id, { more: property('theirs') }) }, { name, branch: 'taken' });
    await put(branchText(id, { more: property('status') }));
    const taken = await propose({ branchName: 'taken' });
    expect([taken.status, taken.json.code]).toEqual([422, 'git_conflict']);
    git.commit({ [file]: branchText(id, { more: property('theirs') }) }, { name });
    const conflict = await propose();
    expect([conflict.status, conflict.json.code]).toEqual([422, 'git_conflict']);
    expect(host.opened).toEqual([]);
    const { remoteHash } = (await api.send('GET', base)).json;
    expect((await propose({ replaceRemoteHash: remoteHash })).status).toBe(200);
  });

  it('of an equal file proposes nothing, and says so', async () => {
    const { status, json } = await propose();
    expect([status, json.pullRequestUrl, host.opened]).toEqual([200, undefined, []]);
    expect(json.message).toBe('The file has this content already; there was nothing to propose.');
    expect((await api.send('GET', base)).json.message).toBeUndefined();
  });

  it.each([
    ['-x', 'branchName'],
    ['main', 'branchName'],
  ])('is refused for the branch %s', async (branchName, field) => {
    const refused = await propose({ branchName });
    expect([refused.status, refused.json.violations?.[0]?.field]).toEqual([422, field]);
  });

  it('is refused for hosts without pull requests', async () => {
    await api.database.knex('git_connections').update({ type: 'git' });
    const refused = await propose();
    expect([refused.status, refused.json.code]).toEqual([422, 'git_refused']);
  });

  it('of a branch of a contract keeps the branch, and names the pull request, whatever the name of the branch', async () => {
    const title = 'feature/new terms: ~^?*[x].lock';
    const at = `/api/datacontracts/${id}/branches/${encodeURIComponent(title)}`;
    await api.send('PUT', at);
    await api.send('PUT', `${at}/datacontract.yaml`, {
      body: branchText(id, { more: property('status') }),
      headers: yaml,
    });
    const body = { version: '1.1.0', route: 'pull_request' };
    for (let time = 0; time < 2; time++) {
      const merged = await api.send('POST', `${at}/merge`, { body });
      expect([merged.status, merged.json]).toEqual([
        200,
        {
          remote_id: '1',
          type: 'pull_request',
          title,
          url: `http://${git.host}/acme/shop/pull/1`,
          status: 'open',
          mergeability: null,
          comment_count: 0,
        },
      ]);
    }
    expect(host.opened[0]?.head).toMatch(/^concordat\/[A-Za-z0-9-]+$/);
    expect(git.read(file, { name, branch: host.opened[0]?.head ?? '' })).toBe(
      branchText(id, { version: '1.1.0', more: property('status') }),
    );
    expect((await api.send('GET', at)).status).toBe(200);
    expect((await api.send('GET', `/api/datacontracts/${id}`)).json.version).toBe('1.0.0');
  });

  it('leaves its token nowhere', async () => {
    await put(branchText(id, { more: property('status') }));
    await propose();
    for (const all of [await everythingStored(api), log.join('\n')])
      expect(all).not.toContain(token);
  });
});
