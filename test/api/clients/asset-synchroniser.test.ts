import { startApi } from '../../support/api.ts';
import type { TestApi } from '../../support/api.ts';
import { contract, product, team } from '../../support/contracts.ts';
import { createClient, ownHeaders } from '../../support/http-client.ts';
import type { Client } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/worker.ts';

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

describe('a listener for events', () => {
  it('registers itself, starts from the beginning, and keeps its place after every event', async () => {
    const path = '/api/connectors/databricks-prod';
    const unknown = await sdk('GET', path);
    expect([unknown.status, unknown.json.detail.length > 0]).toEqual([404, true]);
    const connector = { id: 'databricks-prod', info: { type: 'databricks' } };
    const registered = await sdk('PUT', path, connector, { ...json, ...errors });
    expect([registered.status, registered.text]).toEqual([200, '']);
    const known = await sdk('GET', path);
    expect(known.json).toEqual({ ...connector, state: {} });
    expect(known.headers['content-type']).toMatch(/^application\/json/);

    const workers = startWorkers(api);
    const feed = await until('events are there', async () => {
      const answer = await sdk('GET', '/api/events?longPolling=false');
      return answer.json.length >= 4 && answer;
    });
    await workers.stop();
    expect(feed.headers['content-type']).toMatch(/^application\/cloudevents-batch\+json/);
    const types = feed.json.map(({ type }: { type: string }) => type.split('.').at(-1));
    expect(types.slice(0, 3)).toEqual([
      'TeamCreatedEvent',
      'AssetCreatedEvent',
      'AssetCreatedEvent',
    ]);
    for (const { id } of feed.json) {
      const current = (await sdk('GET', path)).json;
      const moved = { ...current, state: { ...current.state, lastEventId: id } };
      expect((await sdk('PUT', path, moved, { ...json, ...errors })).status).toBe(200);
    }
    const { lastEventId } = (await sdk('GET', path)).json.state;
    const rest = await sdk('GET', `/api/events?lastEventId=${lastEventId}&longPolling=false`);
    expect([rest.status, rest.text]).toEqual([200, '[]']);
    // Its own progress is no event and no revision, or the feed would never end.
    expect((await sdk('GET', `${path}/versions`)).json).toHaveLength(1);
  });

  it('keeps its place when it writes YAML, too', async () => {
    const write = (place: string) =>
      sdk('PUT', '/api/connectors/plain', `id: plain\ninfo: {}\nstate: {lastEventId: ${place}}\n`, {
        'content-type': 'application/yaml',
      });
    for (const place of ['one', 'two']) {
      expect((await write(place)).status).toBe(200);
      const { json: known } = await sdk('GET', '/api/connectors/plain');
      expect(known.state).toEqual({ lastEventId: place });
    }
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
