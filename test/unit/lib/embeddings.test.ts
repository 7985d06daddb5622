import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { computeEmbeddings } from '../../../lib/embeddings.ts';

let server: Server;
let answer: { status: number; body: string };
const received: { authorization: string | undefined; body: unknown }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const ask = (texts: string[]) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`;
  const service = { url, model: 'small', token: 'secret-token' };
  return computeEmbeddings(service, texts, AbortSignal.timeout(5_000));
};
const embeddings = (...vectors: unknown[]) =>
  JSON.stringify({ data: vectors.map((embedding) => ({ embedding })) });

it('asks for all texts at once and returns their embeddings', async () => {
  answer = { status: 200, body: embeddings([1, 0], [0, 1]) };
  expect(await ask(['a', 'b'])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(received.at(-1)).toEqual({
    authorization: 'Bearer secret-token',
    body: { model: 'small', input: ['a', 'b'] },
  });
});

it.each([
  [500, 'secret-token', 'answered 500'],
  [302, '', 'answered 302'],
  [200, 'no json', 'sent 0 embeddings of 1'],
  [200, 'null', 'sent 0 embeddings of 1'],
  [200, embeddings(['1', '2']), 'sent 0 embeddings of 1'],
  [200, embeddings([]), 'sent 0 embeddings of 1'],
  [200, embeddings([1], [2]), 'sent 2 embeddings of 1'],
])('refuses %i %j', async (status, body, message) => {
  answer = { status, body };
  await expect(ask(['a'])).rejects.toThrow(message);
  await expect(ask(['a'])).rejects.not.toThrow('secret-token');
});

it('says which host cannot be reached', async () => {
  const service = { url: 'http://127.0.0.1:1/v1', model: 'm', token: undefined };
  const asked = computeEmbeddings(service, ['a'], AbortSignal.timeout(5_000));
  await expect(asked).rejects.toThrow('127.0.0.1:1 cannot be reached');
});
