import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kafka } from '../../../connectors/kafka/asset-source.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { startKafkaBroker } from '../../support/fakes/kafka-broker.ts';
import type { KafkaBroker } from '../../support/fakes/kafka-broker.ts';
import { scanAll } from '../../support/sources/scan.ts';
import type { ScanOptions, ScanResult } from '../../support/sources/scan.ts';
import { until } from '../../support/until.ts';

let broker: KafkaBroker;
const registries: Server[] = [];

beforeEach(async () => {
  broker = await startKafkaBroker();
  const settings = { 'cleanup.policy': 'compact', 'retention.ms': '604800000', other: 'x' };
  broker.topics.set('orders', { partitions: 3, replicas: 2, settings });
  broker.topics.set('customers', { partitions: 1, replicas: 1 });
  broker.topics.set('payments', { partitions: 6, replicas: 3 });
  broker.topics.set('raw', { partitions: 1, replicas: 1 });
  broker.topics.set('__consumer_offsets', { partitions: 50, replicas: 3 });
});
afterEach(async () => {
  await broker.stop();
  for (const server of registries.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const place = {
  type: 'record',
  name: 'Place',
  namespace: 'shop',
  fields: [{ name: 'city', type: 'string' }],
};
const order = {
  type: 'record',
  name: 'Order',
  namespace: 'shop',
  doc: 'Orders of the shop',
  fields: [
    { name: 'id', type: 'long' },
    { name: 'to', type: ['null', 'shop.Place'], default: null },
  ],
};

/** Subjects and what their latest version says. */
const registered: Record<string, object> = {
  'orders-value': {
    schema: JSON.stringify(order),
    references: [{ name: 'shop.Place', subject: 'shop/place', version: 1 }],
  },
  'orders-key': { schema: '"string"' },
  'customers-value': {
    schemaType: 'JSON',
    schema: JSON.stringify({ properties: { id: { type: 'integer' } }, required: ['id'] }),
  },
  'payments-value': {
    schemaType: 'PROTOBUF',
    schema: 'syntax = "proto3"; message Payment { string id = 1; }',
  },
  'shop/place': { schema: JSON.stringify(place) },
};

type Registry = { url: string; paths: string[] };

async function startRegistry(
  subjects: Record<string, object> = registered,
  authorization?: string,
): Promise<Registry> {
  const registry: Registry = { url: '', paths: [] };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    registry.paths.push(path);
    const sent = request.headers.authorization;
    if (sent !== authorization) return response.writeHead(401).end(`unknown: ${sent}`);
    if (path === '/api/subjects') return response.end(JSON.stringify(Object.keys(subjects)));
    const subject = decodeURIComponent(/\/subjects\/([^/]+)\/versions/.exec(path)?.[1] ?? '');
    const found = subjects[subject];
    if (found !== undefined && 'status' in found) return response.writeHead(403).end('denied');
    if (found === undefined) return response.writeHead(404).end('{"error_code":40401}');
    return response.end(JSON.stringify({ subject, version: 4, id: 17, ...found }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  registries.push(server);
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  return registry;
}

const scan = (
  config: Record<string, unknown> = {},
  options: Partial<ScanOptions> = {},
): Promise<ScanResult> =>
  scanAll(kafka, {
    config: { bootstrapServers: [broker.server], ...config },
    access: { allowedHosts: ['127.0.0.1'] },
    ...options,
  });

function refuseSettings(code: number): void {
  for (const topic of broker.topics.values()) topic.settingsError = code;
}

const named = ({ assets }: ScanResult, name: string): ScannedAsset | undefined =>
  assets.find(({ path }) => path[0] === name);

const names = ({ assets }: ScanResult): string[] => assets.map(({ path }) => path.join('/'));

describe('a Kafka cluster', () => {
  it('is scanned to topics with their settings and fields', async () => {
    const { url } = await startRegistry();
    const result = await scan({ schemaRegistryUrl: url });
    expect(result.described).toBe('Kafka cluster without an id, 1 broker');
    expect(names(result)).toEqual(['customers', 'orders', 'payments', 'raw']);
    expect(named(result, 'orders')).toEqual({
      path: ['orders'],
      kind: 'topic',
      parent: null,
      description: 'Orders of the shop',
      columns: [
        { name: 'id', type: 'long', required: true },
        {
          name: 'to',
          type: 'record',
          required: false,
          properties: [{ name: 'city', type: 'string', required: true }],
          custom: { record: 'shop.Place', default: null },
        },
      ],
      properties: {
        partitions: 3,
        replicationFactor: 2,
        settings: { 'cleanup.policy': 'compact', 'retention.ms': '604800000' },
        valueSchema: { subject: 'orders-value', type: 'AVRO', version: 4, id: 17 },
        keySchema: {
          subject: 'orders-key',
          type: 'AVRO',
          version: 4,
          id: 17,
          fields: [{ name: 'value', type: 'string', required: true }],
        },
      },
    });
    expect(named(result, 'customers')?.columns).toMatchObject([
      { type: 'integer', required: true },
    ]);
    expect(named(result, 'payments')?.columns).toEqual([{ name: 'id', type: 'string' }]);
    expect(named(result, 'raw')?.columns).toBeUndefined();
    await expect(scan({ schemaRegistryUrl: url })).resolves.toEqual(result);
  });

  it('obeys filters and the size of pages, and shows internal topics on demand', async () => {
    const { url, paths } = await startRegistry();
    const some = await scan(
      { schemaRegistryUrl: url },
      { filters: { names: { exclude: ['r*', 'payments'] } } },
    );
    expect(names(some)).toEqual(['customers', 'orders']);
    expect(paths.join()).not.toContain('payments');
    const all = await scan({ includeInternal: true }, { pageSize: 2 });
    expect(names(all)[0]).toBe('__consumer_offsets');
    expect(all.pages).toEqual([2, 2, 1]);
  });

  it('has topics without settings when these may not be seen', async () => {
    broker.topics.set('payroll', { partitions: 1, replicas: 1, isSecret: true });
    const result = await scan();
    expect(named(result, 'payroll')?.properties).toEqual({ partitions: 1, replicationFactor: 1 });
    expect(named(result, 'orders')?.properties?.['settings']).toBeDefined();
    expect(result.notes).toHaveLength(1);
    expect(result.notes[0]).toContain('payroll: its settings cannot be read');
  });

  it.each([
    ['the topic, by any error code', -1],
    ['the topic, by an invalid request', 42],
  ])('loses only the settings of a topic that the broker refuses: %s', async (_how, code) => {
    broker.topics.set('payroll', { partitions: 1, replicas: 1, settingsError: code });
    const result = await scan();
    expect(names(result)).toHaveLength(5);
    expect(named(result, 'payroll')?.properties).not.toHaveProperty('settings');
    expect(named(result, 'orders')?.properties?.['settings']).toBeDefined();
    expect(result.notes).toEqual([
      expect.stringContaining('payroll: its settings cannot be read: '),
    ]);
  });

  it.each<[string, () => void, RegExp]>([
    ['closes the connection', () => broker.hangsUpOn.add(32), /Closed connection|ECONN|closed/],
    ['does not implement the request', () => broker.unsupported.add(32), /does not support/],
    ['answers UNSUPPORTED_VERSION', () => refuseSettings(35), /version of API is not supported/],
    ['may not be asked by the user', () => refuseSettings(31), /Cluster authorization failed/],
    ['does not answer', () => broker.silentFor.add(32), /timed out/],
  ])('is scanned without settings when the broker %s', async (_how, refuse, reason) => {
    refuse();
    const { url } = await startRegistry();
    const access = { allowedHosts: ['127.0.0.1'], statementTimeoutMs: 300 };
    const result = await scan({ schemaRegistryUrl: url }, { access });
    expect(names(result)).toEqual(['customers', 'orders', 'payments', 'raw']);
    expect(JSON.stringify(result.assets)).not.toContain('"settings"');
    expect(named(result, 'orders')?.columns).toHaveLength(2);
    expect(result.notes).toHaveLength(1);
    expect(result.notes[0]).toContain(
      'customers and the topics after it have no settings, because the cluster does not answer them: ',
    );
    expect(result.notes[0]).toMatch(reason);
  });

  it('has topics without fields when their schemas may not be read, or are of an unknown type', async () => {
    const { url } = await startRegistry({
      ...registered,
      'customers-value': { schemaType: 'THRIFT', schema: 'x' },
      'payments-value': { status: 403 },
    });
    const result = await scan({ schemaRegistryUrl: url });
    expect(named(result, 'orders')?.columns).toHaveLength(2);
    expect(named(result, 'payments')?.columns).toBeUndefined();
    expect(result.notes).toEqual([
      'customers has no fields: customers-value: customers-value has an unknown type of schema',
      expect.stringMatching(/^payments has no fields: payments-value: .* answered 403/),
    ]);
  });

  it('has topics without fields when their schemas make no sense', async () => {
    const { url } = await startRegistry({ 'orders-value': { schema: '{' } });
    const result = await scan({ schemaRegistryUrl: url });
    expect(named(result, 'orders')).toMatchObject({
      properties: { problem: 'orders-value: the Avro schema is not JSON' },
    });
    expect(named(result, 'orders')?.columns).toBeUndefined();
    expect(result.notes).toEqual([
      'orders has no fields: orders-value: the Avro schema is not JSON',
    ]);
  });

  it('is signed in to; no message repeats the password', async () => {
    broker.login = { username: 'ada', password: 'right-password' };
    const credentials = { username: 'ada', password: 'right-password' };
    const result = await scan({ saslMechanism: 'plain' }, { credentials });
    expect(names(result)).toHaveLength(4);
    const wrong = { username: 'ada', password: 'wrong-password' };
    const refusal = await scan({}, { credentials: wrong }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(String(refusal)).toContain('no user ada with the password ***');
    expect(String(refusal)).not.toContain('wrong-password');
    await expect(scan({}, { credentials: { username: 'ada' } })).rejects.toThrow('both');
  });
});

describe('hosts of Kafka', () => {
  it('are refused before any connection when they are not allowed', async () => {
    const refused = scan({}, { access: { allowedHosts: ['kafka.example.com'] } });
    await expect(refused).rejects.toMatchObject({ code: 'source_refused' });
    await expect(refused).rejects.toThrow('an operator can add it to ALLOWED_HOSTS');
    expect(broker.connections()).toBe(0);
  });

  it.each([
    ['169.254.169.254', 80],
    ['10.1.2.3', 9092],
    ['somewhere.invalid', 9092],
  ])('that the cluster names are refused, too: %s:%i', async (host, port) => {
    broker.advertised = { host, port };
    await expect(scan()).rejects.toThrow(`Broker ${host}:${port} is not allowed`);
    expect(broker.requests).not.toContain(32);
  });

  it('are never contacted at forbidden addresses, even when the list has them', async () => {
    broker.advertised = { host: '169.254.169.254', port: 80 };
    const access = { allowedHosts: ['127.0.0.1', '169.254.169.254'] };
    await expect(scan({}, { access })).rejects.toThrow('never contacted');
  });

  it('may be named when the list has them', async () => {
    broker.advertised = { host: 'localhost', port: broker.port };
    const access = { allowedHosts: ['127.0.0.1', 'localhost'] };
    expect(names(await scan({}, { access }))).toHaveLength(4);
  });

  it('are told apart from those that do not answer', async () => {
    await broker.stop();
    const refusal = await scan().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(String(refusal)).toContain(`Could not connect to Kafka at ${broker.server}`);
  });

  it.each([
    ['at the first word', 18],
    ['among the topics', 3],
    ['among the settings', 32],
  ])('that fall silent %s do not hold up an abort', async (_when, key) => {
    broker.silentFor.add(key);
    const cancelled = new AbortController();
    const access = { allowedHosts: ['127.0.0.1'], statementTimeoutMs: 3_600_000 };
    const scanning = scan({}, { access, signal: cancelled.signal });
    await until('it was asked', () => broker.requests.includes(key));
    cancelled.abort(new Error('cancelled'));
    await expect(scanning).rejects.toThrow('cancelled');
  });
});

describe('a schema registry', () => {
  const basic = `Basic ${Buffer.from('key:registry-secret').toString('base64')}`;

  it('is signed in to; no message repeats the password', async () => {
    const { url } = await startRegistry(registered, basic);
    const credentials = { registryUsername: 'key', registryPassword: 'registry-secret' };
    const result = await scan({ schemaRegistryUrl: url }, { credentials });
    expect(named(result, 'orders')?.columns).toHaveLength(2);
    const wrong = { registryUsername: 'key', registryPassword: 'another-secret' };
    const asking = scan({ schemaRegistryUrl: url }, { credentials: wrong });
    const refusal = await asking.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(String(refusal)).toContain('answered 401: unknown: ***');
    expect(String(refusal)).not.toMatch(/another-secret|a2V5/);
  });

  it('is refused on a host that is not allowed', async () => {
    const { url, paths } = await startRegistry();
    const access = { allowedHosts: [broker.server] };
    await expect(scan({ schemaRegistryUrl: url }, { access })).rejects.toThrow('not allowed');
    expect(paths).toEqual([]);
  });

  it('that fails midway ends the scan, which would be incomplete', async () => {
    const { url } = await startRegistry({
      ...registered,
      'orders-value': { references: [{ name: 'x', subject: 'gone', version: 1 }], schema: '{}' },
    });
    await expect(scan({ schemaRegistryUrl: url })).rejects.toThrow('answered 404');
  });
});
