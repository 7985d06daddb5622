import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fs from 'node:fs';
import os from 'node:os';
import type { Source, SourceAccess, SourceTable } from '../../../../connectors/connector.ts';
import { openSource } from '../../../../connectors/open-source.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { startKafkaBroker } from '../../../support/fakes/kafka-broker.ts';
import type { KafkaBroker } from '../../../support/fakes/kafka-broker.ts';
import { until } from '../../../support/until.ts';

let broker: KafkaBroker;
const registries: Server[] = [];

beforeEach(async () => {
  broker = await startKafkaBroker();
});
afterEach(async () => {
  await broker.stop();
  for (const server of registries.splice(0)) server.close();
  const left = fs.readdirSync(os.tmpdir());
  expect(left.filter((name) => name.startsWith(`concordat-run-${process.pid}-`))).toEqual([]);
});

type Texts = readonly (string | Buffer | null)[];

/** A topic with these messages in each of its partitions. */
function publish(topic: string, ...partitions: Texts[]): void {
  const messages = partitions.map((values) =>
    values.map((value, offset) => ({ offset, value: value === null ? null : Buffer.from(value) })),
  );
  broker.topics.set(topic, { partitions: partitions.length, replicas: 1, messages });
}

const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_none, index) => `{"id": ${from + index}}`);

type Options = {
  server?: object;
  credentials?: Record<string, string>;
  allowedHosts?: string[];
  signal?: AbortSignal;
  schema?: unknown[];
};

function open({ server, credentials = {}, signal, ...other }: Options): Promise<Source> {
  const access: SourceAccess = {
    allowedHosts: other.allowedHosts ?? ['127.0.0.1'],
    allowedDataDirs: [],
    credentials: Object.fromEntries(
      Object.entries(credentials).map(([name, value]) => [`DATACONTRACT_KAFKA_${name}`, value]),
    ),
    statementTimeoutMs: 10_000,
  };
  const contract = { server: 's', type: 'kafka', host: broker.server, ...server };
  return openSource(contract, access, signal ?? new AbortController().signal);
}

type Read = { table: SourceTable | undefined; rows: unknown[] };

async function read(topic: string, options: Options = {}): Promise<Read> {
  const source = await open(options);
  try {
    const declared = normaliseContract({ schema: options.schema ?? [] }).tables;
    const table = (await source.describe([topic], declared)).get(topic);
    if (table === undefined || table.unreadable !== undefined) return { table, rows: [] };
    const { relation, columns } = table;
    const shown = columns.map(({ name }) => `"${name}" ->> '$' as "${name}"`).join(', ');
    return {
      table,
      rows: await source.query(`select ${shown || 1} from ${relation} order by all`),
    };
  } finally {
    await source.close();
  }
}

describe('a topic', () => {
  it('is read to its end, from all partitions, without committing', async () => {
    publish('orders', numbered(4), [], numbered(8, 10));
    const { table, rows } = await read('orders');
    expect(rows).toHaveLength(12);
    expect(table).toMatchObject({ cells: 'json', relation: '"orders"', columns: [{ name: 'id' }] });
    expect(table?.note).toBe(
      'Topic orders: a sample of the newest messages, at most 10000: 12 read',
    );
    const commit = 8;
    expect(broker.requests).not.toContain(commit);
    // It leaves its group.
    expect(broker.requests).toContain(13);
  });

  it('is read from its newest messages when there are more than wanted', async () => {
    publish('orders', numbered(2), numbered(20, 10), numbered(20, 40));
    const { table, rows } = await read('orders', { credentials: { MAX_MESSAGES: '8' } });
    const ids = rows.map((row) => Number((row as { id: string }).id));
    expect(ids.sort((one, other) => one - other)).toEqual([0, 1, 27, 28, 29, 57, 58, 59]);
    expect(table?.note).toContain('at most 8: 8 read');
  });

  it('counts tombstones and what cannot be read, and keeps numbers as they are', async () => {
    publish('orders', [
      '{"id": 9007199254740993,\n "a": 1.5}',
      null,
      'no json',
      '[1]',
      '{"a": "\\n"}',
    ]);
    const { table, rows } = await read('orders');
    expect(rows).toEqual([
      { id: '9007199254740993', a: '1.5' },
      { id: null, a: '\n' },
    ]);
    expect(table?.note).toMatch(
      /2 read, 1 tombstones, 2 messages that cannot be read \(.*no json/i,
    );
  });

  it('may be empty, missing, or named by the server', async () => {
    publish('empty', []);
    publish('there', numbered(1));
    expect((await read('empty')).table).toMatchObject({ columns: [] });
    const schema = [{ name: 'empty', properties: [{ name: 'id' }] }];
    const declared = { columns: [{ name: 'id' }], cells: 'json' };
    expect((await read('empty', { schema })).table).toMatchObject(declared);
    expect((await read('missing')).table).toBeUndefined();
    const customProperties = [{ property: 'topic', value: 'there' }];
    expect((await read('orders', { server: { customProperties } })).rows).toEqual([{ id: '0' }]);
  });

  it('cannot be read without a right to its offsets, and the others can', async () => {
    publish('orders', numbered(2));
    broker.topics.set('payroll', { partitions: 1, replicas: 1, offsetsError: 29 });
    const source = await open({});
    const tables = await source.describe(['payroll', 'orders'], []);
    await source.close();
    expect(tables.get('payroll')?.unreadable).toMatch(/not authorized to access topics/i);
    expect(tables.get('orders')?.note).toContain('2 read');
  });

  it('ends where compaction has left nothing', async () => {
    const messages = [
      [
        { offset: 5, value: Buffer.from('{"id": 5}') },
        { offset: 9, value: Buffer.from('{"id": 9}') },
      ],
    ];
    broker.topics.set('compacted', { partitions: 1, replicas: 1, messages });
    expect((await read('compacted')).rows).toHaveLength(2);
  });
});

const avroTable = {
  name: 'orders',
  properties: [
    { name: 'id', logicalType: 'integer', required: true },
    { name: 'name', logicalType: 'string' },
  ],
};

/** A registry with these schemas, by their ids. */
async function startRegistry(schemas: Record<number, object>): Promise<string> {
  const server = createServer((request, response) => {
    const id = /^\/schemas\/ids\/(\d+)$/.exec(request.url ?? '')?.[1];
    const found = schemas[Number(id)];
    const isKnown = request.headers.authorization === `Basic ${btoa('me:secret-word')}`;
    if (!isKnown) response.writeHead(401).end('{"message": "no"}');
    else if (found === undefined) response.writeHead(404).end('{"error_code": 40403}');
    else response.end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  registries.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const framed = (id: number, body: number[]): Buffer => Buffer.from([0, 0, 0, 0, id, ...body]);

describe('messages of Avro', () => {
  const fields = [
    { name: 'id', type: 'long' },
    { name: 'name', type: ['null', 'string'] },
  ];
  const schema = JSON.stringify({ type: 'record', name: 'Order', fields });

  it('are read by the schema that they name in the registry', async () => {
    const url = await startRegistry({ 7: { schema } });
    publish('orders', [framed(7, [4, 2, 2, 0x78]), framed(7, [6, 0]), framed(9, [1]), '{"id": 1}']);
    const registry = { SCHEMA_REGISTRY_USERNAME: 'me', SCHEMA_REGISTRY_PASSWORD: 'secret-word' };
    const credentials = { SCHEMA_REGISTRY_URL: url, ...registry };
    const { table, rows } = await read('orders', { server: { format: 'avro' }, credentials });
    expect(rows).toEqual([
      { id: '2', name: 'x' },
      { id: '3', name: null },
    ]);
    expect(table?.note).toMatch(/2 read, 2 messages that cannot be read \(.* answered 404/);
    expect(table?.note).not.toContain('secret-word');
  });

  it('are read by the schema that the contract makes when there is no registry', async () => {
    publish('orders', [Buffer.from([4, 2, 2, 0x78]), Buffer.from([6, 0]), Buffer.from([6, 0, 0])]);
    const options = { server: { format: 'avro' }, schema: [avroTable] };
    const { table, rows } = await read('orders', options);
    expect(rows).toHaveLength(2);
    expect(table?.note).toContain(
      '1 messages that cannot be read (the message has more bytes after its value)',
    );
  });

  it('are refused without any schema, as other formats are', async () => {
    publish('orders', ['x']);
    await expect(read('orders', { server: { format: 'avro' } })).rejects.toThrow(
      /SCHEMA_REGISTRY_URL/,
    );
    await expect(read('orders', { server: { format: 'protobuf' } })).rejects.toThrow(
      "Format 'protobuf' of Kafka is not supported; supported: json, avro",
    );
  });
});

describe('a cluster', () => {
  const login = { username: 'me', password: 'secret-word' };
  const signIn = (password: string): Record<string, string> => ({
    SASL_USERNAME: 'me',
    SASL_PASSWORD: password,
    SECURITY_PROTOCOL: 'SASL_PLAINTEXT',
  });

  it('lets in whom it knows, and refuses others without repeating the password', async () => {
    broker.login = login;
    publish('orders', numbered(2));
    expect((await read('orders', { credentials: signIn('secret-word') })).rows).toHaveLength(2);
    const failure = await read('orders', { credentials: signIn('wrong-word') }).catch(String);
    expect(failure).toMatch(/Could not connect to Kafka at 127.0.0.1:\d+ \(plain\)/);
    expect(failure).not.toContain('wrong-word');
  });

  it.each<[string, Options, RegExp]>([
    ['on no list', { allowedHosts: [] }, /Broker 127.0.0.1:\d+ is not allowed/],
    [
      'at an address of no one',
      { server: { host: '169.254.169.254:9092' }, allowedHosts: ['169.254.169.254'] },
      /never contacted/,
    ],
    ['without a host', { server: { host: '' } }, /needs a host such as broker:9092/],
    ['with half a login', { credentials: { SASL_USERNAME: 'me' } }, /SASL_PASSWORD is not set/],
    [
      'with an unknown mechanism',
      { credentials: { ...signIn('x'), SASL_MECHANISM: 'GSSAPI' } },
      /must be one of plain/,
    ],
    [
      'with no number of messages',
      { credentials: { MAX_MESSAGES: 'all' } },
      /MAX_MESSAGES must be a whole number/,
    ],
  ])('is refused %s', async (_name, options, reason) => {
    await expect(read('orders', options)).rejects.toThrow(reason);
    expect(broker.connections()).toBe(0);
  });

  it('is refused when it names a broker that is on no list', async () => {
    broker.advertised = { host: 'metadata.internal', port: 80 };
    publish('orders', numbered(1));
    await expect(read('orders')).rejects.toThrow(/Broker metadata.internal:80 is not allowed/);
  });

  it('that falls silent does not hold up the end', async () => {
    publish('orders', numbered(1));
    const fetch = 1;
    broker.silentFor.add(fetch);
    const silent = await read('orders', { credentials: { TIMEOUT: '1' } });
    expect(silent.table?.unreadable).toBe('no message of topic orders arrived within 1 s');
    broker.silentFor.clear();
    publish('many', numbered(9_000));
    const from = broker.requests.length;
    const slow = read('many', { credentials: { TIMEOUT: '1' } });
    await until('some', async () => broker.requests.slice(from).filter((key) => key === fetch).length > 2); // prettier-ignore
    broker.silentFor.add(fetch);
    expect((await slow).table?.note).toMatch(
      /at most 10000: \d+ of 9000 wanted read, as 1 s were over$/,
    );
    const controller = new AbortController();
    const running = read('orders', { signal: controller.signal });
    const before = broker.requests.length;
    await until('the fetch', async () => broker.requests.slice(before).includes(fetch));
    controller.abort(new Error('stop it'));
    await expect(running).rejects.toThrow('stop it');
  });
});
