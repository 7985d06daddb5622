import type { TestApi } from '../../support/http/api.ts';
import { contract, product } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { describeGit, useGitStack } from '../../support/servers/git-stack.ts';
import { until } from '../../support/until.ts';

const token = 'repository-token-never-shown-52e9';
const log = captureLog();
let api: TestApi;
let git: GitServer;

const text = (purpose: string, id = 'orders', change = '') =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: ${id}\nname: Orders # kept\nversion: 1.0.0\nstatus: draft\nteam: { name: checkout }\ndescription: { purpose: ${purpose} }\n${change}`;
const put = (purpose: string, id = 'orders') =>
  api.send('PUT', `/api/datacontracts/${id}`, {
    body: text(purpose, id),
    headers: { 'content-type': 'application/yaml' },
  });
const base = '/api/datacontracts/orders/gitconnection';
const file = 'contracts/orders.odcs.yaml';
const target = (change: object = {}) => ({
  gitConnectionType: 'git',
  repositoryUrl: git.url(),
  repositoryPath: file,
  ...change,
});
const connect = (change: object = {}, path = base) =>
  api.send('PUT', path, { body: target(change) });
const pull = (body?: object) => api.send('POST', `${base}/pull`, { body });
const push = (body?: object) => api.send('POST', `${base}/push`, { body });
const status = async () => (await api.send('POST', `${base}/check`)).json.syncStatus;
const document = async () =>
  (await api.send('GET', '/api/datacontracts/orders/datacontract.yaml')).text;

useGitStack(token, (stack) => {
  ({ api, git } = stack);
});

describeGit('a contract that is connected with a file in Git', () => {
  beforeEach(async () => {
    git.create();
    await put('first');
  });
  afterEach(async () => {
    await api.send('DELETE', '/api/datacontracts/orders');
    git.drop();
  });

  it('is pushed, pulled, and tells which side is newer', async () => {
    const connected = await connect();
    expect([connected.status, connected.json]).toEqual([
      200,
      {
        gitConnectionId: expect.any(String),
        gitConnectionType: 'git',
        host: git.host,
        repositoryUrl: git.url(),
        repositoryBranch: 'main',
        repositoryPath: file,
        syncStatus: 'LOCAL_IS_NEWER',
        syncState: 'LOCAL_IS_NEWER',
        problem: null,
        checkedAt: expect.any(String),
        lastHash: null,
        localHash: expect.any(String),
        remoteHash: null,
      },
    ]);
    const pushed = await push({ commitMessage: 'Publish orders' });
    expect([pushed.status, pushed.json.syncStatus]).toEqual([200, 'UP_TO_DATE']);
    expect(git.read(file)).toBe(text('first'));
    expect(git.git(['log', '-1', '--format=%s'])).toBe('Publish orders');
    expect(pushed.json.lastHash).toBe(git.git(['rev-parse', `main:${file}`]));
    git.commit({ [file]: text('theirs') });
    expect(await status()).toBe('REMOTE_IS_NEWER');
    const pulled = await pull();
    expect([pulled.status, pulled.json.syncStatus]).toEqual([200, 'UP_TO_DATE']);
    expect(await document()).toBe(text('theirs'));
    await put('ours');
    expect((await api.send('GET', base)).json.syncStatus).toBe('LOCAL_IS_NEWER');
    expect((await push()).status).toBe(200);
    expect(git.git(['log', '-1', '--format=%s'])).toBe("Update data contract 'orders'");
    const commits = git.git(['rev-list', '--count', 'main']);
    for (const send of [push, pull]) expect((await send()).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.git(['rev-list', '--count', 'main'])).toBe(commits);
  });

  it('is equal to a file that is only written differently', async () => {
    git.commit({ [file]: text('first').replace('# kept', '# comment') });
    expect((await connect()).json.syncStatus).toBe('UP_TO_DATE');
    const path = 'orders.json';
    git.commit({
      [path]: JSON.stringify((await api.send('GET', '/api/datacontracts/orders')).json),
    });
    expect((await connect({ repositoryPath: path })).json.syncStatus).toBe('UP_TO_DATE');
    await put('ours');
    expect((await push()).status).toBe(200);
    expect(JSON.parse(git.read(path)).description).toEqual({ purpose: 'ours' });
  });

  it('is never overwritten in a conflict, nor is the file, until one side was seen and named', async () => {
    await connect();
    await push();
    git.commit({ [file]: text('theirs') });
    await put('ours');
    for (const send of [pull, push]) {
      const refused = await send();
      expect([refused.status, refused.json.code]).toEqual([422, 'git_conflict']);
      expect(refused.json.gitConnection.syncStatus).toBe('CONFLICT');
    }
    expect([git.read(file), await document()]).toEqual([text('theirs'), text('ours')]);
    const { json: difference } = await api.send('GET', `${base}/difference`);
    expect(difference).toEqual({
      localHash: expect.any(String),
      localText: text('ours'),
      remoteHash: git.git(['rev-parse', `main:${file}`]),
      remoteText: text('theirs'),
    });
    // What was seen is not what is there now.
    git.commit({ [file]: text('newer') });
    expect((await push({ replaceRemoteHash: difference.remoteHash })).json.code).toBe(
      'git_conflict',
    );
    const replaceRemoteHash = git.git(['rev-parse', `main:${file}`]);
    expect((await push({ replaceRemoteHash })).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.read(file)).toBe(text('ours'));
    git.commit({ [file]: text('again') }, { amend: true });
    await put('also');
    const { localHash } = (await api.send('GET', base)).json;
    expect((await pull({ replaceLocalHash: '0'.repeat(64) })).json.code).toBe('git_conflict');
    expect((await pull({ replaceLocalHash: localHash })).json.syncStatus).toBe('UP_TO_DATE');
    expect(await document()).toBe(text('again'));
  });

  it('is not pushed over a newer file', async () => {
    await connect();
    await push();
    git.commit({ [file]: text('theirs') });
    const refused = await push();
    expect([refused.status, refused.json.code]).toEqual([422, 'git_conflict']);
    expect(git.read(file)).toBe(text('theirs'));
  });

  it('stays as it was if the file is no contract, another document, or breaks a rule', async () => {
    await connect();
    await push();
    for (const [content, code] of [
      ['just: { a: list }\n', 'invalid_document'],
      ['{{{', 'malformed_body'],
      [text('x', 'another'), 'id_mismatch'],
      [text('x').replace('checkout', 'nobody'), 'ownership_missing'],
    ] as const) {
      git.commit({ [file]: content });
      const refused = await pull();
      expect([content, refused.json.code, refused.json.gitConnection?.syncStatus]).toEqual([
        content,
        code,
        'REMOTE_IS_NEWER',
      ]);
    }
    expect(await document()).toBe(text('first'));
    const { json: runs } = await api.send('GET', `${base}/runs`);
    expect(runs[0]).toMatchObject({ action: 'pull', outcome: 'FAILED', code: 'ownership_missing' });
    expect(runs[0].log.at(-1)).toMatchObject({ level: 'error', message: runs[0].message });
    git.commit({ [file]: undefined });
    const gone = await pull();
    expect([gone.status, gone.json.code]).toEqual([422, 'git_refused']);
  });

  it('keeps its last state while the repository is unreachable, for clients that know four', async () => {
    await connect();
    await push();
    git.intercept((_, res) => Boolean(res.writeHead(503).end(token)));
    const failed = await pull();
    git.intercept(() => false);
    expect([failed.status, failed.json.code]).toEqual([502, 'git_unreachable']);
    const { json } = await api.send('GET', base);
    expect(json).toMatchObject({ syncStatus: 'UP_TO_DATE', syncState: 'UNREACHABLE' });
    expect(json.problem).toBe(`${git.host} answered 503.`);
    expect((await pull()).json).toMatchObject({ syncState: 'UP_TO_DATE', problem: null });
    await api.database.knex('git_credentials').update({ host: 'moved.example.com' });
    const looked = await api.send('POST', `${base}/check`);
    await api.database.knex('git_credentials').update({ host: git.host });
    expect([looked.status, looked.json.syncState]).toEqual([200, 'UNREACHABLE']);
  });

  it('recognizes a push whose worker died before it was stored', async () => {
    await connect();
    await push();
    await put('ours');
    await push();
    // As after a worker that was killed behind its push, and a change since.
    const { json } = await api.send('GET', base);
    await api.database.knex('git_connections').update({
      pushed_blob: json.lastHash,
      pushed_hash: json.localHash,
      synced_blob: '0'.repeat(40),
      synced_hash: '0'.repeat(64),
    });
    await put('newer');
    expect(await status()).toBe('LOCAL_IS_NEWER');
    expect((await push()).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.git(['rev-list', '--count', 'main'])).toBe('3');
  });

  it('is pushed again on top of a commit to another file that came between', async () => {
    await connect();
    await push();
    await put('ours');
    let isFirst = true;
    git.intercept((req) => {
      if (!isFirst || !req.url?.includes('service=git-receive-pack')) return false;
      isFirst = false;
      git.commit({ 'other.txt': 'x' });
      return false;
    });
    const pushed = await push();
    git.intercept(() => false);
    expect([pushed.status, isFirst]).toEqual([200, false]);
    expect(git.git(['log', '--format=%s', 'main']).split('\n').slice(0, 2)).toEqual([
      "Update data contract 'orders'",
      'Change',
    ]);
  });

  it('belongs to one document, and ends with it or by DELETE', async () => {
    await connect();
    await put('other', 'second');
    const second = '/api/datacontracts/second/gitconnection';
    const twice = await connect({}, second);
    expect([twice.status, twice.json.code]).toEqual([409, 'already_exists']);
    expect((await api.send('DELETE', base)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) expect((await api.send(method, base)).status).toBe(404);
    expect((await pull()).status).toBe(404);
    expect((await connect({}, second)).status).toBe(200);
    await api.send('DELETE', '/api/datacontracts/second');
    expect(await api.database.knex('git_connections')).toEqual([]);
  });

  it('uses only credentials of the owning team and of the organization', async () => {
    await api.send('PUT', '/api/datacontracts/theirs', {
      body: contract('theirs', { team: { name: 'other' } }),
    });
    const theirs = '/api/datacontracts/theirs/gitconnection';
    const none = await connect({}, theirs);
    expect([none.status, none.json.code]).toEqual([422, 'git_credential_missing']);
    const foreign = await connect({ gitCredentialExternalId: 'robot' }, theirs);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    const wrong = await connect({ gitCredentialExternalId: 'robot', gitConnectionType: 'github' });
    expect([wrong.status, wrong.json.code]).toEqual([422, 'git_credential_missing']);
    const named = await connect({ gitCredentialExternalId: 'robot', gitConnectionType: undefined });
    expect(named.json.gitCredentialExternalId).toBe('robot');
  });

  it('is connected, pulled and pushed by who may edit it', async () => {
    await connect();
    const { text: key } = await api.newKey('team', { teamId: 'other' });
    for (const step of ['check', 'pull', 'push'])
      expect((await api.send('POST', `${base}/${step}`, { key })).status).toBe(403);
    for (const [method, path] of [
      ['PUT', base],
      ['DELETE', base],
      ['GET', `${base}/difference`],
    ] as const)
      expect(
        (await api.send(method, path, { key, body: method === 'PUT' ? target() : undefined }))
          .status,
      ).toBe(403);
    expect((await api.send('GET', base, { key })).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['a path that leads out', { repositoryPath: '../x.yaml' }, 'repositoryPath'],
    ['another program', { repositoryUrl: 'ext::sh -c id' }, 'repositoryUrl'],
    ['a token in the address', { repositoryUrl: 'https://x:y@github.com/a/b' }, 'repositoryUrl'],
    ['no branch', { repositoryBranch: '-x' }, 'repositoryBranch'],
    ['another host', { host: 'github.com' }, 'host'],
    ['neither type nor credential', { gitConnectionType: undefined }, 'gitConnectionType'],
  ])('is refused with %s', async (_, change, field) => {
    const refused = await connect(change);
    expect([refused.status, refused.json.violations?.[0]?.field]).toEqual([422, field]);
  });

  it('answers at once on request, and its run can be read and cancelled', async () => {
    await connect();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    git.intercept((_, res) => {
      void held.then(() => res.destroy());
      return true;
    });
    const started = await api.send('POST', `${base}/push`, {
      headers: { prefer: 'respond-async' },
    });
    expect([started.status, started.json.action]).toEqual([202, 'push']);
    const at = started.headers.get('location') ?? '';
    expect((await api.send('POST', `${at}/cancel`)).status).toBe(200);
    const ended = await untilEnded(at);
    release();
    git.intercept(() => false);
    expect(ended).toMatchObject({ outcome: 'CANCELLED', code: 'git_cancelled', phase: 'ended' });
    expect((await api.send('GET', '/api/git-runs/none')).status).toBe(404);
  });

  it('has its steps in the audit trail, and its token nowhere', async () => {
    await connect();
    await push();
    const trail = (await api.send('GET', '/api/datacontracts/orders/audit')).json;
    const types = trail.map((entry: { type: string }) => entry.type);
    expect(types).toEqual(
      expect.arrayContaining(['GitConnectionUpdated', 'GitRunRequested', 'GitRunEnded']),
    );
    for (const all of [await everythingStored(api), log.join('\n')]) {
      expect(all).not.toContain(token);
      expect(all).not.toContain(Buffer.from(`git:${token}`).toString('base64'));
    }
  });
});

describeGit('a data product', () => {
  it('is connected, pushed and pulled like a contract', async () => {
    git.create();
    await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
    const at = '/api/dataproducts/shop/gitconnection';
    expect((await connect({ repositoryPath: 'shop.yaml' }, at)).status).toBe(200);
    expect((await api.send('POST', `${at}/push`)).json.syncStatus).toBe('UP_TO_DATE');
    git.commit({ 'shop.yaml': `${git.read('shop.yaml')}tags: [pulled]\n` });
    expect((await api.send('POST', `${at}/pull`)).json.syncStatus).toBe('UP_TO_DATE');
    expect((await api.send('GET', '/api/dataproducts/shop')).json.tags).toEqual(['pulled']);
  });
});

const untilEnded = (path: string) =>
  until('the run has ended', async () => {
    const { json } = await api.send('GET', path);
    return json.outcome !== null && json;
  });
