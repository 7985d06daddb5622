import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type BreakingProxy = {
  address: string;
  /** The headers of each request whose answer was broken off, or could have been. */
  requests: http.IncomingHttpHeaders[];
  stop: () => Promise<void>;
};

/** Leads to a server, and breaks the first `times` answers to this path after their first bytes. */
export async function startBreakingProxy(
  target: string,
  { path, times }: { path: string; times: number },
): Promise<BreakingProxy> {
  const requests: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    const isWatched = request.url?.startsWith(path) ?? false;
    const breaks = isWatched && requests.length < times;
    if (isWatched) requests.push(request.headers);
    const { method, headers } = request;
    const upstream = http.request(`${target}${request.url}`, { method, headers });
    upstream.on('error', () => response.destroy());
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!breaks) answer.pipe(response);
      else {
        answer.once('data', (chunk) =>
          response.write(chunk, () => {
            response.destroy();
            upstream.destroy();
          }),
        );
      }
    });
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${port}`, requests, stop };
}
