import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestJson, requestSource } from '../../../connectors/http/source.ts';
import type { SourceAnswer, SourceRequest } from '../../../connectors/http/source.ts';
import { until } from '../../support/until.ts';

const servers: Server[] = [];

type Platform = { url: string; requests: IncomingMessage[]; bodies: string[] };

async function startPlatform(answer: RequestListener): Promise<Platform> {
  const platform: Platform = { url: '', requests: [], bodies: [] };
  const server = createServer((request, response) => {
    platform.requests.push(request);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      platform.bodies.push(body);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  platform.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return platform;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function wish(url: string, options: Partial<SourceRequest> = {}): SourceRequest {
  const { signal } = new AbortController();
  const access = { allowedHosts: ['localhost'], timeoutMs: 5000, signal };
  return { method: 'GET', url, ...access, ...options };
}

const ask = (url: string, options?: Partial<SourceRequest>): Promise<SourceAnswer> =>
  requestSource(wish(url, options));

describe('asking a platform over HTTP', () => {
  it('sends method, headers and body, and gives back status, headers and bytes', async () => {
    const platform = await startPlatform((_request, response) => {
      response.writeHead(201, { 'x-next': 'page-2' }).end('täglich');
    });
    const headers = { authorization: 'Bearer abc' };
    const answer = await ask(`${platform.url}/a?b=c`, { method: 'POST', headers, body: '{"ä":1}' });
    expect(answer).toMatchObject({ status: 201, isCut: false });
    expect(answer.headers['x-next']).toBe('page-2');
    expect(answer.body.toString()).toBe('täglich');
    expect(platform.bodies).toEqual(['{"ä":1}']);
    expect(platform.requests[0]).toMatchObject({ method: 'POST', url: '/a?b=c' });
    expect(platform.requests[0]?.headers['authorization']).toBe('Bearer abc');
  });

  it('refuses what is not on the list, before any connection', async () => {
    const platform = await startPlatform((_request, response) => response.end('{}'));
    const port = new URL(platform.url).port;
    for (const [url, message] of [
      [`http://127.0.0.1:${port}/?token=secret`, `Host 127.0.0.1:${port} is not allowed`],
      ['http://169.254.169.254/latest', 'never contacted'],
      ['ftp://localhost/', 'must begin with https://'],
      ['http://user:secret@localhost/', 'must not hold a user name'],
      ['not an address', 'is not a URL'],
    ] as const) {
      const refusal = await ask(url).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'source_refused' });
      expect(String(refusal)).toContain(message);
      expect(String(refusal)).not.toContain('secret');
    }
    expect(platform.requests).toEqual([]);
  });

  it('follows no redirect', async () => {
    const platform = await startPlatform((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    await expect(ask(platform.url)).resolves.toMatchObject({ status: 302 });
    expect(platform.requests).toHaveLength(1);
  });

  it('waits and asks again when the platform is busy or the connection breaks', async () => {
    let asked = 0;
    const platform = await startPlatform((request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else if (asked === 2) request.socket.resetAndDestroy();
      else response.end('{"done":true}');
    });
    const begun = performance.now();
    await expect(requestJson(wish(platform.url))).resolves.toEqual({ done: true });
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(asked).toBe(3);
  });

  it('does not wait for longer than a minute, nor send a POST again after a broken connection', async () => {
    const busy = await startPlatform((_request, response) => {
      response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    await expect(ask(busy.url)).resolves.toMatchObject({ status: 503 });
    const breaking = await startPlatform((request) => request.socket.resetAndDestroy());
    await expect(ask(breaking.url, { method: 'POST', body: '' })).rejects.toThrow('localhost:');
    expect([busy.requests.length, breaking.requests.length]).toEqual([1, 1]);
  });

  it('reads no more than the limit', async () => {
    const platform = await startPlatform((_request, response) => {
      response.end(Buffer.alloc(100_000, 'x'));
    });
    await expect(ask(platform.url, { limitBytes: 1000 })).rejects.toThrow('longer than 1000 bytes');
    const cut = await ask(platform.url, { limitBytes: 1000, beyondLimit: 'cut' });
    expect([cut.body.length, cut.isCut]).toEqual([1000, true]);
    const whole = await ask(platform.url, { limitBytes: 100_000 });
    expect([whole.body.length, whole.isCut]).toEqual([100_000, false]);
  });

  it('ends with the signal, also during a pause, and after the time of an attempt', async () => {
    const silent = await startPlatform(() => undefined);
    await expect(ask(silent.url, { timeoutMs: 2_000 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const busy = await startPlatform((_request, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end();
    });
    for (const platform of [silent, busy]) {
      const cancelled = new AbortController();
      const before = platform.requests.length;
      const asking = ask(platform.url, { signal: cancelled.signal });
      await until('it was asked', () => platform.requests.length > before);
      cancelled.abort(new Error('cancelled'));
      await expect(asking).rejects.toThrow('cancelled');
    }
  });

  it('says what went wrong without a secret, even when the platform repeats it', async () => {
    const platform = await startPlatform((request, response) => {
      const repeated = `no right for ${String(request.headers['authorization'])} at ${request.url}`;
      response.writeHead(403).end(repeated);
    });
    const headers = { authorization: 'Bearer hush-hush' };
    const asking = requestJson(wish(`${platform.url}/?key=very-secret`, { headers }));
    const error = await asking.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SourceAnswerError', status: 403 });
    expect(String(error)).toContain('answered 403: no right for ***');
    expect(String(error)).not.toMatch(/hush|very-secret/);
  });

  it('names an answer that is no JSON, and one that is cut off', async () => {
    const platform = await startPlatform((_request, response) => response.end('<html>'));
    await expect(requestJson(wish(platform.url))).rejects.toThrow('answered without JSON');
    const torn = await startPlatform((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(ask(torn.url, { method: 'POST' })).rejects.toThrow('the answer is incomplete');
  });
});
