import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as received. */
export type Received = { headers: IncomingHttpHeaders; body: string; event: any };

export type Receiver = {
  url: string;
  /** Host for the allow list. */
  host: string;
  received: Received[];
  /** Number of opened connections. */
  connections: () => number;
  /** Changes the answers from now on; the default is 204. */
  answer: (how: (response: ServerResponse, message: Received) => void) => void;
  stop: () => Promise<void>;
};

/** A server on the loopback address that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  let answer = (response: ServerResponse, _message: Received): void => {
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const message = { headers: request.headers, body, event: JSON.parse(body) };
      received.push(message);
      answer(response, message);
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/hook`,
    host,
    received,
    connections: () => connections,
    answer: (how) => (answer = how),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** True if the message has a signature by this secret according to the specification of Standard Webhooks. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(content, 'utf8').digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
