import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { sendRaw } from '../../support/http/raw-request.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { name: 'Check-out' }) });
});
afterAll(() => api.stop());

const json = ['Content-Type: application/json'];

describe.each([
  ['tags', (id: string) => ({ id })],
  ['definitions', (id: string) => ({ id, owner: 'checkout' })],
])('ids of %s that hold a slash', (collection, body) => {
  it('are written raw and encoded, and are the same', async () => {
    const raw = await sendRaw(
      api,
      `PUT /api/${collection}/Governance/PII`,
      json,
      JSON.stringify(body('Governance/PII')),
    );
    expect(raw.status).toBe(200);
    const read = await api.send('GET', `/api/${collection}/Governance%2FPII`);
    expect([read.status, read.json.id]).toEqual([200, 'Governance/PII']);
    const again = await api.send('PUT', `/api/${collection}/Governance%2FPII`, {
      body: { ...body('Governance/PII'), links: { a: 'b' } },
    });
    expect(again.headers.get('etag')).toBe('"2"');
    const page = again.headers.get('location-html') ?? '';
    expect(page).toBe(`${api.address}/${collection}/Governance%2FPII`);
    expect(await (await fetch(page)).text()).toContain('Governance/PII');
    expect((await sendRaw(api, `DELETE /api/${collection}/Governance/PII`)).status).toBe(200);
  });

  it('have no empty parts and none of dots', async () => {
    for (const id of ['/x', 'x/', 'a//b', 'a/../b', '../b', 'a/.', 'a/%2e%2e/b', 's3:%2F%2Fx']) {
      const answer = await sendRaw(
        api,
        `PUT /api/${collection}/${id}`,
        json,
        '{"owner":"checkout"}',
      );
      expect([id, answer.status]).toEqual([id, 422]);
      expect(answer.text).toContain('"code":"invalid_id"');
    }
    expect((await sendRaw(api, `GET /api/${collection}/`)).status).toBe(404);
    const wrong = await sendRaw(api, `POST /api/${collection}/a/b`, json, '{}');
    expect([wrong.status, /allow: DELETE, GET, HEAD, OPTIONS, PUT/i.test(wrong.text)]).toEqual([
      405,
      true,
    ]);
  });

  it('may end in /versions: the document comes before the revisions', async () => {
    const at = (id: string) => `/api/${collection}/${id}`;
    await api.send('PUT', at('a'), { body: body('a') });
    const revisions = await api.send('GET', at('a/versions'));
    expect([revisions.status, revisions.json.length]).toEqual([200, 1]);
    await api.send('PUT', at('a/versions'), { body: body('a/versions') });
    const named = await api.send('GET', at('a/versions'));
    expect([named.json.id, named.headers.get('etag')]).toEqual(['a/versions', '"1"']);
    const again = await api.send('GET', at('a/versions'), { headers: { 'if-none-match': '"1"' } });
    expect(again.status).toBe(304);
    expect((await api.send('GET', at('a%2Fversions'))).json.id).toBe('a/versions');
    expect((await api.send('GET', at('a/versions/versions'))).json).toHaveLength(1);
    const longest = 'x'.repeat(250);
    await api.send('PUT', at(longest), { body: body(longest) });
    expect((await api.send('GET', at(`${longest}/versions`))).json).toHaveLength(1);
  });
});

describe('tags', () => {
  it('are filtered by their owner, by id and by name', async () => {
    await api.send('PUT', '/api/tags/owned', {
      body: { id: 'owned', info: { owner: 'checkout' } },
    });
    await api.send('PUT', '/api/tags/free', { body: { id: 'free' } });
    for (const owner of ['checkout', 'Check-out']) {
      const list = await api.send('GET', `/api/tags?owner=${owner}&p=0`);
      expect(list.json.map(({ id }: { id: string }) => id)).toEqual(['owned']);
    }
    expect((await api.send('GET', '/api/tags?owner=nobody')).json).toEqual([]);
  });

  it('exist in one case only', async () => {
    await api.send('PUT', '/api/tags/Case/Mixed', { body: { id: 'Case/Mixed' } });
    const other = await api.send('PUT', '/api/tags/case/mixed', { body: { id: 'case/mixed' } });
    expect([other.status, other.json.code]).toEqual([422, 'invalid_id']);
    const racing = await Promise.all(
      ['Race', 'race', 'RACE'].map((id) => api.send('PUT', `/api/tags/${id}`, { body: { id } })),
    );
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const definition = { owner: 'checkout' };
    for (const id of ['Case', 'case']) {
      expect((await api.send('PUT', `/api/definitions/${id}`, { body: definition })).status).toBe(
        200,
      );
    }
  });
});

describe('policies', () => {
  it('come back from PUT, and a number is their short name', async () => {
    const text = '{ "id": "GLOBAL-7", "name": "P", "status": "Accepted", "content": "# Be kind" }';
    const put = await api.send('PUT', '/api/policies/7', { body: text });
    expect([put.status, put.text]).toEqual([200, text]);
    expect(put.headers.get('content-type')).toContain('application/json');
    for (const id of ['7', 'GLOBAL-7']) {
      expect((await api.send('GET', `/api/policies/${id}`)).text).toBe(text);
    }
    const short = await api.send('PUT', '/api/policies/7', { body: { id: '7', name: 'Q' } });
    expect(short.json).toEqual({ name: 'Q', id: 'GLOBAL-7' });
    expect(
      (await api.send('PUT', '/api/policies/8', { body: { id: '7', name: 'Q' } })).json.code,
    ).toBe('id_mismatch');
    expect((await api.send('GET', '/api/policies?status=Accepted')).json).toEqual([]);
  });
});

describe('classification schemes', () => {
  it('are known by their external id, and PUT replaces all tiers', async () => {
    const at = '/api/classification-schemes/secrecy';
    const scheme = (names: string[]) => ({
      externalId: 'secrecy',
      name: 'Secrecy',
      classifications: names.map((name) => ({ externalId: name, name })),
    });
    expect((await api.send('PUT', at, { body: scheme(['a', 'b']) })).json).toEqual(
      scheme(['a', 'b']),
    );
    await api.send('PUT', at, { body: scheme(['c']) });
    expect((await api.send('GET', at)).json).toEqual(scheme(['c']));
    const mismatch = await api.send('PUT', at, { body: { ...scheme([]), externalId: 'other' } });
    expect(mismatch.json.code).toBe('id_mismatch');
    const plainId = await api.send('PUT', at, { body: { ...scheme([]), id: 'anything' } });
    expect([plainId.status, plainId.headers.get('x-catalog-warnings')]).toEqual([
      200,
      'Unknown members were stored: id',
    ]);
  });
});

describe('connectors', () => {
  const at = '/api/connectors/gcp';
  const connector = (change: object) => ({ id: 'gcp', info: { type: 'gcp' }, ...change });

  it('have a state, never null', async () => {
    for (const change of [{}, { state: null }]) {
      await api.send('PUT', at, { body: connector(change) });
      expect((await api.send('GET', at)).json).toEqual(connector({ state: {} }));
    }
    await api.send('PUT', at, { body: connector({ state: { lastEventId: 'e' } }) });
    expect((await api.send('GET', at)).json.state).toEqual({ lastEventId: 'e' });
  });

  it('keep their place after every event without revisions and events, but with new ETags', async () => {
    const revisions = async () => (await api.send('GET', `${at}/versions`)).json.length;
    await api.send('PUT', at, { body: connector({ state: { n: -1 } }) });
    const before = await revisions();
    const tags = new Set<string | null>();
    for (let n = 0; n < 5; n++) {
      const body = connector({ state: { n } });
      tags.add((await api.send('PUT', at, { body })).headers.get('etag'));
      expect((await api.send('GET', at)).json.state).toEqual({ n });
    }
    expect([await revisions(), tags.size]).toEqual([before, 5]);
    await api.send('PUT', at, {
      body: connector({ info: { type: 'gcp', connectorVersion: '2' } }),
    });
    expect(await revisions()).toBe(before + 1);
    const events = await api.database.knex('events').where({ subject_id: 'gcp' });
    expect(events.map((event) => [event.type, event.public])).toEqual([
      ['ConnectorCreated', false],
      ['ConnectorUpdated', false],
    ]);
  });
});
