import type { Route } from '../../../api/route.ts';
import { contract } from '../builders/contracts.ts';
import { validBody } from '../builders/route-bodies.ts';
import type { TestApi } from '../http/api.ts';

type World = { api: TestApi };

const contractBranch = '/api/datacontracts/:id/branches/:branch';

const put = async (api: TestApi, path: string, body?: object): Promise<void> => {
  const { status, text } = await api.send('PUT', path, { body });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
};

/** The server of contract `tested`. */
export const testedServer = {
  server: 'x',
  type: 'postgres',
  host: '127.0.0.1',
  port: 1,
  database: 'x',
  schema: 'x',
};

/** A data contract with a branch that adds a tag. */
const writtenBranch = async ({ api }: World, name: string): Promise<string[]> => {
  await put(api, `/api/datacontracts/${name}`, contract(name));
  await put(api, `/api/datacontracts/${name}/branches/work`);
  const path = `/api/datacontracts/${name}/branches/work/datacontract.yaml`;
  const headers = { 'content-type': 'application/yaml' };
  const body = JSON.stringify(contract(name, { tags: ['new'] }));
  expect((await api.send('PUT', path, { headers, body })).status).toBe(200);
  return [name, 'work'];
};

/** What the POSTs about branches and candidates of contracts need, by their paths. */
export const branchScenarios: Record<
  string,
  (world: World, name: string) => Promise<{ ids?: string[]; body?: object }>
> = {
  [`${contractBranch}/merge`]: async (world, name) => ({
    ids: await writtenBranch(world, name),
    body: { version: '1.1.0', update_port_versions: true },
  }),
  [`${contractBranch}/rebase`]: async (world, name) => {
    const ids = await writtenBranch(world, name);
    await put(world.api, `/api/datacontracts/${name}`, contract(name, { status: 'deprecated' }));
    return { ids };
  },
  '/api/datacontracts/:id/test-candidate': async () => ({
    ids: ['tested'],
    body: contract('tested', { servers: [testedServer] }),
  }),
  [`${contractBranch}/test`]: async (world) => {
    await put(world.api, '/api/datacontracts/tested/branches/work');
    return { ids: ['tested', 'work'] };
  },
  [`${contractBranch}/generate`]: async (world, name) => ({
    ids: await writtenBranch(world, name),
  }),
  [`${contractBranch}/test-results`]: async (world, name) => ({
    ids: await writtenBranch(world, name),
    body: { ...validBody({ path: '/api/test-results' } as Route), id: name, dataContractId: name },
  }),
};
