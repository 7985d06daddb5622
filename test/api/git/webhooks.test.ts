import { createHmac } from 'node:crypto';
import { captureLog, everythingStored } from '../../support/everything.ts';
import type { TestApi } from '../../support/http/api.ts';
import type { GitServer } from '../../support/servers/git-server.ts';
import { describeGit, useGitStack } from '../../support/servers/git-stack.ts';
import { until } from '../../support/until.ts';

const token = 'token-of-webhooks-51aa';
const log = captureLog();
let api: TestApi;
let git: GitServer;
const file = 'orders.yaml';
const text = (name: string) =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: orders\nname: ${name}\nversion: 1.0.0\nstatus: draft\nteam: { name: checkout }\n`;

useGitStack(token, async (stack) => {
  ({ api, git } = stack);
  git.create();
  git.commit({ [file]: text('first') });
  const target = { gitConnectionType: 'git', repositoryUrl: git.url(), repositoryPath: file };
  const imported = await api.send('POST', '/api/datacontracts/import/git', { body: target });
  expect(imported.status).toBe(201);
});

const hmac = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex');
const push = { ref: 'refs/heads/main' };

/** Signed deliveries in the documented form of each host. */
const hosts: [string, object, (secret: string, body: string) => Record<string, string>][] = [
  ['github', push, (secret, body) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body)}` })],
  ['gitlab', push, (secret) => ({ 'x-gitlab-token': secret })],
  ['gitea', push, (secret, body) => ({ 'x-gitea-signature': hmac(secret, body) })],
  [
    'bitbucket',
    { push: { changes: [{ old: null, new: { type: 'branch', name: 'main' } }] } },
    (secret, body) => ({ 'x-hub-signature': `sha256=${hmac(secret, body)}` }),
  ],
  [
    'azuredevops',
    { eventType: 'git.push', resource: { refUpdates: [{ name: 'refs/heads/main' }] } },
    (secret) => ({
      authorization: `Basic ${Buffer.from(`concordat:${secret}`).toString('base64')}`,
    }),
  ],
];

async function create(type: string): Promise<{ at: string; secret: string; id: string }> {
  const body = { gitConnectionType: type, repositoryUrl: git.url() };
  const { status, json } = await api.send('POST', '/api/git-webhooks', { body });
  expect(status).toBe(201);
  return { at: `/api/git-webhooks/${json.id}`, secret: json.secret, id: json.id };
}
async function deliver(at: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(`${api.address}${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

describeGit.each(hosts)('a push that %s tells', (type, payload, sign) => {
  const body = JSON.stringify(payload);

  it('pulls the documents of its branch, if it is signed', async () => {
    const { at, secret } = await create(type);
    git.commit({ [file]: text(type) });
    for (const headers of [{}, sign('another', body)])
      expect((await deliver(at, body, headers)).status).toBe(404);
    expect((await deliver(at, body, sign(secret, body))).json).toEqual({ pulls: 1 });
    await until('the contract is pulled', async () => {
      const { json } = await api.send('GET', '/api/datacontracts/orders');
      return json.name === type;
    });
    const other = body.replaceAll('main', 'other');
    expect((await deliver(at, other, sign(secret, other))).json).toEqual({ pulls: 0 });
    expect((await api.send('DELETE', at)).status).toBe(200);
    expect((await deliver(at, body, sign(secret, body))).status).toBe(404);
  });
});

describeGit('webhooks of Git hosts', () => {
  it('are managed by the organization, and never show their secrets again', async () => {
    const { secret, id } = await create('github');
    const listed = await api.send('GET', '/api/git-webhooks');
    expect(listed.json).toMatchObject([
      { id, gitConnectionType: 'github', repositoryUrl: git.url() },
    ]);
    for (const all of [listed.text, await everythingStored(api), log.join('\n')])
      expect(all).not.toContain(secret);
    const { text: key } = await api.newKey('team', { teamId: 'checkout' });
    expect((await api.send('GET', '/api/git-webhooks', { key })).status).toBe(403);
    const refused = await api.send('POST', '/api/git-webhooks', {
      body: { gitConnectionType: 'git', repositoryUrl: 'x' },
    });
    expect(refused.status).toBe(422);
  });

  it('do not fail at odd deliveries', async () => {
    const { at, secret } = await create('gitlab');
    for (const body of ['[]', 'null', '{"ref":1}', '{"push":{"changes":[null,{"new":null}]}}'])
      expect((await deliver(at, body, { 'x-gitlab-token': secret })).json).toEqual({ pulls: 0 });
    expect((await deliver(at, '{', { 'x-gitlab-token': secret })).status).toBe(400);
  });
});
