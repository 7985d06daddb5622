import { readTraces } from '../../../domain/usage/read-traces.ts';
import type { UsageSpan } from '../../../domain/usage/otlp.ts';
import { writeFields } from '../../../lib/protobuf/write-fields.ts';
import { readFields } from '../../../lib/protobuf/read-fields.ts';
import { span, traces } from '../../support/builders/spans.ts';

const now = Date.now();
const read = (body: unknown) => readTraces(JSON.stringify(body), 'json', now);
const readBytes = (bytes: Uint8Array) =>
  readTraces(Buffer.from(bytes).toString('latin1'), 'x-protobuf', now);
const spansOf = ({ chunks }: { chunks: string[] }): UsageSpan[] =>
  chunks.flatMap((chunk) => JSON.parse(chunk) as UsageSpan[]);

it('reads 100,000 spans in chunks', () => {
  const one = span();
  const many = Array.from({ length: 100_000 }, (_, n) => ({
    ...one,
    spanId: (n + 1).toString(16).padStart(16, '0'),
  }));
  const { chunks, rejected } = read(traces(many));
  expect([chunks.length, rejected]).toEqual([100, {}]);
  expect(new Set(spansOf({ chunks }).map(({ spanId }) => spanId)).size).toBe(100_000);
});

it('prefers the attributes of the span over those of its resource', () => {
  const [first] = spansOf(read(traces([span({ 'dataproduct.id': 'own', rows: '7' })])));
  expect(first).toMatchObject({ productId: 'own', port: 'db', rows: 7, scopeName: 'queries' });
});

it('takes times as numbers and as texts', () => {
  const at = new Date(now - 1_000);
  for (const time of [at.getTime() * 1e6, `${at.getTime()}999999`]) {
    const [first] = spansOf(read(traces([span({}, { startTimeUnixNano: time })])));
    expect(Math.abs((first?.startedAt ?? 0) - at.getTime())).toBeLessThanOrEqual(1);
  }
  for (const time of [-1, 0, '1e9', '', null, 1.5e300, '9'.repeat(20)]) {
    const { chunks, rejected } = read(traces([span({}, { startTimeUnixNano: time })]));
    expect([time, chunks, Object.values(rejected)]).toEqual([time, [], [1]]);
  }
});

it('rejects a span that is too long', () => {
  const { rejected } = read(traces([span({ query: 'q'.repeat(100_001) })]));
  expect(rejected).toEqual({ 'the span is longer than 100000 characters': 1 });
});

it('refuses every cut and every changed byte of a message, or reads it', () => {
  const value = writeFields([[1, 'shop']]);
  const pair = writeFields([
    [1, 'dataproduct.id'],
    [2, value],
  ]);
  const body = writeFields([
    [
      1,
      writeFields([
        [1, writeFields([[1, pair]])],
        [
          2,
          writeFields([
            [
              2,
              writeFields([
                [5, 'query'],
                [9, pair],
              ]),
            ],
          ]),
        ],
      ]),
    ],
  ]);
  expect(Object.values(readBytes(body).rejected)).toEqual([1]);
  for (let at = 0; at < body.length; at++) {
    for (const bytes of [body.subarray(0, at), body.with(at, 0xff), body.with(at, 0x0b)]) {
      try {
        expect(readBytes(bytes).chunks).toEqual([]);
      } catch (error) {
        expect(error).toMatchObject({ code: 'malformed_body' });
      }
    }
  }
});

it('refuses values that nest without end', () => {
  let value = writeFields([[1, 'x']]);
  for (let depth = 0; depth < 5_000; depth++) value = writeFields([[5, writeFields([[1, value]])]]);
  const pair = writeFields([
    [1, 'deep'],
    [2, value],
  ]);
  const body = writeFields([[1, writeFields([[1, writeFields([[1, pair]])]])]]);
  expect(() => readBytes(body)).toThrow('nest deeper');
});

it('reads numbers of all sizes', () => {
  for (const number of [0, 1, 127, 128, 300, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    expect([...readFields(writeFields([[3, number]]))]).toEqual([[3, BigInt(number)]]);
  }
  expect([...readFields(Buffer.from('08ffffffffffffffffff01', 'hex'))]).toEqual([
    [1, 2n ** 64n - 1n],
  ]);
  expect(() => [...readFields(Buffer.alloc(12, 0xff))]).toThrow('longer than 10 bytes');
});
