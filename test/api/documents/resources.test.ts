import { documentKinds } from '../../../domain/kinds/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { resources } from '../../support/builders/resources.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
});
afterAll(() => api.stop());

it('knows every kind of our own resources', () => {
  const own = documentKinds
    .map(({ collection }) => collection)
    .filter((name) => !/^(teams|datacontracts|dataproducts)$/.test(name));
  expect(resources.map(({ collection }) => collection)).toEqual(own);
});

describe.each(resources)('$collection', (resource) => {
  const { collection, body, idMember, announces, ownedBy } = resource;
  const at = (id: string) => `/api/${collection}/${id}`;
  const put = (id: string, change: unknown = {}, headers: Record<string, string> = {}) =>
    api.send('PUT', at(id), {
      body: typeof change === 'string' ? change : { ...body(id), ...(change as object) },
      headers,
    });

  it('is created, read, listed, replaced and deleted, with revisions, ETags and its page', async () => {
    const text = JSON.stringify({ ...body('life'), odd: 1.1 }, undefined, 1).replace('1.1', '1.10');
    const created = await put('life', text);
    expect([created.status, created.headers.get('etag')]).toEqual([200, '"1"']);
    expect(decodeURIComponent(created.headers.get('x-catalog-warnings') ?? '')).toBe(
      'Unknown members were stored: odd',
    );
    const page = created.headers.get('location-html') ?? '';
    expect(page).toBe(`${api.address}/${collection}/life`);
    expect((await fetch(page)).status).toBe(200);
    const read = await api.send('GET', at('life'));
    expect([read.text, read.headers.get('etag')]).toEqual([text, '"1"']);
    expect((await put('life', read.text)).headers.get('etag')).toBe('"1"');
    await put('other');
    const list = await api.send('GET', `/api/${collection}?p=0&size=1`);
    expect([list.text, list.headers.get('link')]).toEqual([
      `[${text}]`,
      expect.stringContaining('rel="next"'),
    ]);
    expect((await put('life', {})).headers.get('etag')).toBe('"2"');
    expect((await api.send('GET', `${at('life')}?version=1`)).text).toBe(text);
    expect((await api.send('GET', `${at('life')}/versions`)).json).toHaveLength(2);
    const stale = await api.send('DELETE', at('life'), { headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    const none = await api.send('DELETE', at('life'), { headers: { 'if-match': '' } });
    expect([none.status, none.json.detail]).toEqual([400, 'If-Match has no value.']);
    const fresh = await api.send('GET', at('life'), { headers: { 'if-none-match': '"2"' } });
    expect(fresh.status).toBe(304);
    const deleted = await api.send('DELETE', at('life'));
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    for (const method of ['GET', 'DELETE']) {
      const gone = await api.send(method, at('life'));
      expect([gone.status, gone.json.code]).toEqual([404, 'not_found']);
    }
  });

  it('tells the feed what it should, and the audit trail the rest', async () => {
    await put('told');
    await put('told', { more: true });
    await api.send('DELETE', at('told'));
    const events = await api.database
      .knex('events')
      .where({ subject_id: 'told', organization_id: api.organizationId })
      .whereIn(
        'subject_kind',
        documentKinds.filter((kind) => kind.collection === collection).map(({ name }) => name),
      )
      .orderBy('n');
    expect(events.map((event) => event.public)).toEqual(Array(3).fill(announces !== undefined));
    if (announces !== undefined) {
      expect(events.map((event) => event.type)).toEqual(
        ['Created', 'Updated', 'Deleted'].map((verb) => `${announces}${verb}Event`),
      );
    }
  });

  it('refuses what is missing, of a wrong type or outside an enumeration, and names the field', async () => {
    for (const member of resource.required) {
      for (const value of [undefined, null]) {
        const answer = await put('bad', { [member]: value });
        expect([member, answer.status, answer.json.code]).toEqual([
          member,
          422,
          'invalid_document',
        ]);
        expect(answer.json.violations.map(({ field }: { field: string }) => field)).toContain(
          member,
        );
      }
    }
    for (const [field, change] of resource.wrong) {
      const answer = await put('bad', change);
      expect([field, answer.status, answer.json.code]).toEqual([field, 422, 'invalid_document']);
      expect(
        answer.json.violations.map((violation: { field: string }) => violation.field),
      ).toContain(field);
    }
    expect((await api.send('GET', at('bad'))).status).toBe(404);
  });

  it('takes null for what is optional, and gives it back', async () => {
    const { optional } = resource;
    expect((await put('null', { [optional]: null })).status).toBe(200);
    expect((await api.send('GET', at('null'))).json[optional]).toBeNull();
  });

  it('carries the id of its path', async () => {
    const other = await put('bad', { [idMember]: 'other' });
    expect([other.status, other.json.code]).toEqual([422, 'id_mismatch']);
    expect((await put('bad', { [idMember]: 7 })).json.code).toBe('id_mismatch');
    const { [idMember]: _, ...without } = body('filled');
    expect((await put('filled', JSON.stringify(without))).headers.get('etag')).toBeNull();
    expect((await api.send('GET', at('filled'))).json[idMember]).toBe('filled');
  });

  it('is written by keys of its owning team only, or of the organization when it has none', async () => {
    const { text: key } = await api.newKey('team', { teamId: 'checkout' });
    const { text: reader } = await api.newKey('organization_read');
    await api.send('PUT', '/api/teams/rivals', { body: team('rivals') });
    const { text: rival } = await api.newKey('team', { teamId: 'rivals' });
    const write = async (as: string) => {
      const written = await api.send('PUT', at('mine'), { body: body('mine'), key: as });
      const deleted = await api.send('DELETE', at('mine'), { key: as });
      return [written.status, deleted.status];
    };
    await put('mine');
    const isOwned = ownedBy !== undefined || collection === 'example-data';
    expect(await write(rival)).toEqual([403, 403]);
    expect(await write(reader)).toEqual([403, 403]);
    expect(await write(key)).toEqual(isOwned ? [200, 200] : [403, 403]);
    if (!isOwned) return;
    expect((await api.send('PUT', at('mine'), { body: body('mine'), key: rival })).status).toBe(
      403,
    );
    expect((await api.send('PUT', at('mine'), { body: body('mine'), key })).status).toBe(200);
  });
});

describe.each(resources.filter(({ ownedBy }) => ownedBy))(
  'the owner of $collection',
  (resource) => {
    const { collection, body, ownedBy } = resource;
    const put = (id: string, owner: string) =>
      api.send('PUT', `/api/${collection}/${id}`, { body: { ...body(id), ...ownedBy?.(owner) } });

    it('exists, and cannot be deleted before', async () => {
      const answer = await put('bad', 'ghosts');
      expect([answer.status, answer.json.code]).toEqual([422, 'unknown_reference']);
      expect(answer.json.detail).toContain("'ghosts'");
      await api.send('PUT', '/api/teams/holder', { body: team('holder') });
      await put('held', 'holder');
      expect((await api.send('DELETE', '/api/teams/holder')).json.code).toBe('in_use');
      await api.send('DELETE', `/api/${collection}/held`);
      expect((await api.send('DELETE', '/api/teams/holder')).status).toBe(200);
    });
  },
);
