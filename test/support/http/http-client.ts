import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string; json: any };

/** Headers that a client sends with every request, e.g. its key and a content type even without a body. */
export type Client = (
  method: string,
  path: string,
  body?: string | object,
  headers?: Record<string, string>,
) => Promise<RawAnswer>;

/** A client that sends address, method and headers unchanged, without any of its own. */
export function createClient({ port }: { port: number }, always: Record<string, string>): Client {
  const agent = new Agent({ keepAlive: true });
  return (method, path, body, headers = {}) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
    const options = { port, host: '127.0.0.1', method, path, agent };
    return new Promise((resolve, reject) => {
      const sent = request(
        { ...options, headers: { ...always, ...length, ...headers } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            const answer = Buffer.concat(parts).toString();
            const type = response.headers['content-type'] ?? '';
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: answer,
              json: /\bjson\b|\+json/.test(type) && answer !== '' ? JSON.parse(answer) : undefined,
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  };
}

/** All entries of a list, followed page by page from page 0 as long as a Link says `rel="next"`. */
export async function followLinks(client: Client, path: string): Promise<any[]> {
  const all: unknown[] = [];
  for (let page = 0; ; page++) {
    const sign = path.includes('?') ? '&' : '?';
    const { status, headers, json } = await client('GET', `${path}${sign}p=${page}`);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    all.push(...json);
    if (!/rel="next"/.test(String(headers.link))) return all;
  }
}

/** Headers that every answer may have. */
const everywhere = [
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'x-content-type-options',
  'x-request-id',
];

/** Names of the headers of an answer, without those of every answer. */
export function ownHeaders({ headers }: RawAnswer): string[] {
  return Object.keys(headers)
    .filter((name) => !everywhere.includes(name))
    .sort();
}
