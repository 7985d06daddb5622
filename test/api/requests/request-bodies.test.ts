import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerOptions } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { answerClientError } from '../../../api/http/errors/client-errors.ts';
import { routes } from '../../../api/routes/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const json = { 'content-type': 'application/json' };
const put = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  api.send('PUT', '/api/teams/packed', { body, headers: { ...json, ...headers } });

describe('compressed bodies', () => {
  const text = JSON.stringify(team('packed'));

  it('that are broken are answered also to who sends all before reading, and the connection goes on', async () => {
    const socket = connect(api.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    const length = 40 * 1024 * 1024;
    const head = `x-api-key: ${api.key}\r\nhost: x\r\n`;
    socket.write(
      `PUT /api/teams/packed HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${length}\r\n\r\n`,
    );
    await new Promise((sent) => socket.write(Buffer.alloc(length, 1), sent));
    socket.write(`GET /api/teams/checkout HTTP/1.1\r\n${head}\r\n`);
    await until('both are answered', () => /HTTP\/1.1 400[^]*HTTP\/1.1 200/.test(answer));
    socket.destroy();
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('are accepted as %s, and stored unpacked', async (encoding, body) => {
    expect((await put(body, { 'content-encoding': encoding })).status).toBe(200);
    expect((await api.send('GET', '/api/teams/packed')).text).toBe(text);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'are refused when %s unpacks to more than the limit, however small they are',
    async (encoding, pack) => {
      const body = pack(Buffer.alloc(50 * 1024 * 1024, 'x'));
      expect(body.length).toBeLessThan(100_000);
      const { status, json } = await put(body, { 'content-encoding': encoding });
      expect([status, json.code]).toEqual([413, 'payload_too_large']);
    },
  );

  it.each(['gzip', 'deflate', 'br'])('are refused as %s when they break off', async (encoding) => {
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding];
    const whole = pack?.(JSON.stringify(team('packed', { description: 'a b c '.repeat(1_000) })));
    const { status, json } = await put(whole?.subarray(0, -5) ?? '', {
      'content-encoding': encoding,
    });
    expect([status, json.code]).toEqual([400, 'malformed_body']);
  });

  it.each(['zip', 'constructor', 'gzip, gzip', '__proto__'])(
    'are refused as %s',
    async (encoding) => {
      const { status, json } = await put('{}', { 'content-encoding': encoding });
      expect([status, json.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('may hold 5 MB and no byte more', async () => {
    const limit = 5 * 1024 * 1024;
    const sized = (bytes: number) => {
      const empty = JSON.stringify(team('packed', { description: '' })).length;
      return JSON.stringify(team('packed', { description: 'x'.repeat(bytes - empty) }));
    };
    expect(sized(limit)).toHaveLength(limit);
    for (const pack of [(text: string) => Buffer.from(text), gzipSync]) {
      const headers = pack === gzipSync ? { 'content-encoding': 'gzip' } : {};
      expect((await put(pack(sized(limit)), headers)).status).toBe(200);
      expect((await put(pack(sized(limit + 1)), headers)).status).toBe(413);
    }
  });
});

/** Routes whose body may be left out; each must take an empty one under any type that clients send by habit. */
const optional = routes.filter(({ body, access }) => body && !body.required && access === 'key');

it.each(optional.map(({ method, path }) => ({ method, path })))(
  '$method $path takes an empty body as none',
  async ({ method, path }) => {
    const at = path.replaceAll(/[:*]\w+/g, '00000000-0000-7000-8000-000000000000');
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain']) {
      const { json } = await api.send(method, at, { body: '', headers: { 'content-type': type } });
      expect(['malformed_body', 'unsupported_media_type']).not.toContain(json?.code);
    }
  },
);

it('no route looks at a body that it does not take', async () => {
  for (const body of ['', 'not JSON']) {
    const answer = await api.send('DELETE', '/api/teams/none', { body, headers: json });
    expect(answer.json.code).toBe('not_found');
  }
});

/** The API behind a server as api/main.ts makes one; `limits` are shorter where a test waits for them. */
async function serve(limits: ServerOptions = {}): Promise<Server> {
  const server = createServer(limits);
  server.on('request', api.handle);
  server.on('clientError', (error, socket) => answerClientError(error, socket as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
const connectionsOf = (server: Server) =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

describe('a client that sends all before it reads, and then ends the connection', () => {
  const length = 40 * 1024 * 1024;
  const packed = `content-type: application/json\r\ncontent-encoding: gzip\r\n`;

  it.each([
    ['GET', 'which takes no body', '', 200],
    ['PUT', 'which refuses it at its beginning', packed, 400],
    ['PUT', 'which refuses it unread', 'content-type: application/json\r\n', 413],
  ])('gets the answer of %s, %s', async (method, _what, headers, status) => {
    const socket = connect(api.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    const ended = once(socket, 'close');
    socket.write(
      `${method} /api/teams/checkout HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${api.key}\r\n${headers}content-length: ${length}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(length, 1));
    // Rejects if the connection is reset.
    expect(await ended).toEqual([false]);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });
});

describe('a client that does not end', () => {
  const head = (length: string) =>
    `PUT /api/teams/endless HTTP/1.1\r\nhost: x\r\nx-api-key: ${api.key}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;

  /** More than the kernel keeps: a client that sends all of it before it reads has no answer if it is not taken. */
  const chunks = `100000\r\n${' '.repeat(0x100000)}\r\n`.repeat(30);

  type Case = [what: string, text: () => string, status: number];
  const cases: Case[] = [
    ['what is no HTTP', () => 'NONSENSE\r\n\r\n', 400],
    ['a body that is refused unread', () => `${head('content-length: 9999999')}{`, 413],
    ['more chunks than it may', () => head('transfer-encoding: chunked') + chunks, 413],
  ];

  /** What is answered until the connection is cut off, which takes a while. */
  async function answerTo(text: string): Promise<string> {
    const server = await serve();
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).setEncoding('utf8');
    await new Promise((sent) => socket.write(text, sent));
    let answer = '';
    socket.on('data', (data: string) => (answer += data));
    await until('it is cut off', async () => (await connectionsOf(server)) === 0);
    await stop(server);
    return answer;
  }

  let answers: string[];
  beforeAll(async () => {
    answers = await Promise.all(cases.map(([, text]) => answerTo(text())));
  });

  it.each(cases)('gets one answer to %s, and is cut off', (what, _text, status) => {
    const answer = answers[cases.findIndex(([name]) => name === what)];
    expect(answer?.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });
});

describe('the time that a request may take', () => {
  /** Sends the beginning of a request; returns its connection, and what has been answered. */
  function begin(server: Server, start: string): { socket: Socket; answer: () => string } {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.write(start);
    return { socket, answer: () => answer };
  }

  /**
   * The API behind a server that waits 300 ms for a request, as api/main.ts makes one. The rest is sent when the server has ended
   * another request that began later.
   */
  async function trickle(start: string, rest: string): Promise<string> {
    const server = await serve({
      requestTimeout: 300,
      headersTimeout: 300,
      connectionsCheckingInterval: 50,
    });
    const { socket, answer } = begin(server, start);
    await until('it has begun', async () => (await connectionsOf(server)) === 1);
    const later = begin(server, unfinished);
    await until('the limit is past', () => later.answer().includes('408'));
    socket.write(rest);
    await until('there is an answer', () => /408|summary/.test(answer()));
    socket.destroy();
    await stop(server);
    return answer();
  }

  const record = `${JSON.stringify({ resource: 'teams', id: 'slow', document: team('slow') })}\n`;
  const head = (line: string, type: string, length: number) =>
    `${line} HTTP/1.1\r\nhost: x\r\nx-api-key: ${api.key}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  let unfinished: string;
  beforeAll(() => (unfinished = head('PUT /api/teams/slow', 'application/json', 100)));

  it('ends for a document that does not come', async () => {
    const answer = await trickle(unfinished, 'x');
    expect(answer).toContain('408 Request Timeout');
  });

  it('does not end for an import that goes on', async () => {
    const start = head('POST /api/import', 'application/x-ndjson', record.length);
    const answer = await trickle(start + record.slice(0, 10), record.slice(10));
    expect(answer).toContain('200 OK');
    expect(answer).toContain('"created":1');
  });
});
