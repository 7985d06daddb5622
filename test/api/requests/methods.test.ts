import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { isScimPath } from '../../../api/api-paths.ts';
import { routes } from '../../../api/routes/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/sample', { body: team('sample') });
  const body = contract('sample', { team: { name: 'sample' } });
  await api.send('PUT', '/api/datacontracts/sample', { body });
  const offer = product('sample', ['sample'], { team: { name: 'sample' } });
  await api.send('PUT', '/api/dataproducts/sample', { body: offer });
});
afterAll(() => api.stop());

type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Also sends methods that fetch refuses, and shows whether anything came behind the headers of a HEAD. */
function raw(method: string, path: string): Promise<RawAnswer> {
  const headers = { 'x-api-key': api.key };
  return new Promise((resolve, reject) => {
    const sent = request(`${api.address}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const concrete = (path: string) =>
  path.replaceAll(/:\w+/g, 'sample').replaceAll(/\{\*?\w+\}/g, 'sample');
const paths = [...new Set(routes.map(({ path }) => path))];
const methodsOf = (path: string) => {
  // Ids that may hold '/' reach further than their own path.
  const reaches = (route: string) =>
    (route.endsWith('/*id') && path.startsWith(`${route}/`)) ||
    // What stands beside ids, such as the alerts of accesses, would itself be an id.
    (/^\/api\/(access|datausageagreements|dataproducts|ops\/work|scim\/v2\/(Users|Groups))\/:id$/.test(
      route,
    ) &&
      new RegExp(`^${route.replace(':id', '[a-z.-]+')}$`).test(path));
  const fitting = routes.filter((route) => route.path === path || reaches(route.path));
  const own = [...new Set(fitting.map(({ method }): string => method))];
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
};

it.each(paths)('%s says which methods it has, and refuses the others', async (path) => {
  const at = concrete(path);
  const methods = methodsOf(path);
  const options = await raw('OPTIONS', at);
  expect([options.status, options.headers.allow, options.text]).toEqual([
    204,
    methods.join(', '),
    '',
  ]);
  for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
    // What it has is used elsewhere; here it would start and delete things.
    if (methods.includes(method)) continue;
    const answer = await raw(method, at);
    expect([method, answer.status, answer.headers.allow]).toEqual([
      method,
      405,
      methods.join(', '),
    ]);
    const isScim = isScimPath(path);
    expect(answer.headers['content-type']).toContain(isScim ? 'scim+json' : 'problem+json');
    if (method !== 'HEAD' && !isScim)
      expect(JSON.parse(answer.text).code).toBe('method_not_allowed');
  }
});

/** What every answer has anew. */
const fresh = ['date', 'x-request-id'];
/** Pages that show the process itself are a little different each time. */
const moving = /^\/(metrics|health|ready|live|api\/ops|openapi)/;

it.each(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))(
  'HEAD %s is GET without a body',
  async (path) => {
    const at = concrete(path);
    const [get, head] = [await raw('GET', at), await raw('HEAD', at)];
    expect([head.status, head.text]).toEqual([get.status, '']);
    // How a body travels is not said where there is none.
    const { 'transfer-encoding': _, ...told } = get.headers;
    expect(Object.keys(head.headers).sort()).toEqual(Object.keys(told).sort());
    for (const [name, value] of Object.entries(told)) {
      if (fresh.includes(name) || (name === 'content-length' && moving.test(path))) continue;
      expect([name, head.headers[name]]).toEqual([name, value]);
    }
  },
);

it('HEAD answers 304 and problems as GET does', async () => {
  const answer = await api.send('HEAD', '/api/teams/sample', {
    headers: { 'if-none-match': '"1"' },
  });
  expect(answer.status).toBe(304);
  const missing = await raw('HEAD', '/api/teams/nobody');
  expect([missing.status, missing.headers['content-type']]).toEqual([
    404,
    expect.stringContaining('problem+json'),
  ]);
  expect((await api.send('HEAD', '/api/teams/sample', { key: null })).status).toBe(403);
});
