import { contract } from '../builders/contracts.ts';
import { newId } from '../../../lib/ids.ts';
import type { TestApi } from '../http/api.ts';

type World = { api: TestApi };

async function send({ api }: World, method: string, path: string, body?: object) {
  const headers = { prefer: 'respond-async' };
  const { status, text, json } = await api.send(method, path, { body, headers });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return json;
}

const host = 'git.example.com';
const gitCredential = { gitConnectionType: 'git', host, authenticationToken: 'x' };
const target = { gitConnectionType: 'git', repositoryUrl: `https://${host}/shop.git` };

const namespaces = 'semantics/experimental/namespaces';
const kinds = {
  datacontracts: 'data-contract',
  dataproducts: 'data-product',
  [namespaces]: 'semantic-namespace',
} as const;

/** A contract, the product or an ontology that is connected with a file, which no worker may reach. */
const connected =
  (kind: keyof typeof kinds) =>
  async (world: World, name: string): Promise<{ ids: string[] }> => {
    await send(world, 'POST', '/api/teams/checkout/gitcredentials', gitCredential);
    const id = kind === 'dataproducts' ? 'shop' : name;
    if (kind === 'datacontracts') await send(world, 'PUT', `/api/${kind}/${id}`, contract(id));
    if (kind === namespaces) {
      await send(world, 'PUT', `/api/${kind}/${id}`, { namespace: id, name: id, team: 'checkout' });
      await send(world, 'PUT', `/api/${kind}/${id}/ontology.yaml`, { name: id, ontology: [] });
    }
    const { database, organizationId } = world.api;
    const now = new Date();
    // A PUT would wait for its first look.
    await database
      .knex('git_connections')
      .insert({
        organization_id: organizationId,
        id: newId(),
        kind: kinds[kind],
        document_id: id,
        type: 'gitea',
        host,
        repository_url: `https://${host}/${name}.git`,
        branch: 'main',
        path: 'x.yaml',
        created_at: now,
        created_by: 'test',
        updated_at: now,
        updated_by: 'test',
      })
      .onConflict(['organization_id', 'kind', 'document_id'])
      .ignore();
    return { ids: [id] };
  };

/** A body of an import, for which a credential exists. */
const importing = (more: object) => async (world: World, name: string) => {
  await send(world, 'POST', '/api/teams/checkout/gitcredentials', gitCredential);
  return { body: { ...target, repositoryPath: `${name.replaceAll(/\W/g, '')}.yaml`, ...more } };
};

/** Requests about Git, by their routes. */
export const gitScenarios = {
  ...Object.fromEntries(
    ['check', 'pull', 'push', 'push-pr'].flatMap((step) => [
      [`/api/datacontracts/:id/gitconnection/${step}`, connected('datacontracts')],
      [`/api/dataproducts/:id/gitconnection/${step}`, connected('dataproducts')],
      [`/api/${namespaces}/:namespace/gitconnection/${step}`, connected(namespaces)],
    ]),
  ),
  '/api/git-runs/:id/cancel': async (world: World, name: string) => {
    await connected('datacontracts')(world, name);
    const path = `/api/datacontracts/${name}/gitconnection/push`;
    return { ids: [(await send(world, 'POST', path)).id as string] };
  },
  '/api/datacontracts/import/git': importing({}),
  '/api/dataproducts/import/git': importing({}),
  '/api/git-webhooks': async () => ({}),
  '/api/git-imports': importing({ resource: 'datacontracts' }),
  '/api/git-imports/:id/cancel': async (world: World, name: string) => {
    const { body } = await importing({ resource: 'datacontracts' })(world, name);
    return { ids: [(await send(world, 'POST', '/api/git-imports', body)).id as string] };
  },
  '/api/teams/:id/gitcredentials': async () => ({ ids: ['checkout'] }),
  '/api/organization/gitcredentials': async () => ({}),
};
