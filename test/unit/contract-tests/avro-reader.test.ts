import { avroReader } from '../../../connectors/avro/reader.ts';

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const text = (value: string): number[] => [value.length * 2, ...Buffer.from(value)];
const record = (fields: unknown[]): object => ({
  type: 'record',
  name: 'R',
  namespace: 'a.b',
  fields,
});

describe('a value of Avro', () => {
  it.each<[unknown, Buffer, unknown]>([
    ['null', bytes(), null],
    ['boolean', bytes(1), true],
    ['int', bytes(0x01), -1],
    ['string', bytes(...text('a"ä'.replace('ä', 'x'))), 'a"x'],
    ['bytes', bytes(4, 0xff, 0x00), '/wA='],
    [['null', 'int'], bytes(2, 4), 2],
    [{ type: 'array', items: 'int' }, bytes(4, 2, 4, 0), [1, 2]],
    // A block may tell its length in bytes, and then counts below zero.
    [{ type: 'array', items: 'int' }, bytes(3, 4, 2, 4, 0), [1, 2]],
    [{ type: 'map', values: 'int' }, bytes(2, ...text('k'), 6, 0), { k: 3 }],
    [{ type: 'enum', name: 'E', symbols: ['A', 'B'] }, bytes(2), 'B'],
    [{ type: 'fixed', name: 'F', size: 2 }, bytes(1, 2), 'AQI='],
    [{ type: 'int', logicalType: 'date' }, bytes(2), '1970-01-02'],
    [{ type: 'int', logicalType: 'date' }, bytes(1), '1969-12-31'],
    [{ type: 'long', logicalType: 'timestamp-millis' }, bytes(1), '1969-12-31T23:59:59.999Z'],
    [{ type: 'long', logicalType: 'timestamp-micros' }, bytes(2), '1970-01-01T00:00:00.000001Z'],
    [{ type: 'long', logicalType: 'local-timestamp-millis' }, bytes(2), '1970-01-01T00:00:00.001'],
    [{ type: 'int', logicalType: 'time-millis' }, bytes(2), '00:00:00.001'],
    [{ type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 }, bytes(2, 0x85), -1.23],
    [{ type: 'bytes', logicalType: 'decimal', precision: 4 }, bytes(4, 0x01, 0x00), 256],
    [{ type: 'string', logicalType: 'uuid' }, bytes(...text('u')), 'u'],
    [{ type: { type: 'int' } }, bytes(2), 1],
  ])('of %j is %j', (schema, message, value) => {
    expect(JSON.parse(avroReader(schema)(message))).toEqual(value);
  });

  it('keeps all digits of a number, and says what JSON has no word for', () => {
    const long = bytes(0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20);
    expect(avroReader('long')(long)).toBe('9007199254740993');
    const nan = Buffer.alloc(8);
    nan.writeDoubleLE(NaN);
    expect(avroReader('double')(nan)).toBe('"NaN"');
    const far = Buffer.from('feffffffffffffffff01', 'hex');
    expect(avroReader({ type: 'long', logicalType: 'timestamp-millis' })(far)).toBe(
      '9223372036854775807',
    );
  });

  it('may hold itself, types of other schemas, and follow something else', () => {
    const node = record([
      { name: 'n', type: 'int' },
      { name: 'next', type: ['null', 'R'] },
      { name: 'other', type: ['null', 'c.Other'] },
    ]);
    const other = { type: 'enum', name: 'c.Other', symbols: ['X'] };
    const read = avroReader(node, [other]);
    expect(JSON.parse(read(bytes(9, 9, 2, 2, 4, 0, 0, 2, 0), 2))).toEqual({
      n: 1,
      next: { n: 2, next: null, other: null },
      other: 'X',
    });
  });
});

describe('a malformed value of Avro', () => {
  const itself = record([{ name: 'r', type: 'R' }]);

  it.each<[unknown, Buffer, string]>([
    ['string', bytes(20, 1), 'ends too early'],
    ['string', bytes(1), 'ends too early'],
    ['string', bytes(2, 0xff), 'not valid'],
    ['int', bytes(2, 2), 'more bytes after its value'],
    [
      'int',
      bytes(...Array.from({ length: 11 }, () => 0xff)),
      'an integer of the message is too long',
    ],
    [['null'], bytes(4), 'a type that its union does not contain'],
    [{ type: 'enum', name: 'E', symbols: ['A'] }, bytes(2), 'not in its enum'],
    [{ type: 'fixed', name: 'F', size: -1 }, bytes(), 'ends too early'],
    // Few bytes that would stand for billions of values.
    [
      { type: 'array', items: 'null' },
      bytes(0xfe, 0xff, 0xff, 0xff, 0x0f, 0),
      'more than 1000000 values',
    ],
    [{ type: 'array', items: 'string' }, bytes(0xfe, 0xff, 0xff, 0xff, 0x0f, 0), 'ends too early'],
    [
      { type: 'array', items: 'int' },
      bytes(...Array.from({ length: 9 }, () => 0xff), 1),
      'out of bounds',
    ],
    [itself, bytes(), 'nested too deeply'],
    ['no.such.Type', bytes(1), 'is not defined'],
  ])('of %j says what is wrong: %j', (schema, message, problem) => {
    const read = avroReader(schema);
    expect(() => read(message)).toThrow(problem);
  });

  it('may come from a schema that is none', () => {
    expect(() => avroReader({ type: 'record', name: 'R' })).toThrow('has no fields');
    let deep: unknown = 'int';
    for (let level = 0; level < 200; level++) deep = { type: 'array', items: deep };
    expect(() => avroReader(deep)).toThrow('nested too deeply');
  });
});
