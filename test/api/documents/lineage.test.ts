import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

async function putContracts(...ids: string[]): Promise<void> {
  for (const id of ids) {
    const answer = await api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id) });
    expect(answer.status).toBe(200);
  }
}

/** A product that reads by some contracts, or systems as `system:x`, and offers others. */
async function put(id: string, reads: string[], offers: string[]): Promise<void> {
  const inputPorts = reads.map((from, n) => {
    const system = from.startsWith('system:') ? from.slice(7) : undefined;
    const source = { property: 'sourceSystemId', value: system };
    const port = { name: `in-${n}`, version: '1.0.0', contractId: system ? 'any' : from };
    return system ? { ...port, customProperties: [source] } : port;
  });
  const body = product(id, offers, { inputPorts });
  const answer = await api.send('PUT', `/api/dataproducts/${id}`, { body });
  expect([id, answer.text, answer.status]).toEqual([id, '', 200]);
}

type Node = { id: string; distance: number; hiddenUpstream: number; hiddenDownstream: number };

async function lineageOf(id: string, depth?: number) {
  const query = depth === undefined ? '' : `?depth=${depth}`;
  const { status, json } = await api.send('GET', `/api/dataproducts/${id}/lineage${query}`);
  expect(status).toBe(200);
  const nodes = json.nodes as Node[];
  const edges = json.edges as { from: Node; to: Node; contracts: { id: string }[] }[];
  return {
    json,
    distances: Object.fromEntries(nodes.map((node) => [node.id, node.distance])),
    hidden: Object.fromEntries(
      nodes.map((node) => [node.id, [node.hiddenUpstream, node.hiddenDownstream]]),
    ),
    edges: edges
      .map(
        ({ from, to, contracts }) =>
          `${from.id} → ${to.id}: ${contracts.map((one) => one.id).join()}`,
      )
      .toSorted(),
  };
}

describe('the lineage of data products', () => {
  beforeAll(async () => {
    await putContracts('raw', 'clean', 'sums', 'extra', 'any');
    await api.send('PUT', '/api/sourcesystems/crm', { body: { name: 'CRM', owner: 'checkout' } });
    await put('source', ['system:crm', 'system:desk'], ['raw']);
    await put('cleaner', ['raw'], ['clean', 'extra']);
    await put('report', ['clean', 'extra'], ['sums']);
    await put('board', ['sums'], []);
    await put('alone', [], []);
  });

  it('shows one step in both directions, with the contracts between', async () => {
    const { json, distances, edges } = await lineageOf('cleaner');
    expect(distances).toEqual({ cleaner: 0, source: -1, report: 1 });
    expect(edges).toEqual(['cleaner → report: clean,extra', 'source → cleaner: raw']);
    expect(json.nodes[0]).toEqual({
      kind: 'data-product',
      id: 'cleaner',
      name: 'Product cleaner',
      status: 'active',
      ownerId: 'checkout',
      ownerName: 'Team checkout',
      distance: 0,
      hiddenUpstream: 0,
      hiddenDownstream: 0,
    });
    const [first] = json.edges[0].contracts;
    expect([first.name, json.truncated]).toEqual([`Contract ${first.id}`, false]);
  });

  it('counts what lies beyond the depth', async () => {
    expect((await lineageOf('cleaner')).hidden).toEqual({
      cleaner: [0, 0],
      source: [2, 0],
      report: [0, 1],
    });
    const deeper = await lineageOf('cleaner', 2);
    expect(deeper.distances).toMatchObject({ crm: -2, desk: -2, board: 2 });
    expect(new Set(Object.values(deeper.hidden).flat())).toEqual(new Set([0]));
    expect((await lineageOf('board', 5)).distances).toMatchObject({ crm: -4, source: -3 });
  });

  it('names source systems, and leaves unknown ones without a name', async () => {
    const { json } = await lineageOf('source');
    const systems = (json.nodes as { kind: string; id: string; name: string | null }[])
      .filter(({ kind }) => kind === 'source-system')
      .map(({ id, name }) => [id, name]);
    expect(systems.toSorted()).toEqual([
      ['crm', 'CRM'],
      ['desk', null],
    ]);
  });

  it('survives circles and products that read their own ports', async () => {
    await putContracts('ping', 'pong');
    await put('ping', ['pong', 'ping'], ['ping']);
    await put('pong', ['ping'], ['pong']);
    const { distances, edges } = await lineageOf('ping', 5);
    expect(distances).toEqual({ ping: 0, pong: -1 });
    expect(edges).toEqual(['ping → pong: ping', 'pong → ping: pong']);
  });

  it('shows a product without ports alone, and refuses what it does not know', async () => {
    expect((await lineageOf('alone')).json).toMatchObject({ edges: [], truncated: false });
    for (const [path, status] of [
      ['nobody/lineage', 404],
      ['alone/lineage?depth=0', 400],
      ['alone/lineage?depth=6', 400],
    ] as const)
      expect((await api.send('GET', `/api/dataproducts/${path}`)).status).toBe(status);
  });

  it('ends at 300 nodes, and counts the others', async () => {
    await putContracts('popular');
    await put('hub', [], ['popular']);
    const ids = Array.from({ length: 310 }, (_, n) => `reader-${n}`);
    const lines = ids.map((id) =>
      JSON.stringify({
        resource: 'dataproducts',
        id,
        document: product(id, [], {
          inputPorts: [{ name: 'in', version: '1.0.0', contractId: 'popular' }],
        }),
      }),
    );
    await api.send('POST', '/api/import', {
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const { json, hidden } = await lineageOf('hub', 3);
    expect([json.nodes.length, json.edges.length, json.truncated]).toEqual([300, 299, true]);
    expect(hidden['hub']).toEqual([0, 11]);
  });
});

describe('the lineage of assets', () => {
  const putAsset = async (id: string, upstream: string[]) => {
    const relationships = upstream.map((assetId) => ({ relationshipType: 'upstream', assetId }));
    await api.send('PUT', `/api/assets/${id}`, { body: { id, info: { name: id }, relationships } });
  };

  it('is a graph when a depth is asked for, and two lists otherwise', async () => {
    await putAsset('a', []);
    await putAsset('b', ['a', 'lost']);
    await putAsset('c', ['b']);
    await putAsset('d', ['c']);
    const { json: lists } = await api.send('GET', '/api/assets/b/lineage');
    expect(Object.keys(lists)).toEqual(['upstream', 'downstream']);
    const { json } = await api.send('GET', '/api/assets/b/lineage?depth=1');
    expect(json).toMatchObject(lists);
    const nodes = json.nodes.map((node: Node & { name: string | null }) => [
      node.id,
      node.name,
      node.distance,
      node.hiddenDownstream,
    ]);
    expect(nodes).toEqual([
      ['b', 'b', 0, 0],
      ['a', 'a', -1, 0],
      ['lost', null, -1, 0],
      ['c', 'c', 1, 1],
    ]);
    expect(json.edges).toHaveLength(3);
    const { json: deep } = await api.send('GET', '/api/assets/a/lineage?depth=3');
    expect(deep.nodes).toHaveLength(4);
  });
});
