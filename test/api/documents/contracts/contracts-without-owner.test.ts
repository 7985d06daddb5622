import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'billing']) {
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  }
});
afterAll(() => api.stop());

const yaml = { 'content-type': 'application/yaml' };
const unowned = (id: string, change: Record<string, unknown> = {}) =>
  contract(id, { team: undefined, ...change });
const warningOf = ({ headers }: { headers: Headers }) =>
  decodeURIComponent(headers.get('x-catalog-warnings') ?? '');
const ownerOf = async (id: string) => {
  const row = await api.database.knex('documents').where({ kind: 'data-contract', id }).first();
  return row?.owner_id as string | undefined;
};

const unknownTeam =
  "ownerTeamId 'nowhere' names no existing team: send the id of a team in /api/teams, or create the team first.";

describe('a contract without an owner', () => {
  it('is refused with the request that mends it, and that request stores it', async () => {
    const refused = await api.send('PUT', '/api/datacontracts/ready', { body: unowned('ready') });
    expect([refused.status, refused.json.code]).toEqual([422, 'ownership_missing']);
    const line = /PUT (\S+)<team id>/.exec(refused.json.detail)?.[1];
    expect(line).toBe('/api/datacontracts/ready?ownerTeamId=');
    const stored = await api.send('PUT', `${line}checkout`, { body: unowned('ready') });
    expect([stored.status, stored.headers.get('etag')]).toEqual([200, null]);
    expect(warningOf(stored)).toContain("The owner 'checkout' was written into the text");
    expect(await ownerOf('ready')).toBe('checkout');
    const { json } = await api.send('GET', '/api/datacontracts/ready');
    expect(json).toEqual({
      ...JSON.parse(JSON.stringify(unowned('ready'))),
      customProperties: [{ property: 'owner', value: 'checkout' }],
    });
  });

  it('keeps the comments and the layout of YAML, and a repetition changes nothing', async () => {
    const source = [
      '# The orders of the shop',
      'apiVersion: v3.1.0   # a version',
      'kind: DataContract',
      'id:   commented',
      'version: "1.0.0"',
      'status: active',
      'customProperties:',
      '  # who to ask',
      '  - property: contact   # by phone',
      '    value: 1.0',
      '',
      '# the end',
      '',
    ].join('\r\n');
    const at = '/api/datacontracts/commented';
    const put = () =>
      api.send('PUT', `${at}?ownerTeamId=checkout`, { body: source, headers: yaml });
    expect((await put()).status).toBe(200);
    const stored = await api.send('GET', `${at}/datacontract.yaml`);
    expect(stored.text).toBe(
      source.replace(
        'value: 1.0\r\n',
        'value: 1.0\r\n  - property: owner\r\n    value: checkout\r\n',
      ),
    );
    expect((await put()).status).toBe(200);
    expect((await api.send('GET', `${at}/datacontract.yaml`)).headers.get('etag')).toBe(
      stored.headers.get('etag'),
    );
    const again = await api.send('PUT', at, { body: stored.text, headers: yaml });
    expect(again.headers.get('etag')).toBe(stored.headers.get('etag'));
    expect(warningOf(again)).toBe('');
  });

  it('gets its owner in place of a custom property that names no team', async () => {
    const customProperties = [
      { property: 'a', value: 1 },
      { property: 'owner', value: 'Jane Doe', description: 'by hand' },
    ];
    const body = unowned('jane', { customProperties });
    await api.send('PUT', '/api/datacontracts/jane?ownerTeamId=billing', { body });
    const { json } = await api.send('GET', '/api/datacontracts/jane');
    expect(json.customProperties).toEqual([
      { property: 'a', value: 1 },
      { property: 'owner', value: 'billing', description: 'by hand' },
    ]);
    expect(await ownerOf('jane')).toBe('billing');
  });

  it('keeps the team that it names, and says that the parameter was ignored', async () => {
    const at = '/api/datacontracts/named?ownerTeamId=billing';
    const answer = await api.send('PUT', at, { body: contract('named') });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(warningOf(answer)).toContain("ownerTeamId 'billing' was ignored");
    expect(await ownerOf('named')).toBe('checkout');
    expect((await api.send('GET', '/api/datacontracts/named')).json).toEqual(contract('named'));
  });

  it('is refused if the named team does not exist, also in a dry run', async () => {
    for (const query of ['?ownerTeamId=nowhere', '?ownerTeamId=nowhere&dryRun=true']) {
      const answer = await api.send('PUT', `/api/datacontracts/lost${query}`, {
        body: unowned('lost'),
      });
      expect([answer.status, answer.json.code]).toEqual([422, 'ownership_missing']);
      expect(answer.json.detail).toBe(unknownTeam);
    }
    const empty = await api.send('PUT', '/api/datacontracts/lost?ownerTeamId=', {
      body: unowned('lost'),
    });
    expect(empty.status).toBe(400);
  });

  it('belongs to the team of the key that sends it, which may not name another team', async () => {
    const { text: key } = await api.newKey('team', { teamId: 'billing' });
    const at = '/api/datacontracts/of-key';
    const stored = await api.send('PUT', at, { body: unowned('of-key'), key });
    expect(stored.status).toBe(200);
    expect(warningOf(stored)).toContain("The owner 'billing'");
    expect(await ownerOf('of-key')).toBe('billing');
    const other = await api.send('PUT', '/api/datacontracts/other?ownerTeamId=checkout', {
      body: unowned('other'),
      key,
    });
    expect([other.status, other.json.code]).toEqual([403, 'permission_denied']);
  });

  it('gets its owner in the deprecated format, too', async () => {
    const body = {
      dataContractSpecification: '1.1.0',
      id: 'former',
      info: { title: 'Former', version: '1.0.0' },
    };
    const at = '/api/datacontracts/former';
    expect((await api.send('PUT', `${at}?ownerTeamId=checkout`, { body })).status).toBe(200);
    const { json } = await api.send('GET', at);
    expect(json.info).toEqual({ title: 'Former', version: '1.0.0', owner: 'checkout' });
  });
});

describe('an import with ownerTeamId', () => {
  const send = (records: readonly object[], query = '?ownerTeamId=fresh') =>
    api.send('POST', `/api/import${query}`, {
      body: records.map((record) => JSON.stringify(record)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  const linesOf = ({ text }: { text: string }) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('writes the team into the contracts that name none, also if the import creates their teams', async () => {
    const lines = linesOf(
      await send([
        { resource: 'datacontracts', id: 'i1', document: unowned('i1') },
        { resource: 'datacontracts', id: 'i2', document: unowned('i2', { domain: 'own' }) },
        { resource: 'dataproducts', id: 'p1', document: product('p1') },
        { resource: 'teams', id: 'fresh', document: team('fresh') },
        { resource: 'teams', id: 'own', document: team('own') },
      ]),
    );
    expect(lines.at(-1).summary).toMatchObject({ created: 5, failed: 0 });
    expect(decodeURIComponent(lines[0].warning)).toContain("The owner 'fresh' was written");
    expect([await ownerOf('i1'), await ownerOf('i2')]).toEqual(['fresh', 'own']);
  });

  it('refuses them without it', async () => {
    const records = [{ resource: 'datacontracts', id: 'i3', document: unowned('i3') }];
    const { error } = linesOf(await send(records, ''))[0];
    expect(error.code).toBe('ownership_missing');
    const request = /or let the request write it: (.+)$/.exec(error.message)?.[1];
    expect(request).toBe('POST /api/import?ownerTeamId=<team id>.');
    expect(linesOf(await send(records, '?ownerTeamId=checkout'))[0].status).toBe('created');
  });

  it.each([
    ['names nothing', {}],
    ['names the same team', { team: { name: 'nowhere' } }],
  ])('says that its team is unknown if the contract %s', async (_, change) => {
    const records = [{ resource: 'datacontracts', id: 'i4', document: unowned('i4', change) }];
    const { error } = linesOf(await send(records, '?ownerTeamId=nowhere'))[0];
    expect(error).toEqual({ code: 'ownership_missing', message: unknownTeam });
  });
});
