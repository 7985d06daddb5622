import { underSession } from '../../../api/auth/for-session.ts';
import { routes } from '../../../api/routes/index.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import { answersProblems } from '../../support/http/problem-shape.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let ada: Record<string, string>;
const members = [{ emailAddress: 'ada@example.com', role: 'Owner' }];
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  await api.send('PUT', '/api/teams/other', { body: team('other') });
  ada = await signInAsPerson(api, 'ada@example.com', { name: 'Ada Lovelace' });
});
afterAll(() => api.stop());

const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  api.send(method, path, { key: null, body, headers: { ...ada, ...more } });

describe('every route of the API below /ui/api', () => {
  const mounted = underSession(routes);
  const at = (path: string) => path.replaceAll(/[:*]\w+/g, 'none');

  it('is there for each route that takes a key', () => {
    const keyed = routes.filter(
      ({ access, path }) =>
        access === 'key' && path.startsWith('/api/') && !path.startsWith('/api/scim/'),
    );
    expect(keyed.length).toBeGreaterThan(200);
    expect(mounted.map(({ method, path }) => `${method} ${path}`)).toEqual(
      keyed.map(({ method, path }) => `${method} /ui${path}`),
    );
  });

  it('takes a session and no key', async () => {
    for (const route of mounted) {
      const { method, path } = route;
      const { status, json } = await api.send(method, at(path), {
        headers: { 'x-requested-with': 'concordat' },
      });
      const code = answersProblems(route) ? 'login_required' : json.code;
      expect([method, path, status, json.code]).toEqual([method, path, 401, code]);
    }
  });

  it('wants changes to come from a page of this service', async () => {
    const { cookie = '' } = ada;
    for (const route of mounted.filter(({ method }) => method !== 'GET')) {
      const { method, path } = route;
      for (const headers of [{}, { origin: 'https://evil.example.com' }]) {
        const answer = await api.send(method, at(path), {
          key: null,
          headers: { cookie, ...headers },
        });
        const code = answersProblems(route) ? 'cross_site_request' : answer.json.code;
        expect([method, path, answer.status, answer.json.code]).toEqual([method, path, 403, code]);
      }
    }
  });

  it('answers reads of a session as those of its key', async () => {
    const headers = await signIn(api);
    const reads = mounted.filter(
      // The feed and its streams are read below; metrics and lists of work change with each request.
      ({ method, path }) => method === 'GET' && !/\/(ops|events)/.test(path),
    );
    for (const { path } of reads) {
      const url = at(path);
      const [own, below] = await Promise.all([
        api.send('GET', url.replace('/ui', '')),
        api.send('GET', url, { key: null, headers }),
      ]);
      const { requestId: _a, instance: _b, ...wanted } = own.json ?? {};
      const { requestId: _c, instance: _d, ...answered } = below.json ?? {};
      expect([path, below.status, answered]).toEqual([path, own.status, wanted]);
    }
  });
});

describe('a person below /ui/api', () => {
  it('writes with the rights of the roles, and is named in versions and trail', async () => {
    const own = contract('orders', { team: { name: 'checkout' } });
    expect((await send('PUT', '/ui/api/datacontracts/orders', own)).status).toBe(200);
    const foreign = contract('foreign', { team: { name: 'other' } });
    const refused = await send('PUT', '/ui/api/datacontracts/foreign', foreign);
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    const { principal } = (await send('GET', '/ui/me')).json;
    const by = { principal, principalName: 'Ada Lovelace' };
    const versions = await api.send('GET', '/api/datacontracts/orders/versions');
    expect(versions.json).toMatchObject([{ version: 1, ...by }]);
    const trail = await api.send('GET', '/api/datacontracts/orders/audit');
    expect(trail.json).toMatchObject([{ type: 'DataContractCreatedEvent', ...by }]);
  });

  it('loses and gains rights with the team, in the open session', async () => {
    const other = (role: string) => ({ members: [{ emailAddress: 'ada@example.com', role }] });
    const product = contract('later', { team: { name: 'other' } });
    const put = async () => (await send('PUT', '/ui/api/datacontracts/later', product)).status;
    expect(await put()).toBe(403);
    await api.send('PUT', '/api/teams/other', { body: team('other', other('Editor')) });
    expect(await put()).toBe(200);
    await api.send('PUT', '/api/teams/other', { body: team('other', other('Member')) });
    expect(await put()).toBe(403);
    const path = '/api/organization/members/ada@example.com';
    await api.send('PUT', path, { body: { role: 'Owner' } });
    expect(await put()).toBe(200);
    await api.send('DELETE', path);
    expect(await put()).toBe(403);
  });

  it('gets ETags, dry runs and repeated answers as with a key', async () => {
    const read = await send('GET', '/ui/api/teams/checkout');
    const etag = read.headers.get('etag') ?? '';
    const same = await send('GET', '/ui/api/teams/checkout', undefined, { 'if-none-match': etag });
    expect(same.status).toBe(304);
    const draft = await send(
      'PUT',
      '/ui/api/teams/checkout?dryRun=true',
      team('checkout', { members, description: 'x' }),
    );
    expect(draft.json.effects).toMatchObject([
      { type: expect.stringMatching(/TeamUpdatedEvent$/) },
    ]);
    const late = await send('PUT', '/ui/api/teams/checkout', team('checkout', { members }), {
      'if-match': '"99"',
    });
    expect(late.status).toBe(412);
    const wish = { scope: 'team', teamId: 'checkout', displayName: 'x' };
    const headers = { ...(await signIn(api)), 'idempotency-key': 'once' };
    const create = () => api.send('POST', '/ui/api/api-keys', { key: null, body: wish, headers });
    const [one, other] = [await create(), await create()];
    expect([one.status, other.json.code]).toEqual([201, 'shown_only_once']);
  });

  it('follows the feed with the cookie alone', async () => {
    const workers = startWorkers(api);
    const { cookie = '' } = ada;
    const target = { port: api.port, path: '/ui/api/events' };
    const stream = await openEvents(target, '', { cookie });
    await send(
      'PUT',
      '/ui/api/datacontracts/streamed',
      contract('streamed', { team: { name: 'checkout' } }),
    );
    await until('the event arrives', () =>
      stream.events.some(({ data }) => data.subject === 'streamed'),
    );
    stream.close();
    await workers.stop();
  });
});
