import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A record with every type of Avro, including itself. */
export const avroSchema = {
  type: 'record',
  name: 'Order',
  fields: [
    { name: 'id', type: 'long' },
    { name: 'note', type: 'string' },
    { name: 'amount', type: ['null', 'double'] },
    { name: 'flag', type: 'boolean' },
    { name: 'raw', type: 'bytes' },
    { name: 'list', type: { type: 'array', items: 'int' } },
    { name: 'more', type: { type: 'map', values: ['null', 'float'] } },
    { name: 'size', type: { type: 'enum', name: 'Size', symbols: ['S', 'M'] } },
    { name: 'code', type: { type: 'fixed', name: 'Code', size: 4 } },
    { name: 'day', type: { type: 'int', logicalType: 'date' } },
    {
      name: 'price',
      type: { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 },
    },
    { name: 'parts', type: { type: 'array', items: 'Order' } },
  ],
};

/**
 * Numbers below 64 are one byte, twice their value; texts, lists and maps start with their length, a union with
 * the index of its type.
 */
const values = [
  [14, 8, ...Buffer.from('note')],
  [2, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f],
  [1, 4, 0xca, 0xfe],
  [6, 2, 4, 6, 0],
  [2, 2, ...Buffer.from('k'), 2, 0, 0, 0xc0, 0x3f, 0],
  [2, 1, 2, 3, 4, 80, 4, 0x04, 0xd2],
].flat();

/** An order with one part, after the frame that names schema 1 of the registry. */
export const avroMessage = Buffer.from([0, 0, 0, 0, 1, ...values, 2, ...values, 0, 0]);

/** A schema registry with schema 1. */
export async function startAvroRegistry(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/schemas/ids/1';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { schema: JSON.stringify(avroSchema) } : {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
