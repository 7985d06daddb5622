import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const warningOf = ({ headers }: { headers: Headers }) =>
  decodeURIComponent(headers.get('x-catalog-warnings') ?? '');

describe('the type of a team', () => {
  it('is answered in its canonical spelling, and sending it again changes nothing', async () => {
    const body = '{ "type": "team",  "id": "lower", "name": "Lower" }';
    const put = await api.send('PUT', '/api/teams/lower', { body });
    expect([put.status, put.headers.get('etag'), warningOf(put)]).toEqual([200, null, '']);
    const read = await api.send('GET', '/api/teams/lower');
    expect(read.text).toBe('{ "type": "Team",  "id": "lower", "name": "Lower" }');
    await api.send('PUT', '/api/teams/lower', { body });
    const again = await api.send('PUT', '/api/teams/lower', { body: read.text });
    expect(again.headers.get('etag')).toBe(read.headers.get('etag'));
    const listed = await api.send('GET', '/api/teams?archetype=Team');
    expect(listed.json).toEqual([read.json]);
  });

  it('keeps the comments of YAML', async () => {
    const source = 'id: commented\nname: C # a name\ntype: PLATFORM team # a type\n';
    const headers = { 'content-type': 'application/yaml' };
    await api.send('PUT', '/api/teams/commented', { body: source, headers });
    const { json } = await api.send('GET', '/api/teams/commented');
    expect(json.type).toBe('Platform Team');
    const exported = await api.send('GET', '/api/export', {
      headers: { accept: 'application/yaml' },
    });
    expect(exported.text).toContain('type: Platform Team # a type');
  });

  it('may be unknown: the unit is stored as sent with a warning, and owns documents', async () => {
    const put = await api.send('PUT', '/api/teams/products', {
      body: team('products', { type: 'Data Product Team' }),
    });
    expect(put.status).toBe(200);
    expect(warningOf(put)).toContain('The type "Data Product Team" is none of Domain, Team');
    const { json } = await api.send('GET', '/api/teams/products');
    expect(json.type).toBe('Data Product Team');
    const owned = await api.send('PUT', '/api/datacontracts/owned', {
      body: contract('owned', { team: { name: 'products' } }),
    });
    expect(owned.status).toBe(200);
  });

  it.each([[undefined], [null], [''], [7]])('cannot be %p', async (type) => {
    const answer = await api.send('PUT', '/api/teams/bad', { body: team('bad', { type }) });
    expect([answer.status, answer.json.violations[0].field]).toEqual([422, 'type']);
  });
});
