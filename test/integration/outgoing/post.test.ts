import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createEncrypted } from 'node:tls';
import type { Server as EncryptedServer } from 'node:tls';
import { post, PostBroken } from '../../../connectors/http/post.ts';
import type { PostAnswer } from '../../../connectors/http/post.ts';
import { until } from '../../support/until.ts';

type Receiver = { port: number; requests: IncomingMessage[]; bodies: string[]; sockets: Socket[] };

const servers: Server[] = [];
const strangers: EncryptedServer[] = [];

async function startReceiver(answer: RequestListener): Promise<Receiver> {
  const receiver: Receiver = { port: 0, requests: [], bodies: [], sockets: [] };
  const server = createServer((request, response) => {
    receiver.requests.push(request);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receiver.bodies.push(body);
      answer(request, response);
    });
  });
  server.on('connection', (socket) => receiver.sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  for (const server of strangers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** The address of a server with no certificate to show. */
async function startStranger(): Promise<string> {
  const server = createEncrypted({});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  strangers.push(server);
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function send(url: string, options: Partial<Parameters<typeof post>[0]> = {}): Promise<PostAnswer> {
  const allowedHosts = ['127.0.0.1', 'localhost'];
  const { signal } = new AbortController();
  const timing = { timeoutMs: 5_000, signal };
  return post({ url, headers: {}, body: '{"ä":1}', allowedHosts, ...timing, ...options });
}

describe('posting to an address of an organization', () => {
  it.each([
    ['shorter than', 999, false],
    ['one byte longer than', 1_001, true],
    ['much longer than', 2_000_000, true],
  ])('says whether an answer is cut that is %s what is read', async (_what, bytes, isCut) => {
    const receiver = await startReceiver((_request, response) => {
      response.end('x'.repeat(bytes));
    });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const answer = await send(url, { excerptBytes: 1_000 });
    expect(answer).toMatchObject({ status: 200, isCut, text: 'x'.repeat(Math.min(bytes, 1_000)) });
  });

  it('sends body and headers, and gives back status, headers and text', async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(202, { 'retry-after': '7' }).end('thank you\u0000');
    });
    const answer = await send(`http://localhost:${receiver.port}/hook?a=b`, {
      headers: { 'content-type': 'application/json', 'webhook-id': '1' },
    });
    expect(answer).toMatchObject({ status: 202, text: 'thank you\ufffd' });
    expect(answer.headers['retry-after']).toBe('7');
    expect(receiver.bodies).toEqual(['{"ä":1}']);
    const [request] = receiver.requests;
    expect([request?.method, request?.url]).toEqual(['POST', '/hook?a=b']);
    expect(request?.headers).toMatchObject({
      host: `localhost:${receiver.port}`,
      'content-type': 'application/json',
      'webhook-id': '1',
    });
  });

  it('does not follow a redirect', async () => {
    const canary = await startReceiver((_request, response) => response.end());
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end();
    });
    expect(await send(`http://127.0.0.1:${receiver.port}/`)).toMatchObject({ status: 307 });
    expect(canary.sockets).toEqual([]);
  });

  it('reads no more than the beginning of an answer', async () => {
    const chunk = 'é'.repeat(32 * 1024);
    let sent = 0;
    const receiver = await startReceiver((_request, response) => {
      const more = (): void => {
        while (sent < 10_000_000 && !response.destroyed) {
          sent += 2 * chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const { status, text } = await send(`http://127.0.0.1:${receiver.port}/`);
    expect([status, text]).toEqual([200, 'é'.repeat(512)]);
    await until('connection closed', () => receiver.sockets.every((socket) => socket.destroyed));
    expect(sent).toBeLessThan(10_000_000);
  });

  it('takes the status of an answer that trickles, and leaves when the time is up', async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await send(`http://127.0.0.1:${receiver.port}/`, { timeoutMs: 1_000 });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\.{1,60}$/);
  });

  it.each([
    ['never answers', (socket: Socket) => void socket],
    [
      'sends its headers byte by byte',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('H'), 1_000);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('gives up on a receiver that %s', async (_what, handle) => {
    const receiver = await startReceiver((request) => handle(request.socket));
    const sending = send(`http://127.0.0.1:${receiver.port}/secret-path`, { timeoutMs: 1_000 });
    await expect(sending).rejects.toThrow(/^127\.0\.0\.1: no answer within 1 s$/);
    await until('connection closed', () => receiver.sockets.every((socket) => socket.destroyed));
  });

  it('says why there was no answer', async () => {
    const receiver = await startReceiver((request) => void request.socket.destroy());
    const url = `http://127.0.0.1:${receiver.port}/secret-path`;
    await expect(send(url)).rejects.toThrow(/^127\.0\.0\.1: (socket hang up|read ECONNRESET)$/);
    await expect(send('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
    await expect(send('http://localhost:1/')).rejects.toThrow('ECONNREFUSED');
  });

  it.each([
    ['the connection is refused', () => Promise.resolve('http://127.0.0.1:1/'), false],
    [
      'the receiver does not encrypt',
      async () =>
        `https://127.0.0.1:${(await startReceiver((_, response) => response.end())).port}/`,
      false,
    ],
    ['the receiver has no certificate', startStranger, false],
    [
      'the receiver hangs up',
      async () =>
        `http://127.0.0.1:${(await startReceiver(({ socket }) => socket.destroy())).port}/`,
      true,
    ],
  ] as const)('knows whether it may have arrived when %s', async (_what, startOne, expected) => {
    const error: unknown = await send(await startOne()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PostBroken);
    expect(error).toMatchObject({ mayHaveArrived: expected });
  });

  it('stops when it is told to', async () => {
    const receiver = await startReceiver(() => undefined);
    const stopping = new AbortController();
    const sending = send(`http://127.0.0.1:${receiver.port}/`, { signal: stopping.signal });
    const caught = expect(sending).rejects.toThrow('stop now');
    await until('request arrived', () => receiver.bodies.length === 1);
    stopping.abort(new Error('stop now'));
    await caught;
    await expect(send('http://127.0.0.1/', { signal: stopping.signal })).rejects.toThrow('stop');
  });
});

describe('addresses that are not posted to', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST.:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    'http://[::ffff:8.8.8.8]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://10.1.2.3:PORT/',
    'http://100.64.0.1:PORT/',
    'http://172.31.0.1:PORT/',
    'http://192.168.0.1:PORT/',
    'http://198.18.0.1:PORT/',
    'http://[fc00::1]:PORT/',
    'http://[fd12:3456::1]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://224.0.0.1:PORT/',
    'http://255.255.255.255:PORT/',
    'http://user:password@8.8.8.8:PORT/',
    'http://user@localhost:PORT/',
    'ftp://localhost:PORT/',
    'file:///etc/passwd',
    'gopher://localhost:PORT/',
    'localhost:PORT',
    'no address',
    '',
  ])('%s', async (url) => {
    const canary = await startReceiver((_request, response) => response.end());
    const sending = send(url.replace('PORT', String(canary.port)), { allowedHosts: [] });
    await expect(sending).rejects.toMatchObject({ code: 'source_refused' });
    expect(canary.sockets).toEqual([]);
  });

  it('are so although their host is allowed when they hold metadata of a cloud', async () => {
    const allowedHosts = ['169.254.169.254', '[fe80::1]', '0.0.0.0'];
    for (const url of ['http://169.254.169.254/', 'http://[fe80::1]/', 'http://0.0.0.0/']) {
      await expect(send(url, { allowedHosts })).rejects.toThrow('never contacted');
    }
  });

  it('are opened by host and port only', async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const url = `http://127.0.0.1:${receiver.port}/`;
    const other = [`127.0.0.1:${receiver.port + 1}`, 'localhost', '127.0.0'];
    await expect(send(url, { allowedHosts: other })).rejects.toThrow('WEBHOOK_ALLOWED_HOSTS');
    const allowedHosts = [`127.0.0.1:${receiver.port}`];
    await expect(send(url, { allowedHosts })).resolves.toMatchObject({ status: 200 });
  });
});
