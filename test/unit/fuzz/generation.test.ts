import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { avroReader } from '../../../connectors/avro/reader.ts';
import { avroMessage, avroSchema } from '../../fuzz/data/avro-registry.ts';
import { makeFile } from '../../fuzz/data/make-file.ts';
import type { Sample } from '../../fuzz/data/sample-files.ts';
import { hostileNames } from '../../fuzz/generate/hostile-texts.ts';
import { operationsOf, schemasOf } from '../../fuzz/generate/operations.ts';
import type { OpenApi } from '../../fuzz/generate/operations.ts';
import { makeRequest, principals } from '../../fuzz/generate/request.ts';
import type { FuzzRequest } from '../../fuzz/generate/request.ts';
import { isDesigned, problemIn } from '../../fuzz/requests/designed-answers.ts';
import { shrink, withoutParts, withoutSpans } from '../../fuzz/shrink/shrink.ts';
import { simplerJson } from '../../fuzz/shrink/simpler-json.ts';

const documents = ['openapi.json', 'openapi-v1.json', 'openapi-ui.json'].map(
  (name) => JSON.parse(fs.readFileSync(name, 'utf8')) as OpenApi,
);
const operations = documents.flatMap((document) => operationsOf(document));
const source = { seed: 1, operations, find: schemasOf(documents) };
const many = (seed: number, count = 3_000): FuzzRequest[] =>
  Array.from({ length: count }, (_, index) => makeRequest({ ...source, seed }, index));

describe('requests', () => {
  test('are the same for the same seed, in whatever order they are made', () => {
    const forward = many(1, 200);
    const backward = Array.from({ length: 200 }, (_, n) => makeRequest(source, 199 - n));
    expect(backward.toReversed()).toEqual(forward);
    expect(many(2, 200)).not.toEqual(forward);
  });

  test('ask for every operation, as every principal, and leave connections in every way', () => {
    const requests = many(3, 8_000);
    const names = new Set(requests.map(({ operation }) => operation));
    expect(operations.filter(({ name }) => !names.has(name))).toEqual([]);
    expect(new Set(requests.map(({ principal }) => principal))).toEqual(new Set(principals));
    const endings = requests.map(({ ending }) =>
      ending.kind === 'left' ? ending.how : ending.kind,
    );
    expect(new Set(endings)).toEqual(new Set(['whole', 'slow', 'reset', 'half-close', 'close']));
    const damages = requests.flatMap(({ coding }) => coding?.damage ?? []);
    expect(new Set(damages).size).toBe(6);
  });

  test('have hostile names in their bodies', () => {
    const bodies = many(4).flatMap(({ body }) => body?.content.text ?? []);
    const short = hostileNames.filter((name) => name.length > 1 && name.length < 20);
    const missing = short.filter((name) => {
      const written = JSON.stringify(name).slice(1, -1);
      return !bodies.some((text) => text.includes(written));
    });
    expect(missing).toEqual([]);
  });
});

test('files are the same for the same seed, and damaged', () => {
  const bytes = Buffer.from('id,note\n1,first\n2,second\n3,third\n');
  const sample: Sample = { name: 'csv', kind: 'file', format: 'csv', bytes };
  const digests = (seed: number): string[] =>
    Array.from({ length: 50 }, (_, index) => digestOf(makeFile([sample], seed, index).bytes));
  const files = digests(1);
  expect(digests(1)).toEqual(files);
  expect(digests(2)).not.toEqual(files);
  expect(files.filter((digest) => digest === digestOf(bytes)).length).toBeLessThan(15);
});

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('shrinking', () => {
  // Counted from each test: before them the tests of other files run.
  const soon = () => ({ until: Date.now() + 60_000 });

  test('leaves what a list needs to fail', async () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const fails = async (some: number[]): Promise<boolean> =>
      some.includes(13) && some.includes(77);
    expect(await shrink(items, withoutParts, fails, soon())).toEqual([13, 77]);
  });

  test('leaves what a text needs to fail', async () => {
    const fails = async (text: string): Promise<boolean> => text.includes('\n');
    expect(await shrink(`${'x'.repeat(500)}\n${'y'.repeat(90)}`, withoutSpans, fails, soon())).toBe(
      '\n',
    );
  });

  test('leaves what a document needs to fail, also a member __proto__', async () => {
    const document: unknown = JSON.parse(
      '{"a":[1,2,{"__proto__":{"b":"long text","c":3}}],"d":{"e":[{}]},"f":null}',
    );
    const fails = async (value: unknown): Promise<boolean> =>
      JSON.stringify(value).includes('"__proto__":{');
    const smallest = await shrink(document, simplerJson, fails, soon());
    expect(JSON.stringify(smallest)).toBe('{"a":[{"__proto__":{}}]}');
  });
});

test('the message of Avro that is damaged is sound itself', () => {
  const order = JSON.parse(avroReader(avroSchema)(avroMessage, 5));
  expect(order).toMatchObject({ id: 7, note: 'note', amount: 1.5, list: [1, 2, 3], size: 'M' });
  expect(order.parts).toEqual([{ ...order, parts: [] }]);
});

test('only the designed answers above 499 are none of its findings', () => {
  const problem = problemIn(
    'HTTP/1.1 503 Service Unavailable\r\na: b\r\n\r\n5f\r\n{"detail":"Too many event streams are open here; poll."}\r\n0\r\n',
  );
  expect(isDesigned(503, problem)).toBe(true);
  expect(isDesigned(500, problem)).toBe(false);
  const unavailable = 'The database is not available; try again.';
  expect(isDesigned(503, unavailable)).toBe(false);
  expect(isDesigned(503, unavailable, 'timeout exceeded when trying to connect')).toBe(false);
  expect(isDesigned(503, unavailable, 'canceling statement due to lock timeout')).toBe(true);
});
