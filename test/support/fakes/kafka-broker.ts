import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { answerToConsumer, consumerRequests } from './kafka-consumer-answers.ts';
import type { FakeMessage } from './kafka-consumer-answers.ts';
import { encode } from './kafka-encoder.ts';
import type { Encoder } from './kafka-encoder.ts';

export type FakeTopic = {
  partitions: number;
  replicas: number;
  settings?: Record<string, string>;
  /** Messages by partition; offsets may have gaps, as after compaction. */
  messages?: readonly (readonly FakeMessage[])[];
  /** True if the user may not read its settings. */
  isSecret?: boolean;
  /** Error code of the answer to a request for its settings. */
  settingsError?: number;
  /** Error code of the answer to a request for its offsets. */
  offsetsError?: number;
};

export type KafkaBroker = {
  /** As `host:port`. */
  server: string;
  port: number;
  topics: Map<string, FakeTopic>;
  /** The address that the cluster gives to clients; its own by default. */
  advertised: { host: string; port: number } | undefined;
  /** If set, clients must sign in by SASL PLAIN. */
  login: { username: string; password: string } | undefined;
  /** Requests that get no answer. */
  silentFor: Set<number>;
  /** Requests that close the connection. */
  hangsUpOn: Set<number>;
  /** Requests that the broker does not list among those that it supports. */
  unsupported: Set<number>;
  /** Api keys of the requests so far. */
  requests: number[];
  connections: () => number;
  stop: () => Promise<void>;
};

const [metadata, handshake, apiVersions, describeConfigs, authenticate] = [3, 17, 18, 32, 36];

/** The supported versions of requests; newer versions have another layout. */
const spoken: readonly (readonly [number, number, number])[] = [
  [metadata, 0, 1],
  [handshake, 0, 1],
  [apiVersions, 0, 0],
  [describeConfigs, 0, 0],
  [authenticate, 0, 0],
  ...consumerRequests,
];

const unsupportedVersion = 35;
const topicAuthorizationFailed = 29;
const saslAuthenticationFailed = 58;

function metadataAnswer(broker: KafkaBroker): Encoder {
  const { host, port } = broker.advertised ?? { host: '127.0.0.1', port: broker.port };
  const node = encode().writeInt32(1).writeString(host).writeInt32(port).writeString(null);
  const topics = [...broker.topics].map(([name, { partitions, replicas }]) => {
    const nodes = Array.from({ length: replicas }, (_none, index) =>
      encode().writeInt32(index + 1),
    );
    const parts = Array.from({ length: partitions }, (_none, index) =>
      encode().writeInt16(0).writeInt32(index).writeInt32(1).writeArray(nodes).writeArray(nodes),
    );
    return encode()
      .writeInt16(0)
      .writeString(name)
      .writeBoolean(name.startsWith('__'))
      .writeArray(parts);
  });
  return encode().writeArray([node]).writeInt32(1).writeArray(topics);
}

/** Finds names by their text, because the request contains nothing similar. */
function configsAnswer(broker: KafkaBroker, request: Buffer): Encoder {
  const asked = namesIn(request).filter((name) => broker.topics.has(name));
  const resources = asked.map((name) => {
    const { settings = {}, isSecret = false, settingsError } = broker.topics.get(name) ?? {};
    const error = settingsError ?? (isSecret ? topicAuthorizationFailed : 0);
    const entries = Object.entries(settings).map(([key, value]) =>
      encode()
        .writeString(key)
        .writeString(value)
        .writeBoolean(false)
        .writeBoolean(false)
        .writeBoolean(false),
    );
    return encode()
      .writeInt16(error)
      .writeString(error === 0 ? null : 'not yours')
      .writeInt8(2)
      .writeString(name)
      .writeArray(error === 0 ? entries : []);
  });
  return encode().writeInt32(0).writeArray(resources);
}

/** The resources of a DescribeConfigs request of version 0. */
function namesIn(request: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  const int16 = (): number => request.readInt16BE((at += 2) - 2);
  const int32 = (): number => request.readInt32BE((at += 4) - 4);
  const text = (): string => {
    const length = int16();
    at += length;
    return request.toString('utf8', at - length, at);
  };
  for (let left = int32(); left > 0; left--) {
    at += 1;
    names.push(text());
    for (let keys = int32(); keys > 0; keys--) text();
  }
  return names;
}

function loginAnswer({ login }: KafkaBroker, request: Buffer): Encoder {
  const [, username, password] = request.subarray(4).toString('utf8').split('\0');
  const isRight = login?.username === username && login?.password === password;
  return encode()
    .writeInt16(isRight ? 0 : saslAuthenticationFailed)
    .writeString(isRight ? null : `no user ${username} with the password ${password}`)
    .writeBytes(Buffer.alloc(0));
}

function versionsAnswer({ unsupported }: KafkaBroker, version: number): Encoder {
  const supported = spoken.filter(([key]) => !unsupported.has(key));
  const versions = supported.map(([key, least, most]) =>
    encode().writeInt16(key).writeInt16(least).writeInt16(most),
  );
  return encode()
    .writeInt16(version === 0 ? 0 : unsupportedVersion)
    .writeArray(versions);
}

async function answerTo(broker: KafkaBroker, request: Buffer): Promise<Encoder | undefined> {
  const [key, version] = [request.readInt16BE(0), request.readInt16BE(2)];
  broker.requests.push(key);
  if (broker.silentFor.has(key)) return undefined;
  const body = request.subarray(10 + Math.max(request.readInt16BE(8), 0));
  if (key === apiVersions) return versionsAnswer(broker, version);
  if (key === metadata) return metadataAnswer(broker);
  if (key === describeConfigs) return configsAnswer(broker, body);
  if (key === handshake) {
    return encode()
      .writeInt16(0)
      .writeArray([encode().writeString('PLAIN')]);
  }
  if (key === authenticate) return loginAnswer(broker, body);
  return answerToConsumer(broker, key, body);
}

function serve(broker: KafkaBroker, socket: Socket): void {
  let pending = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readInt32BE(0)) {
      const end = 4 + pending.readInt32BE(0);
      const request = pending.subarray(4, end);
      pending = pending.subarray(end);
      if (broker.hangsUpOn.has(request.readInt16BE(0))) {
        broker.requests.push(request.readInt16BE(0));
        socket.destroy();
        return;
      }
      void answerTo(broker, request)
        .catch((e) => {
          console.log(String(e.stack));
          return undefined;
        })
        .then((answer) => {
          if (answer === undefined) return undefined;
          const frame = Buffer.alloc(8);
          frame.writeInt32BE(4 + answer.buffer.length, 0);
          request.copy(frame, 4, 4, 8);
          return socket.write(Buffer.concat([frame, answer.buffer]));
        });
    }
  });
}

/**
 * A fake broker on a real connection: it answers the requests for reading topics (ApiVersions, Metadata, DescribeConfigs, SASL
 * PLAIN) and those of one consumer, in the oldest versions that the client supports.
 */
export async function startKafkaBroker(): Promise<KafkaBroker> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    serve(broker, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const broker: KafkaBroker = {
    server: `127.0.0.1:${port}`,
    port,
    topics: new Map(),
    advertised: undefined,
    login: undefined,
    silentFor: new Set(),
    hangsUpOn: new Set(),
    unsupported: new Set(),
    requests: [],
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return broker;
}
