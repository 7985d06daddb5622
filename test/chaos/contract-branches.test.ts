import { branchText, property } from '../support/builders/contract-branches.ts';
import { product, team } from '../support/builders/contracts.ts';
import { openAnswerFaults } from '../support/chaos/answer-faults.ts';
import type { AnswerFaults } from '../support/chaos/answer-faults.ts';
import { tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import type { Member } from '../support/chaos/fleet.ts';
import { startInstallationOn, untilReady } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import type { TestAnswer } from '../support/http/api.ts';
import { createTestDatabase } from '../support/servers/database.ts';

let wire: AnswerFaults;
let ours: Installation;
beforeAll(async () => {
  ensureBuilt();
  const store = await createTestDatabase();
  wire = await openAnswerFaults(store.url);
  const env = { DATABASE_URL: wire.through(store.url), DATABASE_LISTEN_URL: store.url };
  ours = await startInstallationOn(store, { apis: 2, env });
  expect((await put('/api/teams/checkout', team('checkout'))).status).toBe(200);
}, 300_000);
afterAll(async () => {
  await ours?.stop();
  await wire?.close();
});

const yaml = { 'content-type': 'application/yaml' };
/** The second API is never killed. */
const put = (path: string, body?: object | string): Promise<TestAnswer> =>
  ours.send('PUT', path, { body, api: 1, ...(typeof body === 'string' && { headers: yaml }) });
const get = (path: string): Promise<TestAnswer> => ours.send('GET', path, { api: 1 });

/** A contract with a branch, and a product whose port carries its version. */
async function prepare(id: string): Promise<void> {
  await put(`/api/datacontracts/${id}`, branchText(id));
  await put(`/api/dataproducts/${id}`, product(id, [id]));
  await put(`/api/datacontracts/${id}/branches/work`);
  const text = branchText(id, { more: property('status') });
  const written = await put(`/api/datacontracts/${id}/branches/work/datacontract.yaml`, text);
  expect(written.status).toBe(200);
}

const merge = (id: string, api: number): Promise<TestAnswer | undefined> =>
  ours
    .send('POST', `/api/datacontracts/${id}/branches/work/merge`, {
      body: { version: '1.1.0', update_port_versions: true },
      api,
      signal: AbortSignal.timeout(45_000),
    })
    .catch((error: unknown): undefined => {
      if ((error as Error).name === 'TimeoutError') throw error;
    });

/** Versions of the contract and of the port, and whether the branch is still open. */
async function stateOf(id: string): Promise<string> {
  const { json: contract } = await get(`/api/datacontracts/${id}`);
  const { json: offered } = await get(`/api/dataproducts/${id}`);
  const { status } = await get(`/api/datacontracts/${id}/branches/work`);
  return `${contract.version} ${offered.outputPorts[0].version} ${status}`;
}

const before = '1.0.0 1.0.0 200';
const after = '1.1.0 1.1.0 404';

/** Statements from one kill to the next. */
const step = 2;

/** Kills the API behind the answer to a later statement with each turn; false if the merge has fewer. */
async function strike(turn: number): Promise<boolean> {
  const [id, number] = [`struck-${turn}`, turn * step];
  const [killed] = ours.apis as [Member, ...Member[]];
  await prepare(id);
  let [seen, isHit] = [0, false];
  wire.arm(
    () => seen++ === number,
    () => {
      isHit = true;
      killed.process.child.kill('SIGKILL');
    },
  );
  const answer = await merge(id, 0);
  wire.disarm();
  if (isHit) await ours.fleet.killAndRestart(killed);
  await untilReady(ours.address, ours.fleet);
  const state = await stateOf(id);
  expect([number, state]).toEqual([number, expect.stringMatching(`^(${before}|${after})$`)]);
  // An API whose connection breaks may answer before it dies: that the database does not answer.
  if (answer !== undefined) expect([204, 503]).toContain(answer.status);
  if (answer?.status === 204) expect([number, state]).toEqual([number, after]);
  const again = await merge(id, 1);
  expect([number, again?.status]).toEqual([number, state === before ? 204 : 404]);
  expect([number, await stateOf(id)]).toEqual([number, after]);
  expect((await get(`/api/datacontracts/${id}/versions`)).json).toHaveLength(2);
  expect((await get(`/api/dataproducts/${id}/versions`)).json).toHaveLength(2);
  const { knex } = ours.database;
  const ends = await knex('events').where({ type: 'ChangeRequestAcceptedEvent' });
  expect(ends).toHaveLength(turn + 1);
  return isHit;
}

test('a merge of a branch is done whole and once, whenever its API is killed', async () => {
  await tryBound(
    'an API killed behind every second statement of a merge',
    'done once',
    async () => {
      let kills = 0;
      while (await strike(kills)) kills += 1;
      expect(kills).toBeGreaterThan(3);
      return `${kills} kills: contract, ports and branch changed together, once`;
    },
  );
}, 600_000);
