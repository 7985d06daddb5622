import { contract, team } from '../support/builders/contracts.ts';
import { tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import type { Member } from '../support/chaos/fleet.ts';
import { startInstallation, untilAllLive } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import { fakeGitHost, repositoryOf } from '../support/fakes/git-hosts.ts';
import { hasGit, startGitServer } from '../support/servers/git-server.ts';
import type { GitServer } from '../support/servers/git-server.ts';
import { until } from '../support/until.ts';

const token = 'token-of-killed-workers-9c1d';
const name = repositoryOf('gitea');
const testGit = hasGit ? test : test.skip;
let ours: Installation;
let worker: Member;
let git: GitServer;
let host: ReturnType<typeof fakeGitHost>;

beforeAll(async () => {
  if (!hasGit) return;
  ensureBuilt();
  git = await startGitServer(token);
  git.create(name);
  git.commit({ 'readme.md': 'x' }, { name });
  ours = await startInstallation({ env: { LEASE_SECONDS: '5' } });
  worker = ours.fleet.start('worker', 'worker');
  ours.fleet.start('clock', 'clock');
  await untilAllLive(ours);
  await ours.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await ours.send('POST', '/api/teams/checkout/gitcredentials', {
    body: { gitConnectionType: 'gitea', host: git.host, authenticationToken: token },
  });
}, 300_000);
afterAll(async () => {
  await ours?.stop();
  await git?.stop();
});
beforeEach(() => {
  host = fakeGitHost('gitea', token);
});

const put = (id: string, purpose: string) =>
  ours.send('PUT', `/api/datacontracts/${id}`, {
    body: contract(id, { description: { purpose } }),
  });
const count = (branch = 'main'): number => Number(git.git(['rev-list', '--count', branch], name));
const fileOf = (id: string) => `contracts/${id}.json`;

/** A connected contract whose file is equal. */
async function prepare(id: string): Promise<void> {
  await put(id, 'first');
  const at = `/api/datacontracts/${id}/gitconnection`;
  const target = {
    gitConnectionType: 'gitea',
    repositoryUrl: git.url(name),
    repositoryPath: fileOf(id),
  };
  expect((await ours.send('PUT', at, { body: target })).status).toBeLessThan(300);
  expect((await ours.send('POST', `${at}/push`)).json.syncStatus).toBe('UP_TO_DATE');
}

/** Kills the worker before, or after the answer to, its request with this number; returns whether there was one. */
async function strike(
  id: string,
  action: string,
  { number, after }: { number: number; after: boolean },
) {
  let [seen, killing] = [0, undefined as Promise<void> | undefined];
  const kill = (): void => {
    killing ??= ours.fleet.killAndRestart(worker);
  };
  git.intercept((req, res) => {
    const isIt = seen++ === number;
    if (isIt && after) res.on('finish', kill);
    if (isIt && !after) kill();
    return (isIt && !after) || host.handle(req, res);
  });
  const started = await ours.send('POST', `/api/datacontracts/${id}/gitconnection/${action}`, {
    headers: { prefer: 'respond-async' },
  });
  expect([200, 202]).toContain(started.status);
  const at = started.headers.get('location') ?? started.headers.get('content-location') ?? '';
  const run = await until(
    `the ${action} with a kill at request ${number} has ended`,
    async () => {
      const { json } = await ours.send('GET', at);
      return json.outcome !== null && json;
    },
    120_000,
  );
  git.intercept(() => false);
  await killing;
  expect([action, number, run.outcome, run.message]).toEqual([
    action,
    number,
    'SUCCESS',
    expect.any(String),
  ]);
  return killing !== undefined;
}

/** Strikes at each request in turn; returns the number of kills. */
async function strikeAll(
  action: string,
  turn: (id: string, hit: () => Promise<boolean>) => Promise<boolean>,
): Promise<string> {
  let kills = 0;
  for (const after of [false, true]) {
    for (let number = 0; ; number++) {
      const id = `${action}-${after ? 'after' : 'before'}-${number}`;
      await prepare(id);
      if (!(await turn(id, () => strike(id, action, { number, after })))) break;
      kills += 1;
    }
  }
  expect(kills).toBeGreaterThan(3);
  return `${kills} kills`;
}

testGit(
  'a push is committed once, whenever its worker is killed',
  async () => {
    await tryBound('a worker killed at each request of a push', 'one commit', () =>
      strikeAll('push', async (id, hit) => {
        await put(id, 'ours');
        const commits = count();
        const isHit = await hit();
        expect([id, count()]).toEqual([id, commits + 1]);
        expect(JSON.parse(git.read(fileOf(id), { name })).description).toEqual({ purpose: 'ours' });
        const { json } = await ours.send('GET', `/api/datacontracts/${id}/gitconnection`);
        expect([id, json.syncStatus]).toEqual([id, 'UP_TO_DATE']);
        return isHit;
      }),
    );
  },
  600_000,
);

testGit(
  'a pull is stored once, whenever its worker is killed',
  async () => {
    await tryBound('a worker killed at each request of a pull', 'one revision', () =>
      strikeAll('pull', async (id, hit) => {
        const theirs = contract(id, { description: { purpose: 'theirs' } });
        git.commit({ [fileOf(id)]: JSON.stringify(theirs) }, { name });
        const commits = count();
        const isHit = await hit();
        expect((await ours.send('GET', `/api/datacontracts/${id}`)).json.description).toEqual({
          purpose: 'theirs',
        });
        expect((await ours.send('GET', `/api/datacontracts/${id}/versions`)).json).toHaveLength(2);
        expect(count()).toBe(commits);
        return isHit;
      }),
    );
  },
  600_000,
);

testGit(
  'a pull request is opened once, whenever its worker is killed',
  async () => {
    await tryBound('a worker killed at each request of a pull request', 'one pull request', () =>
      strikeAll('push-pr', async (id, hit) => {
        host = fakeGitHost('gitea', token);
        await put(id, 'ours');
        const commits = count();
        const isHit = await hit();
        expect([id, host.opened.length]).toEqual([id, 1]);
        const branch = host.opened[0]?.head ?? '';
        expect([id, count(branch), count()]).toEqual([id, commits + 1, commits]);
        return isHit;
      }),
    );
  },
  600_000,
);
