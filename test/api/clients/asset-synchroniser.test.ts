import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { createClient, ownHeaders } from '../../support/http/http-client.ts';
import type { Client } from '../../support/http/http-client.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

/** The Java SDK: Accept as its generator makes it, a charset in the content type, and the key. */
let sdk: Client;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  sdk = createClient(api, {
    'user-agent': 'OpenAPI-Generator/1.0.0/java',
    accept: 'application/json, application/problem+json',
    'accept-encoding': 'gzip, x-gzip, deflate',
    'x-api-key': api.key,
  });
});
afterAll(() => api.stop());

const json = { 'content-type': 'application/json; charset=UTF-8' };
const errors = { accept: 'application/problem+json' };

/** What a connector finds on its platform. */
const assets = ['orders', 'customers'].map((name) => ({
  id: `databricks:prod.sales.${name}`,
  info: {
    source: 'unity',
    sourceId: `prod.sales.${name}`,
    type: 'unity_table',
    name,
    status: 'active',
    description: '',
  },
  columns: [
    { name: 'id', type: 'bigint', required: true, tags: [], custom: {} },
    { name: 'address', type: 'struct', properties: [{ name: 'city', type: 'string' }] },
  ],
  relationships: [{ relationshipType: 'parent', assetId: 'databricks:prod.sales' }],
  properties: { rows: '12', owner: 'root' },
  links: {},
}));

/** One run as the SDK does it: reads each, compares, and writes what differs. */
async function synchronise(found: readonly (typeof assets)[number][]): Promise<string[]> {
  const written: string[] = [];
  for (const asset of found) {
    const path = `/api/assets/${encodeURIComponent(asset.id)}`;
    const stored = await sdk('GET', path);
    if (stored.status === 404) {
      // Its generated client reads the body of every error before it looks at the status.
      expect(stored.json).toMatchObject({ status: 404, code: 'not_found' });
    } else if (isDeepEqual(stored.json, asset)) continue;
    const answer = await sdk('PUT', path, asset, { ...json, ...errors });
    expect([answer.status, answer.text]).toEqual([200, '']);
    written.push(asset.info.name);
  }
  return written;
}

const isDeepEqual = (one: unknown, two: unknown): boolean => {
  try {
    expect(one).toEqual(two);
    return true;
  } catch {
    return false;
  }
};

describe('assets', () => {
  it('are written once, and a second run finds nothing to rewrite', async () => {
    expect(await synchronise(assets)).toEqual(['orders', 'customers']);
    expect(await synchronise(assets)).toEqual([]);
    const [first, ...others] = assets as [(typeof assets)[number], (typeof assets)[number]];
    const changed = { ...first, info: { ...first.info, description: 'Changed' } };
    expect(await synchronise([changed, ...others])).toEqual(['orders']);
    expect(await synchronise([changed, ...others])).toEqual([]);
  });

  it('are deleted when they are gone from the platform', async () => {
    const path = `/api/assets/${encodeURIComponent(assets[1]?.id ?? '')}`;
    const deleted = await sdk('DELETE', path, undefined, errors);
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    const again = await sdk('DELETE', path, undefined, errors);
    expect([again.status, again.json.status]).toEqual([404, 404]);
  });
});

describe('the connectors for platforms', () => {
  it('read product, contract and team of an access, with what they look for in them', async () => {
    const port = {
      id: 'port-1',
      name: 'orders',
      version: '1.0.0',
      type: 'databricks',
      contractId: 'orders',
      customProperties: [{ property: 'contractServer', value: 'production' }],
    };
    const servers = [
      { server: 'production', type: 'databricks', host: 'x.example', catalog: 'c', schema: 's' },
    ];
    const members = [{ emailAddress: 'ada@example.com', role: 'Owner' }];
    const written: [string, object][] = [
      ['teams/checkout', team('checkout', { members })],
      ['datacontracts/orders', contract('orders', { servers })],
      ['dataproducts/orders', product('orders', [], { outputPorts: [port] })],
    ];
    for (const [path, body] of written) {
      expect((await sdk('PUT', `/api/${path}`, body, { ...json, ...errors })).status).toBe(200);
      const read = await sdk('GET', `/api/${path}`);
      expect([read.json, ownHeaders(read)]).toEqual([body, ['content-type', 'etag']]);
    }
  });

  it('follow the feed in the older way, until it is empty', async () => {
    const workers = startWorkers(api);
    const batch = { accept: 'application/cloudevents-batch+json' };
    let lastEventId = '';
    const subjects = await until('the product is told of', async () => {
      const seen: string[] = [];
      for (lastEventId = ''; ;) {
        const { json: events } = await sdk(
          'GET',
          `/api/events?lastEventId=${lastEventId}`,
          undefined,
          batch,
        );
        if (events.length === 0) return seen.includes('orders') && seen;
        seen.push(...events.map(({ subject }: { subject: string }) => subject));
        lastEventId = events.at(-1).id;
      }
    });
    await workers.stop();
    expect(subjects).toContain('checkout');
  });
});

describe('dataproduct-mcp', () => {
  it('finds active products by words, and reads one', async () => {
    const found = await sdk('GET', '/api/dataproducts?q=Product+orders&status=active');
    expect(found.json.map(({ id }: { id: string }) => id)).toEqual(['orders']);
    const none = await sdk('GET', '/api/dataproducts?q=orders&status=retired');
    expect(none.text).toBe('[]');
    expect((await sdk('GET', '/api/dataproducts/orders')).json.name).toBe('Product orders');
  });
});
