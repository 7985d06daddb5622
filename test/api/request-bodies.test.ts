import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { answerClientError } from '../../api/client-errors.ts';
import { routes } from '../../api/routes/index.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { team } from '../support/contracts.ts';
import { until } from '../support/until.ts';

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

describe('the time that a request may take', () => {
  /** The API behind a server that waits 300 ms for a request, as api/main.ts makes one. */
  async function trickle(start: string, rest: string): Promise<string> {
    const server = createServer({
      requestTimeout: 300,
      headersTimeout: 300,
      connectionsCheckingInterval: 50,
    });
    server.on('request', api.handle);
    server.on('clientError', (error, socket) => answerClientError(error, socket as never));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    let begun = Date.now();
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.write(start);
    begun = Date.now();
    await until('the limit is past', () => Date.now() - begun > 900 || answer.includes('408'));
    socket.write(rest);
    await until('there is an answer', () => answer.includes('408') || answer.includes('summary'));
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return answer;
  }

  const record = `${JSON.stringify({ resource: 'teams', id: 'slow', document: team('slow') })}\n`;
  const head = (line: string, type: string, length: number) =>
    `${line} HTTP/1.1\r\nhost: x\r\nx-api-key: ${api.key}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

  it('ends for a document that does not come', async () => {
    const answer = await trickle(head('PUT /api/teams/slow', 'application/json', 100), 'x');
    expect(answer).toContain('408 Request Timeout');
  });

  it('does not end for an import that goes on', async () => {
    const start = head('POST /api/import', 'application/x-ndjson', record.length);
    const answer = await trickle(start + record.slice(0, 10), record.slice(10));
    expect(answer).toContain('200 OK');
    expect(answer).toContain('"created":1');
  });
});
