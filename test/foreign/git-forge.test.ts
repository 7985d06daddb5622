import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { branchText, property } from '../support/builders/contract-branches.ts';
import { team } from '../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../support/everything.ts';
import { giteaVersion, installGitea } from '../support/foreign/gitea-program.ts';
import { startApi } from '../support/http/api.ts';
import type { TestAnswer, TestApi } from '../support/http/api.ts';
import { run as runGit } from '../support/servers/git-commit.ts';
import type { CommitOptions } from '../support/servers/git-commit.ts';
import { makeSshKey, startGitea } from '../support/servers/gitea.ts';
import type { TestGitea } from '../support/servers/gitea.ts';
import { startWorkers } from '../support/servers/worker.ts';
import type { TestWorkers } from '../support/servers/worker.ts';
import { until } from '../support/until.ts';

const installed = installGitea();
const [tests, why] =
  'missing' in installed ? [describe.skip, installed.missing] : [describe, 'real'];

const log = captureLog();
let api: TestApi;
let workers: TestWorkers;
let gitea: TestGitea;
let token: string;

const id = 'orders';
const file = 'contracts/orders.yaml';
const text = branchText(id);
const changed = branchText(id, { more: property('status') });
const theirs = branchText(id, { more: property('theirs') });
const base = `/api/datacontracts/${id}/gitconnection`;
const yaml = { 'content-type': 'application/yaml' };

const url = (name = 'shop'): string => `http://${gitea.host}/acme/${name}.git`;
const put = (body: string) => api.send('PUT', `/api/datacontracts/${id}`, { body, headers: yaml });
const stored = async (of = id): Promise<string> =>
  (await api.send('GET', `/api/datacontracts/${of}/datacontract.yaml`)).text;
const run = (action: string, body?: object) => api.send('POST', `${base}/${action}`, { body });
const connect = (change: object = {}) =>
  api.send('PUT', base, {
    body: {
      gitConnectionType: 'gitea',
      repositoryUrl: url(),
      repositoryPath: file,
      ...change,
    },
  });

/** Calls the API of Gitea for the repository. */
async function ask(method: string, at: string, body?: object): Promise<any> {
  const as = `token ${token}`;
  const { status, json } = await gitea.call(method, `/repos/acme/shop${at}`, {
    as,
    ...(body && { body }),
  });
  if (status >= 300) throw new Error(`${method} ${at}: ${status} ${JSON.stringify(json)}`);
  return json;
}
const create = (body: object = {}) =>
  gitea.call('POST', '/user/repos', {
    as: `token ${token}`,
    body: { name: 'shop', private: true, auto_init: true, default_branch: 'main', ...body },
  });
/** Commits texts on a branch in a clone and pushes it by force. Returns the hash of the commit. */
function commit(
  files: Record<string, string>,
  { branch = 'main', message = 'Change', amend = false }: CommitOptions = {},
): string {
  const work = mkdtempSync(path.join(os.tmpdir(), 'concordat-test-work-'));
  const git = (...words: string[]): string => runGit(work, words);
  try {
    git('clone', '-q', url().replace('://', `://acme:${token}@`), '.');
    const has = git('ls-remote', '--heads', 'origin', branch) !== '';
    git('checkout', '-q', '-B', branch, ...(has ? [`origin/${branch}`] : []));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
      writeFileSync(path.join(work, name), content);
    }
    git('add', '-A');
    git('commit', '-q', '--allow-empty', ...(amend ? ['--amend'] : []), '-m', message);
    git('push', '-q', '--force', 'origin', branch);
    return git('rev-parse', 'HEAD');
  } finally {
    rmSync(work, { recursive: true });
  }
}
const read = async (branch = 'main'): Promise<string> =>
  Buffer.from((await ask('GET', `/contents/${file}?ref=${branch}`)).content, 'base64').toString();
const storeCredential = (more: object = {}) =>
  api.send('POST', '/api/teams/checkout/gitcredentials', {
    body: {
      gitConnectionType: 'gitea',
      host: gitea.host,
      authenticationToken: token,
      ...more,
    },
  });
async function dropCredentials(): Promise<void> {
  for (const each of (await api.send('GET', '/api/teams/checkout/gitcredentials')).json)
    await api.send('DELETE', `/api/teams/checkout/gitcredentials/${each.id}`);
}

const isProtected = 'The Git host refused the push: the branch may be protected.';
const mayOnlyRead = (how: string): string => {
  const host = how === 'over SSH' ? '127.0.0.1' : gitea.host;
  return `${host} refused the push (${how}): the Git credential may only read the repository, or the repository is archived.`;
};

beforeAll(async () => {
  if ('missing' in installed) return;
  [api, gitea] = await Promise.all([startApi(), startGitea(installed)]);
  workers = startWorkers(api, { allowedHosts: ['127.0.0.1'] });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  token = await gitea.newAccount('acme');
});
afterAll(async () => {
  if ('missing' in installed) return;
  await workers.stop();
  await Promise.all([gitea.stop(), api.stop()]);
});
beforeEach(async () => {
  if ('missing' in installed) return;
  await Promise.all([create(), storeCredential(), put(text)]);
});
afterEach(async () => {
  if ('missing' in installed) return;
  await api.send('DELETE', `/api/datacontracts/${id}`);
  await dropCredentials();
  await ask('DELETE', '');
});

/** Status, code and detail of a refused request. */
const refusal = ({ status, json }: TestAnswer) => [status, json.code, json.detail];

tests(`a document in a repository of Gitea (${why})`, () => {
  it('is pushed, and pulled after a commit of others', async () => {
    expect(gitea.version).toBe(giteaVersion.slice(1));
    const connected = await connect();
    expect([connected.status, connected.json.syncState]).toEqual([200, 'LOCAL_IS_NEWER']);
    const pushed = await run('push', { commitMessage: 'Add the orders' });
    expect([pushed.status, pushed.json.syncStatus]).toEqual([200, 'UP_TO_DATE']);
    expect(await read()).toBe(text);
    const [newest] = await ask('GET', '/commits?limit=1');
    expect(newest.commit.message.trim()).toBe('Add the orders');
    commit({ [file]: theirs });
    expect((await run('check')).json.syncStatus).toBe('REMOTE_IS_NEWER');
    expect((await run('pull')).json.syncStatus).toBe('UP_TO_DATE');
    expect(await stored()).toBe(theirs);
  });

  it('is the first commit of an empty repository', async () => {
    await ask('DELETE', '');
    await create({ auto_init: false });
    expect((await connect()).json.syncState).toBe('LOCAL_IS_NEWER');
    const early = await run('push-pr');
    expect([early.status, early.json.code]).toEqual([422, 'git_refused']);
    expect((await run('push')).status).toBe(200);
    // Gitea notices the first commit a moment after it has taken it.
    expect(await until('Gitea shows the file', () => read().catch(() => undefined))).toBe(text);
  });

  it('is not overwritten, and nor is the file, when both have changed', async () => {
    await connect();
    await run('push');
    commit({ [file]: theirs });
    await put(changed);
    for (const action of ['pull', 'push', 'push-pr']) {
      const { status, json } = await run(action);
      expect([action, status, json.code]).toEqual([action, 422, 'git_conflict']);
    }
    expect([await read(), await stored()]).toEqual([theirs, changed]);
    const { json: difference } = await api.send('GET', `${base}/difference`);
    expect(difference).toMatchObject({ remoteText: theirs, localText: changed });
    const replaced = await run('push', { replaceRemoteHash: difference.remoteHash });
    expect([replaced.status, await read()]).toEqual([200, changed]);
  });

  it('is pulled from a branch that was pushed by force', async () => {
    await connect();
    await run('push');
    commit({ [file]: theirs }, { amend: true, message: 'Rewritten' });
    expect((await run('pull')).json.syncStatus).toBe('UP_TO_DATE');
    expect(await stored()).toBe(theirs);
  });

  it('is pulled and pushed over SSH', async () => {
    const { privateKey, publicKey } = makeSshKey();
    await ask('POST', '/keys', { title: 'writes', key: publicKey, read_only: false });
    const host = `127.0.0.1:${gitea.sshPort}`;
    const repositoryUrl = `ssh://git@${host}/acme/shop.git`;
    const ssh = { host, tokenType: 'sshKey', knownHosts: gitea.knownHosts };
    await dropCredentials();
    await storeCredential({ ...ssh, authenticationToken: privateKey });
    expect((await connect({ repositoryUrl })).json.syncState).toBe('LOCAL_IS_NEWER');
    expect([(await run('push')).status, await read()]).toEqual([200, text]);
    commit({ [file]: theirs });
    expect([(await run('pull')).status, await stored()]).toEqual([200, theirs]);
    const missing = await connect({ repositoryUrl: repositoryUrl.replace('shop', 'none') });
    expect(missing.json.problem).toBe(
      '127.0.0.1 has no such repository, or the SSH key may not read it.',
    );
    await connect({ repositoryUrl });
    await put(changed);
    await ask('POST', '/branch_protections', { rule_name: 'main', enable_push: false });
    expect(refusal(await run('push'))).toEqual([422, 'git_refused', isProtected]);
    const [{ id: keyId }] = await ask('GET', '/keys');
    await ask('DELETE', `/keys/${keyId}`);
    await ask('POST', '/keys', { title: 'reads', key: publicKey, read_only: true });
    expect(refusal(await run('push'))).toEqual([422, 'git_refused', mayOnlyRead('over SSH')]);
    expect((await run('check')).json.syncState).toBe('LOCAL_IS_NEWER');
  });
});

tests(`a pull request of Gitea (${why})`, () => {
  const page = (number: number): string => `http://${gitea.host}/acme/shop/pulls/${number}`;
  const listed = async (query = 'state=open'): Promise<unknown[]> =>
    (await ask('GET', `/pulls?${query}`)).map((each: any) => [
      each.number,
      each.title,
      each.body,
      each.head.ref,
      each.base.ref,
    ]);

  it('has its title, text and branches, and is opened once', async () => {
    commit({ 'a.txt': 'a' }, { branch: 'release/1' });
    await connect({ repositoryBranch: 'release/1' });
    const body = { title: 'Größe', comment: '## Why\n\n- <b>', branchName: 'change/a#b%c' };
    for (let time = 0; time < 2; time++) {
      const { status, json } = await run('push-pr', body);
      expect([status, json.pullRequestUrl]).toEqual([200, page(1)]);
    }
    expect(await listed()).toEqual([[1, 'Größe', '## Why\n\n- <b>', 'change/a#b%c', 'release/1']]);
    expect(await read(encodeURIComponent(body.branchName))).toBe(text);
    await put(changed);
    const other = await run('push-pr', body);
    expect([other.status, other.json.code]).toEqual([422, 'git_conflict']);
    expect((await run('push-pr')).json.pullRequestUrl).toBe(page(2));
  });

  it('is opened anew after it was closed, once', async () => {
    await connect();
    expect((await run('push-pr')).json.pullRequestUrl).toBe(page(1));
    await ask('PATCH', '/pulls/1', { state: 'closed' });
    for (let time = 0; time < 2; time++)
      expect((await run('push-pr')).json.pullRequestUrl).toBe(page(2));
    expect(await listed('state=all')).toHaveLength(2);
  });

  it('brings both sides together when it is merged', async () => {
    await connect();
    await run('push-pr');
    await until('Gitea can merge it', async () => (await ask('GET', '/pulls/1')).mergeable);
    await ask('POST', '/pulls/1/merge', { Do: 'squash' });
    expect((await run('check')).json.syncStatus).toBe('UP_TO_DATE');
  });

  it('has the text that the merge of a branch of the contract would land', async () => {
    await connect();
    await run('push');
    const at = `/api/datacontracts/${id}/branches/work`;
    await api.send('PUT', at);
    await api.send('PUT', `${at}/datacontract.yaml`, { body: changed, headers: yaml });
    const merge = { version: '1.1.0', route: 'pull_request' };
    const { status, json } = await api.send('POST', `${at}/merge`, { body: merge });
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({ remote_id: '1', title: 'work', url: page(1), status: 'open' }),
    ]);
    const { head } = await ask('GET', '/pulls/1');
    expect(await read(head.ref)).toBe(changed.replace('1.0.0', '1.1.0'));
    expect(await stored()).toBe(text);
    await api.send('DELETE', at);
  });

  it('is the way to a protected branch', async () => {
    await connect();
    await ask('POST', '/branch_protections', { rule_name: 'main', enable_push: false });
    expect(refusal(await run('push'))).toEqual([422, 'git_refused', isProtected]);
    const proposed = await run('push-pr');
    expect([proposed.status, proposed.json.pullRequestUrl]).toEqual([200, page(1)]);
  });
});

tests(`a refusal of Gitea (${why})`, () => {
  it.each([
    ['repository', { repositoryUrl: 'none' }, /has no such repository \(status 404\)/],
    ['branch', { repositoryBranch: 'none' }, /no branch 'none'/],
  ])('says that there is no such %s', async (_, { repositoryUrl, ...change }: any, problem) => {
    const { json } = await connect({ repositoryUrl: url(repositoryUrl), ...change });
    expect([json.syncState, json.problem]).toEqual(['UNREACHABLE', expect.stringMatching(problem)]);
  });

  it('of a wrong token names the credential', async () => {
    await connect();
    await dropCredentials();
    await storeCredential({ authenticationToken: 'a-wrong-token' });
    const wrong = `${gitea.host} refused access (status 401): check the Git credential and its rights to the repository.`;
    for (const action of ['pull', 'push', 'push-pr'])
      expect(refusal(await run(action))).toEqual([502, 'git_unreachable', wrong]);
    const { status, json } = await run('check');
    expect([status, json.syncState, json.problem]).toEqual([200, 'UNREACHABLE', wrong]);
  });

  it('of a token that may only read leaves the connection as it was', async () => {
    await dropCredentials();
    await storeCredential({
      authenticationToken: await gitea.newToken('acme', ['read:repository']),
    });
    await connect();
    for (const action of ['push', 'push-pr'])
      expect(refusal(await run(action))).toEqual([422, 'git_refused', mayOnlyRead('status 403')]);
    expect((await api.send('GET', base)).json.syncState).toBe('LOCAL_IS_NEWER');
    await dropCredentials();
    await storeCredential({
      authenticationToken: await gitea.newToken('acme', ['write:repository']),
    });
    expect((await run('push-pr')).status).toBe(200);
    expect((await run('push')).status).toBe(200);
  });

  it('of an archived or renamed repository says so', async () => {
    await connect();
    await ask('PATCH', '', { archived: true });
    expect(refusal(await run('push'))).toEqual([422, 'git_refused', mayOnlyRead('status 403')]);
    await ask('PATCH', '', { archived: false });
    await ask('PATCH', '', { name: 'renamed' });
    const moved = await run('push');
    const body = { name: 'shop' };
    await gitea.call('PATCH', '/repos/acme/renamed', { as: `token ${token}`, body });
    expect(refusal(moved)).toEqual([
      502,
      'git_unreachable',
      `${gitea.host} answered 301: the repository has another address, perhaps one that ends in .git; redirects are not followed.`,
    ]);
  });
});

tests(`an import from Gitea (${why})`, () => {
  it('judges the files in a preview, and stores those that are contracts', async () => {
    commit({
      'contracts/a.yaml': branchText('a'),
      'contracts/deep/b.yaml': branchText('b'),
      'contracts/broken.yaml': 'a: [',
      'contracts/readme.md': 'no contract',
    });
    const body = {
      resource: 'datacontracts',
      gitConnectionType: 'gitea',
      repositoryUrl: url(),
      repositoryPath: 'contracts/**/*.yaml',
    };
    for (const [preview, verdict] of [
      [true, 'NEW'],
      [false, 'IMPORTED'],
    ]) {
      const made = await api.send('POST', '/api/git-imports', { body: { ...body, preview } });
      const { json } = await api.send('GET', `/api/git-imports/${made.json.id}/files`);
      expect(json.map((each: any) => `${each.path} ${each.verdict}`)).toEqual([
        `contracts/a.yaml ${verdict}`,
        'contracts/broken.yaml REFUSED',
        `contracts/deep/b.yaml ${verdict}`,
      ]);
      expect((await api.send('GET', '/api/datacontracts/a')).status).toBe(preview ? 404 : 200);
    }
    expect(await stored('b')).toBe(branchText('b'));
    for (const each of ['a', 'b']) await api.send('DELETE', `/api/datacontracts/${each}`);
  });
});

tests(`a webhook of Gitea (${why})`, () => {
  // Gitea signs each delivery in the way of GitHub, too.
  it.each(['gitea', 'github'])('pulls what was pushed, signed as by %s', async (type) => {
    await connect();
    await run('push');
    const { json: hook } = await api.send('POST', '/api/git-webhooks', {
      body: { gitConnectionType: type, repositoryUrl: url() },
    });
    const register = (secret: string) =>
      ask('POST', '/hooks', {
        type: 'gitea',
        active: true,
        events: ['push'],
        config: { url: hook.url, content_type: 'json', secret },
      });
    await register('another secret');
    await register(hook.secret);
    commit({ 'other.txt': 'another branch' }, { branch: 'other' });
    commit({ [file]: theirs });
    await until('the contract is pulled', async () => (await stored()) === theirs);
    // Gitea reads its webhooks after a push has ended: it may deliver our own push, too.
    const expected = ['202 {"pulls":0}', '202 {"pulls":1}', '404 not_found'];
    const answers = await until('Gitea has the answers', async () => {
      const all = await gitea.deliveries();
      const kinds = all.map((each) => each.replace(/^404 .*"code":"(\w+)".*$/s, '404 $1'));
      return expected.every((each) => kinds.includes(each)) && kinds;
    });
    expect([...new Set(answers)].sort()).toEqual(expected);
    await api.send('DELETE', `/api/git-webhooks/${hook.id}`);
  });
});

tests(`the tokens of Gitea (${why})`, () => {
  it('are stored and logged nowhere', async () => {
    await connect();
    await run('push-pr');
    for (const all of [await everythingStored(api), log.join('\n')]) {
      expect(all).not.toContain(token);
      expect(all).not.toContain(Buffer.from(`git:${token}`).toString('base64'));
    }
  });
});
