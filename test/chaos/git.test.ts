import { contract, team } from '../support/builders/contracts.ts';
import { entity, ontology } from '../support/builders/ontologies.ts';
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
  ours = await startInstallation({ env: { LEASE_SECONDS: '2' } });
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

const count = (branch = 'main'): number => Number(git.git(['rev-list', '--count', branch], name));

/** What is connected with files: how it is addressed, written and read. */
type Kind = {
  /** Whether kills come after the answer to a request, or before the request. */
  strikesAfter: readonly boolean[];
  at: (id: string) => string;
  put: (id: string, saying: string) => Promise<unknown>;
  fileOf: (id: string) => string;
  textOf: (id: string, saying: string) => string;
  sayingOf: (text: string) => unknown;
  read: (id: string) => Promise<string>;
  countRevisions: (id: string) => Promise<number>;
};

const contracts: Kind = {
  strikesAfter: [false, true],
  at: (id) => `/api/datacontracts/${id}`,
  put: (id, purpose) =>
    ours.send('PUT', contracts.at(id), { body: contract(id, { description: { purpose } }) }),
  fileOf: (id) => `contracts/${id}.json`,
  textOf: (id, purpose) => JSON.stringify(contract(id, { description: { purpose } })),
  sayingOf: (text) => JSON.parse(text).description.purpose,
  read: async (id) => (await ours.send('GET', contracts.at(id))).text,
  countRevisions: async (id) =>
    (await ours.send('GET', `${contracts.at(id)}/versions`)).json.length,
};

const ontologies: Kind = {
  strikesAfter: [true],
  at: (id) => `/api/semantics/experimental/namespaces/${id}`,
  put: async (id, saying) => {
    const at = ontologies.at(id);
    await ours.send('PUT', at, { body: { namespace: id, name: id, team: 'checkout' } });
    const headers = { 'content-type': 'application/yaml' };
    await ours.send('PUT', `${at}/ontology.yaml`, { body: ontologies.textOf(id, saying), headers });
  },
  fileOf: (id) => `ontologies/${id}.yaml`,
  textOf: (id, saying) => ontology(id, [entity('Order', saying)]),
  sayingOf: (text) => /description: (\w+)/.exec(text)?.[1],
  read: async (id) => (await ours.send('GET', `${ontologies.at(id)}/ontology.yaml`)).text,
  countRevisions: async (id) =>
    (await ours.send('GET', `${ontologies.at(id)}/revisions`)).json.length,
};

/** A connected document whose file is equal. */
async function prepare({ at, put, fileOf }: Kind, id: string): Promise<void> {
  await put(id, 'first');
  const target = {
    gitConnectionType: 'gitea',
    repositoryUrl: git.url(name),
    repositoryPath: fileOf(id),
  };
  const connection = `${at(id)}/gitconnection`;
  expect((await ours.send('PUT', connection, { body: target })).status).toBeLessThan(300);
  expect((await ours.send('POST', `${connection}/push`)).json.syncStatus).toBe('UP_TO_DATE');
}

/** Kills the worker before, or after the answer to, its request with this number; returns whether there was one. */
async function strike(
  connection: string,
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
  const headers = { prefer: 'respond-async' };
  const started = await ours.send('POST', `${connection}/${action}`, { headers });
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
  kind: Kind,
  action: string,
  turn: (id: string, hit: () => Promise<boolean>) => Promise<boolean>,
): Promise<string> {
  let kills = 0;
  for (const after of kind.strikesAfter) {
    for (let number = 0; ; number++) {
      const id = `${action}-${after ? 'after' : 'before'}-${number}`;
      await prepare(kind, id);
      const hit = () => strike(`${kind.at(id)}/gitconnection`, action, { number, after });
      if (!(await turn(id, hit))) break;
      kills += 1;
    }
  }
  expect(kills).toBeGreaterThan(kind.strikesAfter.length);
  return `${kills} kills`;
}

const kinds: [string, Kind][] = [
  ['a contract', contracts],
  ['an ontology', ontologies],
];

testGit.each(kinds)(
  'a push of %s is committed once, whenever its worker is killed',
  async (what, kind) => {
    await tryBound(`a worker killed at each request of a push of ${what}`, 'one commit', () =>
      strikeAll(kind, 'push', async (id, hit) => {
        await kind.put(id, 'ours');
        const commits = count();
        const isHit = await hit();
        expect([id, count()]).toEqual([id, commits + 1]);
        expect(kind.sayingOf(git.read(kind.fileOf(id), { name }))).toBe('ours');
        const { json } = await ours.send('GET', `${kind.at(id)}/gitconnection`);
        expect([id, json.syncStatus]).toEqual([id, 'UP_TO_DATE']);
        return isHit;
      }),
    );
  },
  600_000,
);

testGit.each(kinds)(
  'a pull of %s is stored once, whenever its worker is killed',
  async (what, kind) => {
    await tryBound(`a worker killed at each request of a pull of ${what}`, 'one revision', () =>
      strikeAll(kind, 'pull', async (id, hit) => {
        git.commit({ [kind.fileOf(id)]: kind.textOf(id, 'theirs') }, { name });
        const [commits, revisions] = [count(), await kind.countRevisions(id)];
        const isHit = await hit();
        expect(kind.sayingOf(await kind.read(id))).toBe('theirs');
        expect([count(), await kind.countRevisions(id)]).toEqual([commits, revisions + 1]);
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
      strikeAll(contracts, 'push-pr', async (id, hit) => {
        host = fakeGitHost('gitea', token);
        await contracts.put(id, 'ours');
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
