import { routes } from '../../../api/routes/index.ts';
import type { TestApi } from '../../support/http/api.ts';
import {
  access,
  createTestClock,
  eventsOf,
  startAccessApi,
} from '../../support/builders/access.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
beforeAll(async () => {
  api = await startAccessApi(clock);
});
afterAll(() => api.stop());

const former = '/api/datausageagreements';
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await api.send(method, `${former}${path}`, { body });
  if (answer.status === 200) {
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    const successor = `</api/access${path.split('?')[0]}>; rel="successor-version"`;
    expect(answer.headers.get('link')).toContain(successor);
  }
  return answer;
};

describe('the former name of access', () => {
  it('takes and answers the same bodies, as the upload script and the integrations send them', async () => {
    const body = {
      ...access('agreed', { startDate: '2026-03-01' }),
      dataUsageAgreementSpecification: '0.0.1',
    };
    const put = await send('PUT', '/agreed', body);
    expect([put.status, put.text]).toEqual([200, '']);
    expect(put.headers.get('location-html')).toBe(`${api.address}/access/agreed`);
    expect((await send('POST', '/agreed/approve')).status).toBe(200);
    const read = await send('GET', '/agreed');
    const present = await api.send('GET', '/api/access/agreed');
    expect(read.json).toEqual(present.json);
    expect(read.json.info).toMatchObject({ status: 'approved', active: true });
    expect(read.headers.get('etag')).toBe(present.headers.get('etag'));
    // Integrations send back what they read, with members of their own.
    expect((await send('PUT', '/agreed', { ...read.json, custom: { arn: 'x' } })).status).toBe(200);
    expect((await send('GET', '/agreed')).json).toMatchObject({ custom: { arn: 'x' } });
    expect((await send('POST', '/agreed/cancel')).status).toBe(200);
    expect(await eventsOf(api, 'agreed')).toEqual(
      expect.arrayContaining(['Created', 'Approved', 'Activated', 'Canceled', 'Deactivated']),
    );
  });

  it('lists with pages of its own path, rejects and deletes', async () => {
    for (const id of ['one', 'two', 'three']) await send('PUT', `/${id}`, access(id));
    const page = await send('GET', '?pageSize=2&lifecycle=requested');
    expect(page.json).toHaveLength(2);
    expect(page.headers.get('link')).toMatch(/datausageagreements\?[^>]*>; rel="next", </);
    expect((await send('POST', '/one/reject')).status).toBe(200);
    expect((await send('POST', '/one/approve')).status).toBe(409);
    expect((await send('DELETE', '/one')).status).toBe(200);
    expect((await send('GET', '/one')).status).toBe(404);
  });

  it('has every path of an access: provisioning, its reports, the audit trail and the rest', async () => {
    const pathsOf = (name: string) =>
      routes
        .filter(({ path }) => path === name || path.startsWith(`${name}/`))
        .map(({ method, path }) => `${method} ${path.slice(name.length)}`);
    // Evaluations are younger than the change of the name.
    const known = pathsOf('/api/access').filter((path) => !/\/evaluations?$/.test(path));
    expect(pathsOf(former)).toEqual(known);
    await send('PUT', '/granted', access('granted', { startDate: '2026-03-01' }));
    await send('POST', '/granted/approve');
    const report = { platform: 'postgres', reference: 'grant-1' };
    const reported = await send('POST', '/granted/provisioning/provisioning-succeeded', report);
    expect([reported.status, reported.json]).toEqual([200, expect.objectContaining(report)]);
    for (const path of ['/provisioning', '/provisioning/reports', '/audit']) {
      const present = await api.send('GET', `/api/access/granted${path}`);
      const read = await send('GET', `/granted${path}`);
      expect([path, read.status, read.json]).toEqual([path, 200, present.json]);
    }
  });

  it('checks keys and permissions as the present name does', async () => {
    const { text: key } = await api.newKey('organization_read');
    const answer = await api.send('PUT', `${former}/denied`, { body: access('denied'), key });
    expect([answer.status, answer.json.code]).toEqual([403, 'permission_denied']);
    const withoutKey = await api.send('GET', former, { key: null });
    expect(withoutKey.status).toBe(403);
  });

  it('is not in the description that the explorer shows', async () => {
    const { json } = await api.send('GET', '/openapi.json', { key: null });
    const paths = Object.keys(json.paths);
    expect(paths).toContain('/api/access/{id}');
    expect(paths.filter((path) => path.includes('datausageagreements'))).toEqual([]);
  });
});
