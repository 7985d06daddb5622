import { contract } from '../builders/contracts.ts';
import type { TestApi } from '../http/api.ts';

type World = { api: TestApi };

async function send({ api }: World, method: string, path: string, body?: object) {
  const headers = { prefer: 'respond-async' };
  const { status, text, json } = await api.send(method, path, { body, headers });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return json;
}

const host = 'git.example.com';

/** A contract or the product that is connected with a file, which no worker may reach. */
const connected =
  (kind: 'datacontracts' | 'dataproducts') =>
  async (world: World, name: string): Promise<{ ids: string[] }> => {
    const key = { gitConnectionType: 'git', host, authenticationToken: 'x' };
    await send(world, 'POST', '/api/teams/checkout/gitcredentials', key);
    const id = kind === 'dataproducts' ? 'shop' : name;
    if (kind === 'datacontracts') await send(world, 'PUT', `/api/${kind}/${id}`, contract(id));
    const repositoryUrl = `https://${host}/${name}.git`;
    const file = { gitConnectionType: 'git', repositoryUrl, repositoryPath: 'x.yaml' };
    await send(world, 'PUT', `/api/${kind}/${id}/gitconnection`, file);
    return { ids: [id] };
  };

/** Requests about Git, by their routes. */
export const gitScenarios = {
  ...Object.fromEntries(
    ['check', 'pull', 'push'].flatMap((step) => [
      [`/api/datacontracts/:id/gitconnection/${step}`, connected('datacontracts')],
      [`/api/dataproducts/:id/gitconnection/${step}`, connected('dataproducts')],
    ]),
  ),
  '/api/git-runs/:id/cancel': async (world: World, name: string) => {
    await connected('datacontracts')(world, name);
    const path = `/api/datacontracts/${name}/gitconnection/push`;
    return { ids: [(await send(world, 'POST', path)).id as string] };
  },
  '/api/teams/:id/gitcredentials': async () => ({ ids: ['checkout'] }),
  '/api/organization/gitcredentials': async () => ({}),
};
