import type { TestApi } from '../../support/http/api.ts';
import { startApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

/** Changes that people without the right to save propose, and what becomes of them. */
let api: TestApi;
const keys: Record<string, string> = {};
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  const members = [
    { emailAddress: 'olga@example.com', role: 'Owner' },
    { emailAddress: 'mia@example.com', role: 'Member' },
  ];
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  await api.send('PUT', '/api/teams/marketing', { body: team('marketing') });
  for (const [name, email] of [
    ['owner', 'olga@example.com'],
    ['proposer', 'mia@example.com'],
    ['stranger', 'eve@example.com'],
  ] as const) {
    const { id, text } = await api.newKey('user', { email });
    await api.database.knex('api_keys').where({ id }).update({ display_name: email });
    [keys[name], ids[name]] = [text, id];
  }
});
afterAll(() => api.stop());

const keyOf = (name: string): string => keys[name] ?? '';
const yamlOf = (id: string, status: string): string => `# Kept by hand
apiVersion: v3.1.0
kind: DataContract
id: ${id}
version: 1.0.0
status: ${status}
team:
  name: checkout
schema:
  - name: orders
    properties:
      - name: order_id
        logicalType: integer
`;
const store = async (id: string, status = 'active'): Promise<void> => {
  const headers = { 'content-type': 'application/yaml' };
  const body = yamlOf(id, status);
  expect((await api.send('PUT', `/api/datacontracts/${id}`, { headers, body })).status).toBe(200);
};
const propose = (documentId: string, change: Record<string, unknown> = {}, by = 'proposer') =>
  api.send('POST', '/api/change-requests', {
    key: keyOf(by),
    body: {
      kind: 'datacontracts',
      documentId,
      title: 'Deprecate it',
      source: yamlOf(documentId, 'deprecated'),
      ...change,
    },
  });
const proposed = async (documentId: string, change = {}): Promise<string> => {
  await store(documentId);
  const { status, json } = await propose(documentId, change);
  expect([status, json]).toEqual([201, { id: expect.any(String) }]);
  return json.id;
};
const get = async (id: string, by = 'owner') =>
  (await api.send('GET', `/api/change-requests/${id}`, { key: keyOf(by) })).json;
const post = (id: string, action: string, body?: unknown, by = 'owner', headers = {}) =>
  api.send('POST', `/api/change-requests/${id}/${action}`, { key: keyOf(by), body, headers });

describe('a proposal', () => {
  it('shows its texts, its verdict, and who may decide', async () => {
    const id = await proposed('shown', { note: 'It is **old**.' });
    expect(await get(id)).toMatchObject({
      kind: 'datacontracts',
      documentId: 'shown',
      team: { id: 'checkout', name: 'Team checkout' },
      title: 'Deprecate it',
      note: 'It is **old**.',
      status: 'open',
      revision: 1,
      baseRevision: 1,
      outdated: false,
      mine: false,
      mayDecide: true,
      proposedBy: `api-key:${ids['proposer']}`,
      proposedByName: 'mia@example.com',
      source: yamlOf('shown', 'deprecated'),
      base: { revision: 1, text: yamlOf('shown', 'active') },
      current: { revision: 1, text: yamlOf('shown', 'active') },
      verdict: { impact: 'minor', requiredVersion: '1.1.0', versionRaised: false },
      comments: [],
    });
    expect(await get(id, 'proposer')).toMatchObject({ mine: true, mayDecide: false });
  });

  it('is refused like a PUT, with the line', async () => {
    await store('refused');
    const source = yamlOf('refused', 'active').replace('integer', 'whole');
    const { status, json } = await propose('refused', { source });
    expect([status, json.code]).toEqual([422, 'invalid_document']);
    expect(json.violations[0]).toMatchObject({ line: 13 });
    const other = await propose('refused', { source: yamlOf('other', 'active') });
    expect([other.status, other.json.code]).toEqual([422, 'id_mismatch']);
  });

  it.each([
    ['an unknown document', { documentId: 'nowhere', source: yamlOf('nowhere', 'x') }, 404],
    ['an unknown base', { baseRevision: 9 }, 422],
    ['an unchanged text', { source: yamlOf('checked', 'active') }, 422],
    ['a blank title', { title: '  ' }, 422],
    ['an unknown kind', { kind: 'teams' }, 422],
  ])('is refused with %s', async (_what, change, status) => {
    await store('checked');
    expect((await propose('checked', change)).status).toBe(status);
  });

  it('can be for a data product, with the accesses that it hits', async () => {
    await store('offered');
    await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['offered']) });
    const access = {
      info: { purpose: 'Reports', status: 'approved' },
      provider: { dataProductId: 'shop', outputPortId: 'port-0' },
      consumer: { teamId: 'marketing' },
    };
    await api.send('PUT', '/api/access/reports', { body: access });
    const source = JSON.stringify(product('shop', []));
    const body = { kind: 'dataproducts', documentId: 'shop', format: 'json', source };
    const { json } = await propose('shop', body);
    const { verdict } = await get(json.id);
    expect(verdict).toMatchObject({
      impact: 'major',
      changes: [{ path: 'outputPorts[port-0]', rule: 'port-removed', impact: 'major' }],
      hits: {
        outputPorts: [
          { dataProductId: 'shop', dataProductName: 'Product shop', outputPortId: 'port-0' },
        ],
        accesses: ['reports'],
      },
      consumers: [{ teamId: 'marketing', teamName: 'Team marketing', userId: null }],
    });
  });

  it('tells the owning team by mail, once', async () => {
    const id = await proposed('mailed');
    const mails = await api.database.knex('notifications').where({ cause_id: id });
    expect(mails).toMatchObject([{ template: 'change-requested', recipient: 'olga@example.com' }]);
  });
});

describe('accepting', () => {
  it('saves the text in the name of the caller, and names the proposer in the audit trail', async () => {
    const id = await proposed('accepted');
    const { status } = await post(id, 'accept', { note: 'Thanks' });
    expect(status).toBe(200);
    const stored = await api.send('GET', '/api/datacontracts/accepted/datacontract.yaml');
    expect(stored.text).toBe(yamlOf('accepted', 'deprecated'));
    const { json: trail } = await api.send('GET', '/api/datacontracts/accepted/audit');
    expect(trail.slice(0, 2)).toMatchObject([
      {
        type: 'ChangeRequestAccepted',
        principal: `api-key:${ids['owner']}`,
        note: `Proposed by mia@example.com (api-key:${ids['proposer']}) in change request ${id}`,
      },
      { type: 'DataContractUpdatedEvent', principal: `api-key:${ids['owner']}` },
    ]);
    expect(await get(id)).toMatchObject({
      status: 'accepted',
      decisionNote: 'Thanks',
      decidedByName: 'olga@example.com',
      acceptedRevision: 2,
      verdict: null,
    });
    expect((await post(id, 'accept')).json.code).toBe('invalid_transition');
  });

  it('and the other decisions can be rehearsed', async () => {
    const id = await proposed('rehearsed');
    const effectsOf = async (action: string, by: string, body?: object): Promise<string[]> => {
      const { status, json } = await post(id, `${action}?dryRun=true`, body, by);
      expect(status).toBe(200);
      return json.effects.map(({ type }: { type: string }) => type.split('.').at(-1));
    };
    expect(await effectsOf('accept', 'owner')).toEqual([
      'DataContractUpdatedEvent',
      'ChangeRequestAcceptedEvent',
      'ChangeRequestAccepted',
    ]);
    expect(await effectsOf('decline', 'owner', { note: 'No' })).toEqual([
      'ChangeRequestDeclinedEvent',
    ]);
    expect(await effectsOf('withdraw', 'proposer')).toEqual(['ChangeRequestWithdrawnEvent']);
    expect(await get(id)).toMatchObject({ status: 'open', revision: 1, currentRevision: 1 });
  });

  it('is only for those who may save the document', async () => {
    const id = await proposed('protected');
    for (const by of ['proposer', 'stranger']) {
      expect((await post(id, 'accept', {}, by)).json.code).toBe('permission_denied');
      expect((await post(id, 'decline', { note: 'no' }, by)).json.code).toBe('permission_denied');
    }
    expect((await get(id)).status).toBe('open');
  });

  it('saves nothing when somebody saved meanwhile; an edit from the newest revision mends it', async () => {
    const id = await proposed('raced');
    const theirs = yamlOf('raced', 'active').replace('1.0.0', '1.0.1');
    const headers = { 'content-type': 'application/yaml' };
    await api.send('PUT', '/api/datacontracts/raced', { headers, body: theirs });
    const { status, json } = await post(id, 'accept');
    expect([status, json.code, json.currentRevision]).toEqual([409, 'concurrent_change', 2]);
    expect(await get(id)).toMatchObject({
      status: 'open',
      outdated: true,
      base: { revision: 1, text: yamlOf('raced', 'active') },
      current: { revision: 2, text: theirs },
      source: yamlOf('raced', 'deprecated'),
      baseVerdict: { impact: 'minor' },
    });
    const merged = yamlOf('raced', 'deprecated').replace('1.0.0', '1.0.1');
    const body = { title: 'Deprecate it', source: merged, baseRevision: 2 };
    const edit = await api.send('PUT', `/api/change-requests/${id}`, { key: keyOf('owner'), body });
    expect(edit.status).toBe(200);
    expect((await post(id, 'accept', {}, 'owner', { 'if-match': '"1"' })).status).toBe(412);
    expect((await post(id, 'accept', {}, 'owner', { 'if-match': '"2"' })).status).toBe(200);
    const stored = await api.send('GET', '/api/datacontracts/raced/datacontract.yaml');
    expect(stored.text).toBe(merged);
  });

  it('by two people at once saves once', async () => {
    const id = await proposed('twice');
    const answers = await Promise.all([post(id, 'accept'), post(id, 'accept')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { json } = await api.send('GET', '/api/datacontracts/twice/versions');
    expect(json).toHaveLength(2);
  });

  it('obeys the announced version where the organization enforces it', async () => {
    const id = await proposed('enforced');
    await api.send('PUT', '/api/teams/checkout', {
      body: team('checkout', {
        members: [{ emailAddress: 'olga@example.com', role: 'Owner' }],
        custom: { contractChanges: 'enforce' },
      }),
    });
    const { status, json } = await post(id, 'accept');
    expect([status, json.code]).toEqual([422, 'breaking_change']);
    expect((await get(id)).status).toBe('open');
  });
});

describe('the other steps', () => {
  it('declining keeps the note, and needs one', async () => {
    const id = await proposed('declined');
    expect((await post(id, 'decline', { note: ' ' })).status).toBe(422);
    expect((await post(id, 'decline', { note: 'Not **now**.' })).status).toBe(200);
    expect(await get(id)).toMatchObject({ status: 'declined', decisionNote: 'Not **now**.' });
  });

  it('withdrawing is for the proposer', async () => {
    const id = await proposed('withdrawn');
    expect((await post(id, 'withdraw')).json.code).toBe('permission_denied');
    expect((await post(id, 'withdraw', undefined, 'proposer')).status).toBe(200);
    expect((await get(id)).status).toBe('withdrawn');
  });

  it('comments stay in their order, with their authors', async () => {
    const id = await proposed('commented');
    await post(id, 'comments', { text: 'Why?' });
    await post(id, 'comments', { text: 'Nobody reads it.' }, 'proposer');
    expect((await get(id)).comments).toMatchObject([
      { text: 'Why?', principalName: 'olga@example.com' },
      { text: 'Nobody reads it.', principalName: 'mia@example.com' },
    ]);
  });

  it('editing is refused for others', async () => {
    const id = await proposed('edited');
    const body = { title: 'x', source: yamlOf('edited', 'draft') };
    const edit = (by: string) =>
      api.send('PUT', `/api/change-requests/${id}`, { key: keyOf(by), body });
    expect((await edit('stranger')).json.code).toBe('permission_denied');
    expect((await edit('proposer')).status).toBe(200);
    expect(await get(id)).toMatchObject({ revision: 2, title: 'x' });
  });

  it('are events of the feed', async () => {
    const id = await proposed('told');
    await post(id, 'decline', { note: 'No' });
    const rows = await api.database.knex('events').where({ subject_id: id }).orderBy('n');
    expect(rows.map(({ type, public: isPublic }) => [type, isPublic])).toEqual([
      ['ChangeRequestCreatedEvent', true],
      ['ChangeRequestDeclinedEvent', true],
    ]);
  });
});

describe('the list', () => {
  const list = async (query: string, by = 'owner') =>
    (await api.send('GET', `/api/change-requests?${query}`, { key: keyOf(by) })).json.map(
      ({ documentId }: { documentId: string }) => documentId,
    );

  it('filters by document, status and side, newest first', async () => {
    const [first, second] = [await proposed('listed-1'), await proposed('listed-2')];
    expect(await list('documentId=listed-1')).toEqual(['listed-1']);
    expect((await list('mine=decide&size=2')).sort()).toEqual(['listed-1', 'listed-2']);
    expect(await list('mine=decide', 'stranger')).toEqual([]);
    expect(await list('mine=proposer&size=2', 'proposer')).toEqual(['listed-2', 'listed-1']);
    expect(await list(`after=${second}&size=1`)).toEqual(['listed-1']);
    await post(first, 'decline', { note: 'No' });
    expect(await list('kind=datacontracts&status=declined&size=1')).toEqual(['listed-1']);
  });

  it('ends with its document', async () => {
    const id = await proposed('removed');
    await api.send('DELETE', '/api/datacontracts/removed');
    expect(await list('documentId=removed')).toEqual([]);
    expect((await get(id)).code).toBe('not_found');
  });
});

it('a PUT keeps whom the author has told', async () => {
  await api.send('PUT', '/api/datacontracts/informed', { body: contract('informed') });
  const path = '/api/datacontracts/informed?informedTeamId=marketing';
  const body = contract('informed', { schema: [], version: '2.0.0' });
  expect((await api.send('PUT', path, { body })).status).toBe(200);
  const { json } = await api.send('GET', '/api/datacontracts/informed/audit');
  expect(json[0]).toMatchObject({
    type: 'ConsumersInformed',
    note: 'Informed before this change: Team marketing',
  });
});
