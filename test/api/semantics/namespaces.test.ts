import { fillLinks } from '../../../db/migrations/0018-semantics.ts';
import { fillHeld } from '../../../db/migrations/0020-semantics-at-scale.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { entity, ontology, order, orderId, semantics } from '../../support/builders/ontologies.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  call = semantics(api);
  for (const id of ['sales', 'finance'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
afterAll(() => api.stop());

const events = async (subject: string): Promise<string[]> => {
  const rows = await api.database.knex('events').where({ subject_id: subject }).orderBy('n');
  return rows.map(({ type }: { type: string }) => type);
};

describe('a namespace', () => {
  const body = { namespace: 'made', name: 'Made', description: 'x', team: 'sales', extra: 1 };

  it('is created, read, replaced, listed and deleted with its ontology', async () => {
    const put = await api.send('PUT', call.at('made'), { body });
    expect([put.status, put.text]).toEqual([200, '']);
    expect(put.headers.get('x-catalog-warnings')).toContain('extra');
    const got = await api.send('GET', call.at('made'));
    expect(got.json).toEqual({ ...body, read_only: false });
    expect(got.headers.get('etag')).toBe(put.headers.get('etag'));
    // What was read can be written back and changes nothing.
    await api.send('PUT', call.at('made'), { body: got.text });
    const minimal = await call.get('made');
    expect(minimal.text).toBe(
      'name: made\ndescription: x\ncustom_properties:\n  display_name: Made\n  owner: sales\nontology: []\n',
    );
    expect((await call.put('made', minimal.text)).status).toBe(200);
    expect((await api.send('GET', '/api/semantics/experimental/namespaces')).json).toContainEqual(
      got.json,
    );
    expect((await api.send('DELETE', call.at('made'))).status).toBe(200);
    expect((await api.send('DELETE', call.at('made'))).status).toBe(200);
    const seen = { headers: { 'if-match': '"1"' } };
    expect((await api.send('DELETE', call.at('made'), seen)).status).toBe(412);
    for (const path of ['', '/ontology.yaml', '/revisions', '/concepts', '/branches'])
      expect((await api.send('GET', call.at('made', path))).status).toBe(404);
    expect(await events('made')).toEqual([
      'SemanticNamespaceCreatedEvent',
      'SemanticNamespaceUpdatedEvent',
      'SemanticNamespaceDeletedEvent',
    ]);
  });

  it('tells who did what to it and its branches', async () => {
    await call.put('told', ontology('told'));
    await call.cut('told', 'work');
    await call.putBranch(
      'told',
      'work',
      ontology('told', [order.replace('confirmed', 'paid'), orderId]),
    );
    await api.send('DELETE', call.branchAt('told', 'work'));
    await api.send('DELETE', call.at('told'));
    const trail = async (path: string) =>
      (await api.send('GET', `${path}/audit`)).json.map(({ type, principal }: any) => {
        expect(principal).toMatch(/^api-key:/);
        return type;
      });
    expect(await trail(call.at('told'))).toEqual([
      'SemanticNamespaceDeletedEvent',
      'SemanticNamespaceUpdatedEvent',
      'SemanticNamespaceCreatedEvent',
    ]);
    expect(await trail(call.branchAt('told', 'work'))).toEqual([
      'SemanticBranchDeletedEvent',
      'SemanticBranchUpdatedEvent',
      'SemanticBranchCreatedEvent',
    ]);
    for (const path of [call.at('never'), call.branchAt('told', 'never')]) {
      expect((await api.send('GET', `${path}/audit`)).status).toBe(404);
    }
  });

  it('keeps its team: that cannot be deleted, and is told why', async () => {
    await api.send('PUT', '/api/teams/gone', { body: team('gone') });
    await api.send('PUT', call.at('owned'), { body: { name: 'Owned', team: 'gone' } });
    const refused = await api.send('DELETE', '/api/teams/gone');
    expect([refused.status, refused.json.code]).toEqual([422, 'in_use']);
    expect(refused.json.detail).toContain("namespace 'owned'");
    await call.put('owned', ontology('owned'));
    expect((await api.send('DELETE', '/api/teams/gone')).json.detail).toContain("'owned'");
    await api.send('DELETE', call.at('owned'));
    expect((await api.send('DELETE', '/api/teams/gone')).status).toBe(200);
  });

  it('is said in its ontology too, where that says something else', async () => {
    const start = 'custom_properties: {owner: sales, display_name: Said} # kept\n';
    await call.put('said', start + ontology('said'));
    await api.send('PUT', call.at('said'), {
      body: { name: 'Called', description: 'Not in the text', team: 'finance' },
    });
    const { text, headers } = await call.get('said');
    const now = start.replace('sales', 'finance').replace('Said', 'Called');
    expect(text).toBe(now + ontology('said'));
    expect(headers.get('etag')).toBe('"2-yaml"');
    await call.put('said', text);
    expect((await api.send('GET', call.at('said'))).json).toMatchObject({
      name: 'Called',
      description: 'Not in the text',
      team: 'finance',
    });
  });

  it('names a team that exists, and its own id', async () => {
    const put = (change: object) =>
      api.send('PUT', call.at('bad'), { body: { name: 'Bad', ...change } });
    expect((await put({ team: 'unknown-team' })).json.code).toBe('unknown_reference');
    expect((await put({ namespace: 'other' })).json.code).toBe('id_mismatch');
    expect((await put({ name: undefined })).status).toBe(422);
    expect((await api.send('GET', call.at('bad'))).status).toBe(404);
  });
});

describe('PUT ontology.yaml', () => {
  it('replaces everything, keeps the bytes, and creates the namespace when missing', async () => {
    const text = ontology('fresh');
    const put = await call.put('fresh', text);
    expect([put.status, put.text, put.headers.get('etag')]).toEqual([200, '', '"1-yaml"']);
    const got = await call.get('fresh');
    expect(got.text).toBe(text);
    expect(got.headers.get('content-type')).toContain('application/yaml');
    const second = ontology('fresh', [orderId, entity('Customer')]);
    expect((await call.put('fresh', second)).headers.get('etag')).toBe('"2-yaml"');
    const { json } = await api.send('GET', call.at('fresh', '/concepts'));
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['Customer', 'order_id']);
    expect((await api.send('GET', call.at('fresh', '/concepts/order'))).status).toBe(404);
    expect((await api.send('GET', call.at('fresh', '/ontology.yaml?revision=1'))).text).toBe(text);
    const revisions = (await api.send('GET', call.at('fresh', '/revisions'))).json;
    expect(revisions.map((each: any) => [each.version, each.concepts])).toEqual([
      [2, 2],
      [1, 2],
    ]);
    const diff = (await api.send('GET', call.at('fresh', '/diff?from=1&to=2'))).json;
    expect(diff.map((each: any) => [each.external_id, each.op])).toEqual([
      ['order', 'remove'],
      ['Customer', 'add'],
    ]);
  });

  it('changes only text and ETag when the same is said in other bytes', async () => {
    await call.put('edited', ontology('edited'));
    const commented = `${ontology('edited')}# seen\n`;
    expect((await call.put('edited', commented)).headers.get('etag')).toBe('"1.1-yaml"');
    expect((await call.get('edited')).text).toBe(commented);
    const turned = ontology('edited', [orderId, order]);
    expect((await call.put('edited', turned)).headers.get('etag')).toBe('"1.2-yaml"');
    expect((await call.put('edited', turned)).headers.get('etag')).toBe('"1.2-yaml"');
    expect(await events('edited')).toHaveLength(2);
  });

  it('keeps the metadata that it omits', async () => {
    await call.put(
      'meta',
      `custom_properties: {owner: sales, display_name: Meta}\n${ontology('meta')}`,
    );
    await call.put('meta', ontology('meta'));
    expect((await api.send('GET', call.at('meta'))).json).toMatchObject({
      name: 'Meta',
      team: 'sales',
    });
    await call.put('meta', `custom_properties: {owner: finance}\n${ontology('meta')}`);
    expect((await api.send('GET', call.at('meta'))).json.team).toBe('finance');
    const found = await api.send('GET', '/api/search?query=order&resourceType=SEMANTIC_CONCEPT');
    const own = found.json.results.filter(({ id }: { id: string }) => id.startsWith('meta/'));
    expect(own.map((each: any) => each.ownerId)).toEqual(['finance', 'finance']);
  });

  it('obeys If-Match and If-None-Match', async () => {
    const put = (headers: Record<string, string>, body = ontology('locked')) =>
      api.send('PUT', call.at('locked', '/ontology.yaml'), {
        body,
        headers: { 'content-type': 'application/yaml', ...headers },
      });
    expect((await put({ 'if-match': '"1-yaml"' })).status).toBe(412);
    expect((await put({ 'if-none-match': '*' })).status).toBe(200);
    expect((await put({ 'if-none-match': '*' })).status).toBe(412);
    const changed = ontology('locked', [entity('A')]);
    expect((await put({ 'if-match': '"1-yaml"' }, changed)).status).toBe(200);
    expect((await put({ 'if-match': '"1-yaml"' })).status).toBe(412);
    const read = (tag: string) =>
      api.send('GET', call.at('locked', '/ontology.yaml'), { headers: { 'if-none-match': tag } });
    expect((await read('"2-yaml"')).status).toBe(304);
  });

  it('is for those who may edit what the owning team has, and the team that it would get', async () => {
    const { text: key } = await api.newKey('team', { teamId: 'sales' });
    const put = async (owner: string | undefined, name = 'kept') => {
      const start = owner === undefined ? '' : `custom_properties: {owner: ${owner}}\n`;
      const { status } = await api.send('PUT', call.at(name, '/ontology.yaml'), {
        key,
        body: start + ontology(name),
        headers: { 'content-type': 'application/yaml' },
      });
      return status;
    };
    expect(await put(undefined)).toBe(403);
    expect(await put('finance')).toBe(403);
    expect(await put('sales')).toBe(200);
    const explain = '/api/permissions/explain?action=RESOURCES_EDIT&resource=semantics/kept';
    const explained = (await api.send('GET', explain, { key })).json;
    expect([explained.allowed, explained.path]).toEqual([true, ['sales']]);
    expect(await put(undefined)).toBe(200);
    expect(await put('finance')).toBe(403);
    expect((await api.send('DELETE', call.at('kept'), { key })).status).toBe(200);
  });
});

describe('concepts', () => {
  beforeAll(() => call.put('shop', ontology('shop')));

  it('are read one by one, without the document', async () => {
    const got = await api.send('GET', call.at('shop', '/concepts/order'));
    expect(got.json).toEqual({
      id: 'order',
      name: 'Order',
      kind: 'entity',
      description: 'A confirmed purchase',
      status: 'active',
      properties: [{ ref: 'order_id' }],
    });
    expect(got.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(got.headers.get('sunset')).toContain('2099');
    const { json } = await api.send('GET', call.at('shop', '/relationships'));
    expect(json).toEqual([
      {
        id: 'order.identified by',
        name: 'identified by',
        type: 'hasProperty',
        roles: [{ concept: 'order' }, { concept: 'order_id' }],
      },
    ]);
    const path = call.at('shop', '/relationships/order.identified%20by');
    expect((await api.send('GET', path)).json).toEqual(json[0]);
  });

  it('are found by the search, with a page', async () => {
    const query = '/api/search?query=confirmed%20purchase&resourceType=SEMANTIC_CONCEPT';
    const { json } = await api.send('GET', query);
    const own = json.results.find(({ id }: { id: string }) => id === 'shop/order');
    expect(own).toMatchObject({
      name: 'Order',
      resourceType: 'SEMANTIC_CONCEPT',
      url: `${api.address}/semantics/shop/order`,
    });
  });

  it('know the contracts, products and fields that link to them, in every form of address', async () => {
    const link = (url: string, type = 'semantics') => ({
      authoritativeDefinitions: [{ type, url }],
    });
    await call.put(
      'linked',
      ontology('linked', [
        order.replace('id: order\n', 'id: order\n    iri: ex:Order\n'),
        orderId,
      ]).replace('ontology:', 'prefixes: {ex: "http://example.com/ns#"}\nontology:'),
    );
    const schema = [
      {
        name: 'orders',
        ...link('/acme/semantics/linked/order'),
        properties: [
          {
            name: 'order_id',
            logicalType: 'string',
            ...link('/acme/semantics/linked/order.order_id'),
          },
          {
            name: 'other',
            logicalType: 'string',
            ...link('http://example.com/ns#Order', 'semantic'),
          },
          { name: 'unrelated', logicalType: 'string', ...link('/acme/semantics/linked/orders') },
          {
            name: 'plain',
            logicalType: 'string',
            ...link('/acme/semantics/linked/order', 'businessDefinition'),
          },
        ],
      },
    ];
    const stored = await api.send('PUT', '/api/datacontracts/linking', {
      body: contract('linking', { team: { name: 'sales' }, schema }),
    });
    expect([stored.status, stored.text]).toEqual([200, '']);
    await api.send('PUT', '/api/dataproducts/linking', {
      body: product('linking', [], {
        team: { name: 'sales' },
        ...link('https://other.example.com/acme/semantics/linked/order'),
      }),
    });
    const usages = async (id: string) => {
      const { json } = await api.send('GET', call.at('linked', `/concepts/${id}/usages`));
      return json.usages.map((each: any) => [each.kind, each.fields.map((one: any) => one.path)]);
    };
    const fields = ['schema[0]', 'schema[0].properties[0]', 'schema[0].properties[1]'];
    expect(await usages('order')).toEqual([
      ['data-contract', fields],
      ['data-product', ['']],
    ]);
    expect(await usages('order_id')).toEqual([['data-contract', ['schema[0].properties[0]']]]);
    // Documents that were there before are found after the migration.
    await api.database.knex.raw(
      `update documents set search = ts_delete(search, array(
        select word from unnest(tsvector_to_array(search)) word where word like 'concept=%'))`,
    );
    expect(await usages('order')).toEqual([]);
    await fillLinks(api.database.knex);
    expect(await usages('order')).toHaveLength(2);
    await api.database.knex.raw(`update namespace_concepts set held = '{}'`);
    expect(await usages('order_id')).toEqual([]);
    await fillHeld(api.database.knex);
    expect(await usages('order_id')).toHaveLength(1);
    const unlinked = contract('linking', { team: { name: 'sales' } });
    await api.send('PUT', '/api/datacontracts/linking', { body: unlinked });
    expect(await usages('order_id')).toEqual([]);
  });
});
