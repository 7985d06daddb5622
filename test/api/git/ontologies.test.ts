import { createHmac } from 'node:crypto';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
import { fakeGitHost, repositoryOf } from '../../support/fakes/git-hosts.ts';
import type { TestApi } from '../../support/http/api.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { describeGit, useGitStack } from '../../support/servers/git-stack.ts';
import { until } from '../../support/until.ts';

const token = 'token-of-ontologies-77d1';
let api: TestApi;
let git: GitServer;
let call: ReturnType<typeof semantics>;

useGitStack(token, (stack) => {
  ({ api, git } = stack);
  call = semantics(api);
});

const file = 'terms/sales.yaml';
const base = '/api/semantics/experimental/namespaces/sales/gitconnection';
const text = (about: string) => ontology('sales', [entity('Order', about), entity('Customer')]);
const connect = (change: object = {}, path = base) =>
  api.send('PUT', path, {
    body: {
      gitConnectionType: 'git',
      repositoryUrl: git.url(),
      repositoryPath: file,
      ...change,
    },
  });
const sync = (action: string, body?: object) => api.send('POST', `${base}/${action}`, { body });
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [
  status,
  json.code,
];
/** A namespace of the team that has the credential. */
const createNamespace = async () => {
  const body = { namespace: 'sales', name: 'Sales', team: 'checkout' };
  expect((await api.send('PUT', call.at('sales'), { body })).status).toBe(200);
};

describeGit('an ontology that is connected with a file in Git', () => {
  beforeEach(async () => {
    git.create();
    await createNamespace();
    expect((await call.put('sales', text('first'))).status).toBe(200);
  });
  afterEach(async () => {
    await api.send('DELETE', call.at('sales'));
    git.drop();
  });

  it('is pushed and pulled byte for byte, and tells which side is newer', async () => {
    const connected = await connect();
    expect([connected.status, connected.json]).toMatchObject([
      200,
      { syncStatus: 'LOCAL_IS_NEWER', repositoryPath: file, remoteHash: null },
    ]);
    const stored = (await call.get('sales')).text;
    expect((await sync('push', { commitMessage: 'Publish' })).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.read(file)).toBe(stored);
    expect((await sync('push')).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.git(['rev-list', '--count', 'main'])).toBe('1');

    git.commit({ [file]: text('theirs') });
    expect((await sync('check')).json.syncStatus).toBe('REMOTE_IS_NEWER');
    expect((await api.send('GET', `${base}/difference`)).json).toMatchObject({
      localText: stored,
      remoteText: text('theirs'),
    });
    const before = (await api.send('GET', call.at('sales', '/revisions'))).json;
    expect((await sync('pull')).json.syncStatus).toBe('UP_TO_DATE');
    expect((await call.get('sales')).text).toBe(text('theirs'));
    const after = (await api.send('GET', call.at('sales', '/revisions'))).json;
    expect(after.length).toBe(before.length + 1);
    const order = await api.send('GET', call.at('sales', '/concepts/Order'));
    expect(order.json.description).toBe('theirs');
    const [last] = (await api.send('GET', `${base}/runs`)).json;
    expect(last).toMatchObject({ action: 'pull', outcome: 'SUCCESS' });
    expect(last.message).toBe('Pulled as revision 2 of the ontology.');
  });

  it('is pushed as YAML if it was sent as JSON', async () => {
    const concepts = [{ concept: 'Order', id: 'order', type: 'EntityType' }];
    const sent = JSON.stringify({ name: 'sales', ontology: concepts });
    expect((await call.put('sales', sent)).status).toBe(200);
    await connect();
    expect((await sync('push')).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.read(file)).toMatch(/^name: sales\nontology:\n/);
    expect((await sync('check')).json.syncStatus).toBe('UP_TO_DATE');
  });

  it('counts as equal when only comments and the order of concepts differ', async () => {
    const stored = ontology('sales', [entity('Customer'), entity('Order', 'first')]);
    git.commit({ [file]: `# another comment\n${stored}` });
    expect((await connect()).json.syncStatus).toBe('UP_TO_DATE');
  });

  it('is never overwritten unseen when both sides have changed', async () => {
    await connect();
    await sync('push');
    git.commit({ [file]: text('theirs') });
    await call.put('sales', text('ours'));
    for (const action of ['pull', 'push', 'push'])
      expect(codeOf(await sync(action))).toEqual([422, 'git_conflict']);
    expect([git.read(file), (await call.get('sales')).text]).toEqual([
      text('theirs'),
      text('ours'),
    ]);
    const seen = (await api.send('GET', `${base}/difference`)).json;
    expect(seen).toMatchObject({ localText: text('ours'), remoteText: text('theirs') });
    await call.put('sales', text('newer'));
    const replaceLocalHash = seen.localHash;
    expect(codeOf(await sync('pull', { replaceLocalHash }))).toEqual([422, 'git_conflict']);
    expect((await call.get('sales')).text).toBe(text('newer'));
    const replaceRemoteHash = seen.remoteHash;
    expect((await sync('push', { replaceRemoteHash })).json.syncStatus).toBe('UP_TO_DATE');
    expect(git.read(file)).toBe(text('newer'));
  });

  it('lands a pull like a PUT: open branches stay, and merge with what was pulled', async () => {
    await connect();
    await sync('push');
    await call.cut('sales', 'work');
    const branch = ontology('sales', [entity('Order', 'first'), entity('Customer', 'Buys')]);
    await call.putBranch('sales', 'work', branch);
    git.commit({ [file]: text('theirs') });
    expect((await sync('pull')).status).toBe(200);
    expect((await call.merge('sales', 'work')).status).toBe(204);
    const merged = (await call.get('sales')).text;
    expect(merged).toContain('description: theirs');
    expect(merged).toContain('description: Buys');
    expect((await sync('check')).json.syncStatus).toBe('LOCAL_IS_NEWER');
  });

  it('refuses a file that is no ontology of this namespace, and keeps its own', async () => {
    await connect();
    await sync('push');
    const stored = (await call.get('sales')).text;
    for (const [wrong, code] of [
      [text('x').replace('name: sales', 'name: other'), 'id_mismatch'],
      ['name: sales\nontology: [{ concept: A, extends: [Nowhere] }]\n', 'invalid_document'],
      ['{', 'malformed_body'],
    ] as const) {
      git.commit({ [file]: wrong });
      expect((await sync('pull')).json.code).toBe(code);
    }
    expect((await call.get('sales')).text).toBe(stored);
  });

  it('is changed only with the rights on its team, and audited', async () => {
    await connect();
    const { text: key } = await api.newKey('team', { teamId: 'other' });
    for (const action of ['pull', 'push', 'check', 'push-pr'])
      expect((await api.send('POST', `${base}/${action}`, { key })).status).toBe(403);
    for (const path of [`${base}/difference`])
      expect((await api.send('GET', path, { key })).status).toBe(403);
    expect((await api.send('DELETE', base, { key })).status).toBe(403);
    await sync('push');
    const trail = (await api.send('GET', call.at('sales', '/audit'))).json;
    expect(trail.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['GitConnectionUpdated', 'GitRunRequested', 'GitRunEnded']),
    );
    expect((await api.send('DELETE', base)).status).toBe(200);
    expect((await api.send('GET', base)).status).toBe(404);
  });

  it('has a file of its own, which is YAML', async () => {
    const json = await connect({ repositoryPath: 'sales.json' });
    expect([json.status, json.json.violations?.[0]?.field]).toEqual([422, 'repositoryPath']);
    await connect();
    const body = { namespace: 'twin', name: 'Twin', team: 'checkout' };
    await api.send('PUT', call.at('twin'), { body });
    expect(codeOf(await connect({}, call.at('twin', '/gitconnection')))).toEqual([
      409,
      'already_exists',
    ]);
    await api.send('DELETE', call.at('twin'));
    expect((await connect({}, call.at('none', '/gitconnection'))).status).toBe(404);
  });

  it('is pulled by the webhook of its repository', async () => {
    await connect();
    await sync('push');
    const body = { gitConnectionType: 'github', repositoryUrl: git.url() };
    const { json: webhook } = await api.send('POST', '/api/git-webhooks', { body });
    git.commit({ [file]: text('pushed') });
    const delivery = JSON.stringify({ ref: 'refs/heads/main' });
    const signature = createHmac('sha256', webhook.secret).update(delivery).digest('hex');
    const told = await fetch(`${api.address}/api/git-webhooks/${webhook.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body: delivery,
    });
    expect(await told.json()).toEqual({ pulls: 1 });
    await until('the ontology is pulled', async () => {
      const { text: now } = await call.get('sales');
      return now === text('pushed');
    });
  });

  it('ends its connection and its runs when the namespace is deleted', async () => {
    await connect();
    await api.send('DELETE', call.at('sales'));
    const { knex } = api.database;
    expect([await knex('git_connections'), await knex('git_runs')]).toEqual([[], []]);
  });
});

describeGit('a namespace without an ontology', () => {
  beforeEach(async () => {
    git.create();
    await createNamespace();
  });
  afterEach(async () => {
    await api.send('DELETE', call.at('sales'));
    git.drop();
  });

  it('gets its ontology by a pull, and has nothing to push', async () => {
    const connected = await connect();
    expect(connected.json).toMatchObject({ syncStatus: 'UP_TO_DATE', localHash: null });
    for (const action of ['push', 'push-pr'])
      expect(codeOf(await sync(action))).toEqual([422, 'git_refused']);
    git.commit({ [file]: text('first') });
    expect((await sync('check')).json.syncStatus).toBe('REMOTE_IS_NEWER');
    expect((await sync('pull')).json.syncStatus).toBe('UP_TO_DATE');
    expect((await call.get('sales')).text).toBe(text('first'));
  });

  it('stays without one when the file is no ontology', async () => {
    git.commit({ [file]: 'name: sales\nontology: 1\n' });
    expect((await connect()).json.syncStatus).toBe('REMOTE_IS_NEWER');
    expect((await sync('pull')).status).toBe(422);
    expect((await call.get('sales')).headers.get('etag')).toBe(null);
  });
});

describeGit('a push of an ontology as a pull request', () => {
  it('commits it to a new branch, once', async () => {
    const name = repositoryOf('gitea');
    git.create(name);
    await createNamespace();
    await call.put('sales', text('first'));
    git.commit({ [file]: (await call.get('sales')).text }, { name });
    const host = fakeGitHost('gitea', token);
    git.intercept((req, res) => host.handle(req, res));
    await api.send('POST', '/api/teams/checkout/gitcredentials', {
      body: { gitConnectionType: 'gitea', host: git.host, authenticationToken: token },
    });
    const connected = await connect({ gitConnectionType: 'gitea', repositoryUrl: git.url(name) });
    expect(connected.json.syncStatus).toBe('UP_TO_DATE');
    await call.put('sales', text('ours'));
    for (let time = 0; time < 2; time++) {
      const { status, json } = await sync('push-pr', { title: 'Ours' });
      expect([status, json.pullRequestUrl]).toEqual([200, `http://${git.host}/acme/shop/pulls/1`]);
    }
    const [opened] = host.opened;
    expect(opened).toMatchObject({ title: 'Ours', base: 'main' });
    expect(git.read(file, { name, branch: opened?.head ?? '' })).toBe(text('ours'));
    git.intercept(() => false);
    await api.send('DELETE', call.at('sales'));
    git.drop(name);
  });
});
