import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let foreign: string;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const organizationId = await api.newOrganization('foreign');
  foreign = (await api.newKey('organization', { organizationId })).text;
});
afterAll(() => api.stop());

/** Keys that do not act for the whole organization. */
async function smallKeys(): Promise<string[]> {
  const keys = [
    await api.newKey('team', { teamId: 'checkout' }),
    await api.newKey('user', { email: 'nobody@example.com' }),
    await api.newKey('organization_read'),
  ];
  return keys.map(({ text }) => text);
}

const defaults = {
  agentMessagesPerMinute: 600,
  agentsEnabled: true,
  changeProcessMode: 'direct',
  managedTagsPolicy: 'allow',
  customTeamRolesEnabled: false,
  dataContractTestsEnabled: true,
  dataContractTestsTags: [],
  openInOptions: [],
  intelligenceEnabled: false,
  intelligenceQueryExecutionEnabled: false,
};

describe('/api/organization/features', () => {
  const path = '/api/organization/features';
  const put = (body: unknown, key = api.key) => api.send('PUT', path, { body, key });
  afterEach(() => put({}));

  it('has defaults, keeps what is put, and takes back what GET gave', async () => {
    expect((await api.send('GET', path)).json).toEqual(defaults);
    const set = await put({ managedTagsPolicy: 'warn', dataContractTestsTags: ['gold'] });
    const expected = {
      ...defaults,
      managedTagsPolicy: 'warn',
      dataContractTestsTags: ['gold'],
    };
    expect([set.status, set.json]).toEqual([200, expected]);
    const read = await api.send('GET', path);
    expect((await put(read.json)).json).toEqual(expected);
    expect((await put({ dataContractTestsEnabled: null })).json).toEqual(defaults);
    expect((await api.send('GET', path, { key: foreign })).json).toEqual(defaults);
  });

  it('warns of modes that were stored without an effect', async () => {
    await api.database
      .knex('settings_documents')
      .where({ organization_id: api.organizationId, name: 'features' })
      .update({ body: { changeProcessMode: 'FOUR_EYES', managedTagsPolicy: 'STRICT' } });
    const read = await api.send('GET', path);
    expect(read.json.changeProcessMode).toBe('FOUR_EYES');
    expect(decodeURIComponent(read.headers.get('x-catalog-warnings') ?? '')).toBe(
      "changeProcessMode 'FOUR_EYES' has no effect: put one of direct, or leave it out. " +
        "managedTagsPolicy 'STRICT' has no effect: put one of allow, warn, forbid, or leave it out",
    );
    const modes = { changeProcessMode: 'direct', managedTagsPolicy: 'warn' };
    expect((await put(modes)).headers.get('x-catalog-warnings')).toBeNull();
    expect((await api.send('GET', path)).headers.get('x-catalog-warnings')).toBeNull();
  });

  it('echoes unknown members and names them, and says that roles are set elsewhere', async () => {
    const answer = await put({ colour: 'blue', customTeamRolesEnabled: true });
    expect(answer.json).toEqual({ ...defaults, colour: 'blue' });
    const warnings = answer.headers.get('x-catalog-warnings');
    expect(warnings).toContain('Unknown members were stored: colour');
    expect(warnings).toContain('customTeamRolesEnabled was not changed');
  });

  it.each([
    [{ dataContractTestsEnabled: 'no' }, /dataContractTestsEnabled/],
    [
      { changeProcessMode: 'FOUR_EYES' },
      /changeProcessMode must be 'direct' or left out: change req/,
    ],
    [{ managedTagsPolicy: 'STRICT' }, /managedTagsPolicy must be one of allow, warn, forbid/],
    [{ dataContractTestsTags: [1] }, /dataContractTestsTags\[0\]/],
    [{ customScript: 'x'.repeat(100_001) }, /customScript/],
    [{ dataContractTestsApiKey: 'hush' }, /'dataContractTestsApiKey' cannot be stored here/],
  ])('refuses %.60j', async (body, message) => {
    const { status, json } = await put(body);
    expect([status, json.code]).toEqual([422, 'invalid_body']);
    expect(json.detail).toMatch(message);
    expect(json.violations).toHaveLength(1);
    expect((await api.send('GET', path)).json).toEqual(defaults);
  });

  it('is read by everybody and written by who acts for the organization', async () => {
    for (const key of await smallKeys()) {
      expect((await api.send('GET', path, { key })).status).toBe(200);
      expect((await put({}, key)).json.code).toBe('permission_denied');
    }
  });

  it('keeps what two write at the same time apart from the other settings', async () => {
    const writes = Array.from({ length: 8 }, (_, index) =>
      index % 2
        ? put({ openInOptions: [`o${index}`] })
        : api.send('PUT', '/api/organization/settings', { body: { fullName: `N${index}` } }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200));
    expect((await api.send('GET', path)).json.openInOptions[0]).toMatch(/^o\d$/);
    expect((await api.send('GET', '/api/organization/settings')).json.fullName).toMatch(/^N\d$/);
  });

  it('switches contract tests off', async () => {
    await api.send('PUT', '/api/datacontracts/orders', {
      body: contract('orders', {
        servers: [{ server: 's', type: 'local', path: 'x.csv', format: 'csv' }],
      }),
    });
    const headers = { prefer: 'respond-async' };
    const test = () => api.send('POST', '/api/datacontracts/orders/test', { headers });
    expect((await test()).status).toBe(202);
    await put({ dataContractTestsEnabled: false });
    const refused = await test();
    expect([refused.status, refused.json.code]).toEqual([422, 'tests_not_configured']);
    expect(refused.json.detail).toContain('switched contract tests off');
    expect((await api.send('POST', '/api/datacontracts/none/test')).status).toBe(404);
    await put({});
    expect((await test()).status).toBe(202);
  });
});

describe('/api/organization/settings', () => {
  const path = '/api/organization/settings';
  const put = (body: unknown, key = api.key) => api.send('PUT', path, { body, key });

  it('says to every key who the organization is and where', async () => {
    const organizationId = await api.newOrganization('acme');
    const { text: key } = await api.newKey('organization', { organizationId });
    expect((await api.send('GET', path, { key })).json).toEqual({
      vanityUrl: 'acme',
      host: `http://127.0.0.1:${api.port}`,
      fullName: 'acme',
      logoUrl: '',
      contractChanges: 'warn',
    });
    for (const small of await smallKeys()) {
      expect((await api.send('GET', path, { key: small })).status).toBe(200);
      expect((await put({ fullName: 'X' }, small)).status).toBe(403);
    }
  });

  it('takes back what GET gave, and ignores what the server owns', async () => {
    const body = {
      fullName: 'Acme GmbH',
      logoUrl: 'https://acme.example/logo.svg',
      supportEmailAddress: 'help@acme.example',
      contractChanges: 'enforce',
      vanityUrl: 'hijacked',
      sso: { issuer: 'x' },
      motto: 'On time',
    };
    const answer = await put(body);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('x-catalog-warnings')).toContain('were stored: motto');
    const { json } = await api.send('GET', path);
    expect(json).toEqual({
      vanityUrl: 'test',
      host: `http://127.0.0.1:${api.port}`,
      fullName: 'Acme GmbH',
      logoUrl: 'https://acme.example/logo.svg',
      supportEmailAddress: 'help@acme.example',
      contractChanges: 'enforce',
      motto: 'On time',
    });
    await put(json);
    expect((await api.send('GET', path)).json).toEqual(json);
  });

  it.each([
    [{}, /fullName is required/],
    [{ fullName: 'a\nb' }, /fullName/],
    [{ fullName: 'A', supportEmailAddress: 'nobody' }, /valid email/],
    [{ fullName: 'A', contractChanges: 'never' }, /contractChanges must be one of warn, enforce/],
    [{ fullName: 'A', motto: 'x'.repeat(20_000) }, /16384 are allowed/],
    [{ fullName: 'A', logoUrl: 'javascript:alert(1)' }, /logoUrl/],
    [{ fullName: 'A', dataContractTestsApiKey: 'hush' }, /cannot be stored here/],
  ])('refuses %.60j', async (body, message) => {
    const { status, json } = await put(body);
    expect(status).toBe(422);
    expect(json.detail).toMatch(message);
  });
});

describe('/api/organization/members', () => {
  const path = '/api/organization/members';
  const put = (email: string, body: unknown, key = api.key) =>
    api.send('PUT', `${path}/${email}`, { body, key });
  const members = [
    { emailAddress: 'Cora@Example.com', role: 'Editor' },
    { emailAddress: 'bo@example.com', role: 'Member' },
  ];
  beforeAll(async () => {
    await api.send('PUT', '/api/teams/one', { body: team('one', { members }) });
    await api.send('PUT', '/api/teams/two', { body: team('two', { members }) });
    await put('ada@example.com', { role: 'Owner', custom: { costCenter: '7' } });
  });

  it('lists who is in a team or was put there, each once, page by page', async () => {
    const expected = [
      ['ada@example.com', 'Owner', { costCenter: '7' }],
      ['bo@example.com', 'Member', {}],
      ['cora@example.com', 'Member', {}],
    ].map(([emailAddress, role, custom]) => ({ emailAddress, userId: emailAddress, role, custom }));
    const { json } = await api.send('GET', path);
    expect(json).toEqual(expected);
    const first = await api.send('GET', `${path}?size=2`);
    expect(first.headers.get('link')).toContain('after=bo%40example.com');
    expect((await api.send('GET', `${path}?p=1&size=2`)).json).toEqual(expected.slice(2));
    expect((await api.send('GET', `${path}/CORA@example.com`)).json).toEqual(expected[2]);
    expect((await api.send('GET', path, { key: foreign })).json).toEqual([]);
    expect((await api.send('GET', `${path}/bo@example.com`, { key: foreign })).status).toBe(404);
    expect((await api.send('GET', `${path}/zoe@example.com`)).status).toBe(404);
  });

  it('loses who leaves the last team, and keeps who was put there', async () => {
    const lonely = { members: [{ emailAddress: 'dan@example.com', role: 'Member' }] };
    await api.send('PUT', '/api/teams/three', { body: team('three', lonely) });
    expect((await api.send('GET', `${path}/dan@example.com`)).status).toBe(200);
    await api.send('PUT', '/api/teams/three', { body: team('three') });
    expect((await api.send('GET', `${path}/dan@example.com`)).status).toBe(404);
    await put('dan@example.com', {});
    expect((await api.send('GET', `${path}/dan@example.com`)).json.role).toBe('Member');
    const gone = await api.send('DELETE', `${path}/dan@example.com`);
    expect(gone.status).toBe(200);
    expect((await api.send('DELETE', `${path}/dan@example.com`)).status).toBe(404);
  });

  it('refuses what is no member', async () => {
    expect((await put('nobody', {})).json.code).toBe('invalid_id');
    expect((await put('eve@example.com', { role: 'King' })).json.code).toBe('invalid_body');
    expect((await put('eve@example.com', { custom: { a: 1 } })).json.code).toBe('invalid_body');
    expect((await put('eve@example.com', { emailAddress: 'x@example.com' })).json.code).toBe(
      'id_mismatch',
    );
  });

  it('is written by who acts for the organization', async () => {
    for (const key of await smallKeys()) {
      expect((await api.send('GET', path, { key })).status).toBe(200);
      expect((await put('eve@example.com', { role: 'Owner' }, key)).status).toBe(403);
      const removal = await api.send('DELETE', `${path}/ada@example.com`, { key });
      expect(removal.status).toBe(403);
    }
  });

  it('lets the keys of an Owner do everything, from the change on and no longer', async () => {
    const { text: key } = await api.newKey('user', { email: 'Bo@example.com' });
    const { text: reading } = await api.newKey('user_read', { email: 'bo@example.com' });
    const write = async (by: string) =>
      (await put('new@example.com', { role: 'Member' }, by)).status;
    const seesKeys = async (by: string) =>
      (await api.send('GET', '/api/api-keys', { key: by })).status;
    expect([await write(key), await seesKeys(key), await seesKeys(reading)]).toEqual([
      403, 403, 403,
    ]);
    await put('bo@example.com', { role: 'Owner' });
    await until('bo may write', async () => (await write(key)) === 200);
    expect([await write(reading), await seesKeys(reading)]).toEqual([403, 200]);
    const contractOf = await api.send('PUT', '/api/datacontracts/by-owner', {
      key,
      body: contract('by-owner'),
    });
    expect(contractOf.status).toBe(200);
    await put('bo@example.com', { role: 'Member' });
    await until('bo may no longer write', async () => (await write(key)) === 403);
  });
});
