import type { TestApi } from '../../support/http/api.ts';
import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { contract, product } from '../../support/builders/contracts.ts';

const clock = createTestClock('2026-03-10T12:00:00.000Z');
let api: TestApi;
beforeAll(async () => {
  api = await startAccessApi(clock);
  const server = { property: 'server', value: { host: 'db.example.com' } };
  const outputPorts = [
    { name: 'lake', id: 'lake-1', version: '1', type: 'Databricks', contractId: 'orders' },
    { name: 'db', version: '1', type: 'postgres', customProperties: [server] },
  ];
  await api.send('PUT', '/api/dataproducts/lake', { body: product('lake', [], { outputPorts }) });
});
afterAll(() => api.stop());

const put = (id: string, port: string, info = {}, change = {}) =>
  api.send('PUT', `/api/access/${id}`, {
    body: access(
      id,
      { status: 'approved', ...info },
      { provider: { dataProductId: 'lake', outputPortId: port }, ...change },
    ),
  });
const grants = (query = '', headers = {}) =>
  api.send('GET', `/api/access/expected-grants${query}`, { headers });
const accessIds = (json: any) => json.grants.map(({ accessId }: any) => accessId);

describe('expected grants', () => {
  it('are those of the active accesses, by the type of their port now', async () => {
    await put('by-id', 'lake-1', { endDate: '2026-04-01' }, { roles: ['reader'] });
    await put('by-name', 'lake');
    await put('database', 'db');
    await put('ahead', 'lake', { startDate: '2026-05-01' });
    await put('asked', 'lake', { status: 'requested' });
    const { json } = await grants('?platform=databricks');
    expect(accessIds(json)).toEqual(['by-id', 'by-name']);
    expect(json.grants[0]).toEqual({
      accessId: 'by-id',
      platform: 'Databricks',
      provider: {
        dataProductId: 'lake',
        outputPortId: 'lake-1',
        teamId: 'checkout',
        dataContractId: 'orders',
        dataContractVersion: '2.1.0',
      },
      consumer: { teamId: 'marketing' },
      roles: ['reader'],
      deactivateAt: '2026-04-02T00:00:00.000Z',
    });
    expect((await grants('?platform=postgres')).json.grants).toEqual([
      expect.objectContaining({ accessId: 'database', server: { host: 'db.example.com' } }),
    ]);
    expect((await grants()).json.grants).toHaveLength(3);
    expect((await grants('?platform=other')).json.grants).toEqual([]);
    await api.send('PUT', '/api/access/elsewhere', {
      body: access('elsewhere', { status: 'approved' }),
    });
    expect(accessIds((await grants('?dataProductId=shop')).json)).toEqual(['elsewhere']);
    expect(accessIds((await grants('?dataProductId=lake')).json)).toHaveLength(3);
    expect(accessIds((await grants('?dataProductId=lake&platform=postgres')).json)).toEqual([
      'database',
    ]);
    await api.send('DELETE', '/api/access/elsewhere');
  });

  it('have a checksum that changes with who should have what, and with nothing else', async () => {
    const first = await grants('?platform=databricks');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${first.json.checksum}"`);
    await api.send('POST', '/api/access/by-id/provisioning/provisioning-succeeded');
    await put('by-name', 'lake', { purpose: 'Said otherwise' });
    await put('more-postgres', 'db');
    const same = await grants('?platform=databricks', { 'if-none-match': etag });
    expect([same.status, same.headers.get('etag'), same.text]).toEqual([304, etag, '']);
    await put('by-name', 'lake', { purpose: 'Said otherwise' }, { roles: ['writer'] });
    const other = await grants('?platform=databricks', { 'if-none-match': etag });
    expect(other.status).toBe(200);
    await api.send('POST', '/api/access/by-name/cancel');
    const fewer = await grants('?platform=databricks');
    expect(accessIds(fewer.json)).toEqual(['by-id']);
    expect(fewer.json.checksum).not.toBe(other.json.checksum);
  });
});

it('a port that is taken out of its product stays on its platform', async () => {
  const outputPorts = [{ name: 'gone', version: '1', type: 'kafka' }];
  await api.send('PUT', '/api/dataproducts/changing', {
    body: product('changing', [], { outputPorts }),
  });
  const provider = { dataProductId: 'changing', outputPortId: 'gone' };
  await put('orphan', 'gone', {}, { provider });
  await api.send('PUT', '/api/dataproducts/changing', { body: product('changing') });
  expect(accessIds((await grants('?platform=kafka')).json)).toEqual(['orphan']);
  await api.send('POST', '/api/access/orphan/cancel');
  expect((await grants('?platform=kafka')).json.grants).toEqual([]);
});

describe('drift', () => {
  const report = (differences: object[], key: string = api.key, platform = 'databricks') =>
    api.send('POST', '/api/access/drift', { key, body: { platform, executor: 'e', differences } });
  const open = async (): Promise<string[]> =>
    (await api.send('GET', '/api/access/alerts?open=true')).json
      .map(({ kind, accessId, reference }: any) => `${kind} ${accessId ?? reference}`)
      .sort();

  it('is kept as alerts until a report no longer has it', async () => {
    const missing = { kind: 'missing', accessId: 'by-id' };
    const unexpected = { kind: 'unexpected', reference: 'role-7', details: 'Since Monday' };
    expect((await report([missing, unexpected, unexpected])).json).toEqual({ differences: 3 });
    expect(await open()).toEqual(['missing by-id', 'unexpected role-7']);
    clock.set('2026-03-10T12:05:00.000Z');
    await report([{ kind: 'different', accessId: 'database' }], api.key, 'postgres');
    await report([unexpected]);
    expect(await open()).toEqual(['different database', 'unexpected role-7']);
    const { json } = await api.send('GET', '/api/access/alerts?open=false');
    expect(json).toEqual([
      {
        id: expect.any(String),
        kind: 'missing',
        accessId: 'by-id',
        platform: 'databricks',
        message: 'The grant of this access is missing on the platform.',
        raisedAt: '2026-03-10T12:00:00.000Z',
        seenAt: '2026-03-10T12:00:00.000Z',
        resolvedAt: '2026-03-10T12:05:00.000Z',
      },
    ]);
    clock.set('2026-03-10T12:06:00.000Z');
    await report([]);
    expect(await open()).toEqual(['different database']);
  });

  it('of others stays when a team reports what it sees', async () => {
    clock.set('2026-03-10T12:07:00.000Z');
    await report([{ kind: 'unexpected', reference: 'role-9' }]);
    const { text: key } = await api.newKey('team', { teamId: 'checkout' });
    clock.set('2026-03-10T12:08:00.000Z');
    await report([{ kind: 'missing', accessId: 'by-id' }], key);
    expect(await open()).toEqual(['different database', 'missing by-id', 'unexpected role-9']);
    const consumer = (await api.newKey('team', { teamId: 'marketing' })).text;
    expect((await report([{ kind: 'missing', accessId: 'by-id' }], consumer)).status).toBe(403);
    const person = (await api.newKey('user', { email: 'ada@example.com' })).text;
    expect((await report([{ kind: 'unexpected', reference: 'r' }], person)).status).toBe(403);
  });

  it.each([
    [{ kind: 'missing' }, 'differences[0].accessId'],
    [{ kind: 'unexpected' }, 'differences[0].reference'],
    [{ kind: 'missing', accessId: 'nobody' }, 'differences[0].accessId'],
    [{ kind: 'lost', accessId: 'by-id' }, 'differences[0].kind'],
  ])('refuses %j', async (difference, field) => {
    const answer = await report([difference]);
    expect([answer.status, answer.json.violations[0].field]).toEqual([422, field]);
  });
});

it('a change of a contract names the active accesses to the ports that offer it', async () => {
  const body = contract('orders', { version: '3.0.0', schema: [] });
  await api.send('PUT', '/api/datacontracts/orders', { body });
  const { json } = await api.send('GET', '/api/datacontracts/orders/changes');
  expect(json[0].hits.accesses).toEqual(['by-id']);
});
