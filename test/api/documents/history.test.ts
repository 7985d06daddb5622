import { recordEvent } from '../../../db/tables/feed/events.ts';
import { transact } from '../../../db/transact.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { makeDocument } from '../../support/builders/documents.ts';

let now = new Date('2026-03-01T12:00:00.000Z');
let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
});
afterAll(() => api.stop());

describe.each(documentKinds)('$name', (kind) => {
  const path = `/api/${kind.collection}/past`;
  const put = (name: string, at: string) => {
    now = new Date(at);
    return api.send('PUT', path, { body: makeDocument(kind, 'past', { name }) });
  };
  const nameAt = async (query: string) => {
    const { status, json } = await api.send('GET', `${path}?${query}`);
    return status === 200 ? json.name : status;
  };
  beforeAll(async () => {
    await put('one', '2026-03-01T12:00:00.000Z');
    await put('two', '2026-03-03T12:00:00.000Z');
    now = new Date('2026-03-05T12:00:00.000Z');
    await api.send('DELETE', path);
    await put('three', '2026-03-07T12:00:00.000Z');
  });

  it('is given as it was at an instant or at the end of a day', async () => {
    const expected = {
      '2026-03-01T11:59:59.999Z': 404,
      '2026-03-01T12:00:00Z': 'one',
      '2026-03-01 12:00': 'one',
      '2026-03-01T12:30:00%2B01:00': 404,
      '2026-03-01T14:30:00+01:00': 'one',
      '2026-02-28': 404,
      '2026-03-01': 'one',
      '2026-03-02': 'one',
      '2026-03-03': 'two',
      '2026-03-05T11:00:00Z': 'two',
      '2026-03-06': 404,
      '2026-03-07': 'three',
      '2099-01-01': 'three',
    };
    for (const [asOf, name] of Object.entries(expected))
      expect([asOf, await nameAt(`asOf=${asOf}`)]).toEqual([asOf, name]);
    for (const asOf of [
      'yesterday',
      '',
      '2026-02-30',
      '2026-13-01',
      '2026-03-01T25:00:00Z',
      '1',
      '2026-03-01T',
    ])
      expect([asOf, await nameAt(`asOf=${asOf}`)]).toEqual([asOf, 400]);
    expect((await api.send('GET', `/api/${kind.collection}/never?asOf=2026-03-02`)).status).toBe(
      404,
    );
  });

  it('is given as a revision has it, with its tag', async () => {
    const names = [];
    for (const version of [1, 2, 3, 4, 5]) names.push(await nameAt(`version=${version}`));
    expect(names).toEqual(['one', 'two', 404, 'three', 404]);
    for (const version of ['0', '-1', 'x', '1.5', '99999999999'])
      expect([version, await nameAt(`version=${version}`)]).toEqual([version, 400]);
    expect(await nameAt('version=1&asOf=2026-03-01')).toBe(400);
    const { headers } = await api.send('GET', `${path}?version=2`);
    expect(headers.get('etag')).toBe('"2"');
    const again = await api.send('GET', `${path}?version=2`, {
      headers: { 'if-none-match': '"2"' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  if (kind.yamlName !== undefined) {
    it('has its past in YAML too', async () => {
      const yaml = (query: string) => api.send('GET', `${path}/${kind.yamlName}?${query}`);
      const [one, two] = [await yaml('version=1'), await yaml('asOf=2026-03-03')];
      expect([one.text, two.text]).toEqual([
        expect.stringContaining('name: one'),
        expect.stringContaining('name: two'),
      ]);
      expect([one.headers.get('etag'), (await yaml('asOf=2026-02-28')).status]).toEqual([
        '"1-yaml"',
        404,
      ]);
    });
  }

  it('lists its revisions in pages', async () => {
    const versions = async (query: string) => {
      const { json, headers } = await api.send('GET', `${path}/versions${query}`);
      return [json.map((entry: { version: number }) => entry.version), headers.get('link')];
    };
    expect(await versions('')).toEqual([[4, 3, 2, 1], null]);
    expect(await versions('?size=3')).toEqual([[4, 3, 2], expect.stringContaining('after=2>')]);
    expect(await versions('?limit=3&after=2')).toEqual([[1], null]);
    expect(await versions('?size=3&p=1')).toEqual([[1], null]);
    expect((await api.send('GET', `/api/${kind.collection}/never/versions`)).status).toBe(404);
    expect((await api.send('GET', `${path}/versions?after=x`)).status).toBe(400);
  });

  it('has a trail of everything that was done to it, for keys of the organization', async () => {
    await transact(api.database, (tx) =>
      recordEvent(tx, {
        organizationId: api.organizationId,
        type: 'SomethingHiddenEvent',
        subjectKind: kind.name,
        subjectId: 'past',
        principal: 'system',
        requestId: undefined,
        public: false,
        now,
      }),
    );
    const { json } = await api.send('GET', `${path}/audit`);
    const { created, updated, deleted } = kind.events;
    expect(json.map(({ type, revision }: any) => `${type} ${revision}`)).toEqual([
      'SomethingHiddenEvent null',
      `${created} 4`,
      `${deleted} 3`,
      `${updated} 2`,
      `${created} 1`,
    ]);
    const system = { principal: 'system', principalName: 'Concordat' };
    expect(json[0]).toMatchObject({ public: false, ...system, requestId: null });
    expect(json[4]).toEqual({
      id: expect.any(String),
      at: '2026-03-01T12:00:00.000Z',
      type: created,
      principal: expect.stringMatching(/^api-key:/),
      principalName: 'organization',
      requestId: expect.any(String),
      revision: 1,
      public: kind.events.updated.endsWith('Event'),
    });
    const page = await api.send('GET', `${path}/audit?size=2`);
    expect(page.json).toEqual(json.slice(0, 2));
    const next = /<http:\/\/[^/]+([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await api.send('GET', next)).json).toEqual(json.slice(2, 4));
    expect((await api.send('GET', `${path}/audit?after=x`)).status).toBe(400);
    expect((await api.send('GET', `/api/${kind.collection}/never/audit`)).status).toBe(404);
    const reading = await api.newKey('organization_read');
    expect((await api.send('GET', `${path}/audit`, { key: reading.text })).status).toBe(200);
    for (const scope of ['team', 'user'] as const) {
      const { text } = await api.newKey(scope, { teamId: 'checkout', email: 'a@example.com' });
      const answer = await api.send('GET', `${path}/audit`, { key: text });
      expect([scope, answer.status, answer.json.code]).toEqual([scope, 403, 'permission_denied']);
    }
  });
});
