import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runContract, troubles } from '../run-contract.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const secret = 'Bearer the-secret-token';

async function run(location: string, server: object = {}): Promise<string> {
  const outcome = await runContract({
    schema: [
      {
        name: 'orders',
        properties: [{ name: 'id', logicalType: 'integer', unique: true }],
        quality: [{ metric: 'rowCount', mustBe: 2 }],
      },
    ],
    server: { type: 'api', location, ...server },
    access: {
      allowedHosts: ['127.0.0.1', 'api.example.com'],
      allowedDataDirs: [],
      credentials: { DATACONTRACT_API_HEADER_AUTHORIZATION: secret },
      statementTimeoutMs: 10_000,
    },
  });
  expect(JSON.stringify(outcome)).not.toContain('the-secret-token');
  const failed = Object.values(troubles(outcome));
  return failed[0] ?? 'passed';
}

describe('the answer of an API', () => {
  it('is tested like a file, a list or lines, asked for with the header', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.end(request.url === '/lines' ? '{"id": 1}\n{"id": 2}\n' : '[{"id": 1}, {"id": 2}]');
    });
    expect(await run(`${url}/{model}?x=*`, { delimiter: 'array' })).toBe('passed');
    expect(await run(`${url}/lines`, { delimiter: 'new_line' })).toBe('passed');
    expect(seen).toEqual([`/orders?x=* ${secret}`, `/lines ${secret}`]);
  });

  it('may be elsewhere, where the header is not sent, and only on allowed hosts', async () => {
    const seen: unknown[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('[{"id": 1}, {"id": 2}]');
    });
    const url = await serve((request, response) => {
      const targets: Record<string, string> = {
        '/other': `${other}/x`,
        '/loop': '/loop',
        '/metadata': 'http://169.254.169.254/latest',
      };
      response.writeHead(302, { location: targets[request.url ?? ''] ?? '/other' }).end();
    });
    expect(await run(`${url}/other`)).toBe('passed');
    expect(seen).toEqual([undefined]);
    expect(await run(`${url}/loop`)).toMatch(/redirected more than 5 times/);
    expect(await run(`${url}/metadata`)).toMatch(
      /Host 169.254.169.254 resolves to an address that is never contacted/,
    );
  });

  it('says what went wrong without the header', async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.url === '/no' ? 401 : 200);
      response.end(`no: ${request.headers.authorization}`);
    });
    expect(await run(`${url}/no`)).toMatch(
      /^error: Could not read model 'orders': 127.0.0.1:\d+ answered 401: no: \*\*\*/,
    );
    expect(await run(url)).toMatch(/^error: Could not read model 'orders': /);
    expect(await run('http://localhost:1/')).toMatch(/Host localhost:1 is not allowed/);
    expect(await run('http://api.example.com/x')).toMatch(
      /DATACONTRACT_API_HEADER_AUTHORIZATION is sent over https:\/\/ only/,
    );
    expect(await run('file:///etc/passwd')).toMatch(/needs a location of http/);
    expect(await run(url, { format: 'xml' })).toMatch(/Format 'xml' of files is not supported/);
  });
});
