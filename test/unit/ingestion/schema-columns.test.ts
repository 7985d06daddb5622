import { columnsOfAvro } from '../../../connectors/avro/columns.ts';
import { columnsOfJsonSchema } from '../../../connectors/kafka/json-schema-columns.ts';
import { columnsOfProtobuf } from '../../../connectors/kafka/protobuf-columns.ts';

const avro = (schema: unknown, ...references: unknown[]) =>
  columnsOfAvro(
    JSON.stringify(schema),
    references.map((each) => JSON.stringify(each)),
  ).columns;

const record = (fields: unknown[]): object => ({
  type: 'record',
  name: 'Order',
  namespace: 'shop',
  doc: 'An order',
  fields,
});

describe('an Avro schema', () => {
  it('becomes columns with what is required, described and preset', () => {
    const fields = [
      { name: 'id', type: 'long', doc: 'Number' },
      { name: 'note', type: ['null', 'string'], default: null },
      { name: 'at', type: { type: 'long', logicalType: 'timestamp-millis' } },
      {
        name: 'total',
        type: ['null', { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 }],
      },
      { name: 'state', type: { type: 'enum', name: 'State', symbols: ['NEW', 'PAID'] } },
      { name: 'hash', type: { type: 'fixed', name: 'Hash', size: 16 } },
      { name: 'mixed', type: ['null', 'int', 'string'] },
    ];
    expect(columnsOfAvro(JSON.stringify(record(fields)))).toEqual({
      description: 'An order',
      columns: [
        { name: 'id', type: 'long', required: true, description: 'Number' },
        { name: 'note', type: 'string', required: false, custom: { default: null } },
        { name: 'at', type: 'timestamp-millis', required: true, custom: { avroType: 'long' } },
        { name: 'total', type: 'decimal(10,2)', required: false, custom: { avroType: 'bytes' } },
        { name: 'state', type: 'enum', required: true, custom: { symbols: ['NEW', 'PAID'] } },
        { name: 'hash', type: 'fixed(16)', required: true },
        {
          name: 'mixed',
          type: 'union',
          required: false,
          custom: { types: [{ type: 'int' }, { type: 'string' }] },
        },
      ],
    });
  });

  it('has members of records, what lists hold, and what maps hold', () => {
    const item = { type: 'record', name: 'Item', fields: [{ name: 'sku', type: 'string' }] };
    const columns = avro(
      record([
        { name: 'items', type: { type: 'array', items: item } },
        { name: 'first', type: ['null', 'Item'] },
        { name: 'byName', type: { type: 'map', values: 'shop.Item' } },
        { name: 'parent', type: ['null', 'Order'] },
      ]),
    );
    const properties = [{ name: 'sku', type: 'string', required: true }];
    expect(columns).toMatchObject([
      { name: 'items', type: 'array', items: { name: 'items', type: 'record', properties } },
      { name: 'first', type: 'record', required: false, properties },
      { name: 'byName', type: 'map', custom: { values: { type: 'record', properties } } },
      { name: 'parent', type: 'shop.Order', required: false },
    ]);
    expect(columns[3]?.properties).toBeUndefined();
  });

  it('uses names of other schemas, and may be no record', () => {
    const address = {
      type: 'record',
      name: 'a.Address',
      fields: [{ name: 'city', type: 'string' }],
    };
    const columns = avro(record([{ name: 'to', type: 'a.Address' }]), address);
    expect(columns[0]?.properties).toMatchObject([{ name: 'city' }]);
    expect(columnsOfAvro('"string"').columns).toEqual([
      { name: 'value', type: 'string', required: true },
    ]);
  });

  it.each([
    ['{', 'is not JSON'],
    ['{"type":"record","name":"A"}', 'has no fields'],
    ['{"type":"record","name":"A","fields":[{"name":"b","type":"Missing"}]}', 'Missing'],
    ['{"type":"record","name":"A","fields":[{"name":"b"}]}', 'type of b'],
    ['{"type":"record","name":"A","fields":[{"name":"b","type":"array"}]}', 'type of b'],
  ])('that is none is refused: %s', (text, message) => {
    expect(() => columnsOfAvro(text)).toThrow(message);
  });
});

describe('a JSON Schema', () => {
  const columnsOf = (schema: unknown, references: { name: string; text: string }[] = []) =>
    columnsOfJsonSchema(JSON.stringify(schema), references).columns;

  it('becomes columns with what is required', () => {
    const columns = columnsOf({
      title: 'Order',
      type: 'object',
      required: ['id', 'note', 'place'],
      properties: {
        id: { type: 'integer', description: 'Number' },
        note: { type: ['null', 'string'] },
        other: { oneOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] },
        place: { $ref: '#/definitions/Place' },
        list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        state: { enum: ['a', 'b'], default: 'a' },
      },
      definitions: {
        Place: {
          allOf: [
            { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
            { properties: { up: { $ref: '#/definitions/Place' } } },
          ],
        },
      },
    });
    expect(columns).toEqual([
      { name: 'id', type: 'integer', required: true, description: 'Number' },
      { name: 'note', type: 'string', required: false },
      { name: 'other', type: 'string', required: false, custom: { format: 'date-time' } },
      {
        name: 'place',
        type: 'object',
        required: true,
        properties: [
          { name: 'up', type: 'object', required: false },
          { name: 'city', type: 'string', required: true },
        ].sort((one, other) => (one.name < other.name ? 1 : -1)),
      },
      {
        name: 'list',
        type: 'array',
        required: false,
        items: { name: 'items', type: 'string | number', required: true },
      },
      {
        name: 'state',
        type: 'any',
        required: false,
        custom: { values: ['a', 'b'], default: 'a' },
      },
    ]);
  });

  it('follows references to other documents and into them, and no others', () => {
    const text = JSON.stringify({
      type: 'object',
      properties: { city: { $ref: '#/$defs/name~1s' } },
      $defs: { 'name/s': { type: 'string' } },
    });
    const schema = { properties: { to: { $ref: 'place.json' } } };
    const [to] = columnsOf(schema, [{ name: 'place.json', text }]);
    expect(to?.properties).toEqual([{ name: 'city', type: 'string', required: false }]);
    expect(() => columnsOf(schema)).toThrow('points outside the schema');
    expect(() => columnsOf({ $ref: '#/none' })).toThrow('points to nothing');
    expect(() => columnsOfJsonSchema('[]')).toThrow('is not an object');
    expect(columnsOf({ type: 'string' })).toEqual([
      { name: 'value', type: 'string', required: true },
    ]);
    expect(columnsOf({ $ref: '#' })).toMatchObject([{ name: 'value', type: 'object' }]);
  });
});

describe('a Protobuf text', () => {
  it('becomes columns of its first message', () => {
    const text = `
      // message Wrong {}
      syntax = "proto3";
      package shop.v1;
      import "google/protobuf/timestamp.proto";
      import "place.proto";
      option java_package = "message Fake { }";
      // An order
      message Order {
        int64 order_id = 1; // Number
        repeated Item items = 2;
        google.protobuf.Timestamp at = 3;
        map<string, Item> by_name = 4;
        State state = 5;
        oneof paid { string card = 6; bool cash = 7; }
        optional string note = 8;
        common.Place place = 9;
        Order parent = 10;
        message Item { string sku = 1; }
        enum State { NEW = 0; PAID = 1; }
      }
      message Other { string x = 1; }
    `;
    const place = 'syntax = "proto3"; package common; message Place { string city = 1; }';
    const { columns, description } = columnsOfProtobuf(text, [place]);
    const properties = [{ name: 'sku', type: 'string' }];
    expect(description).toBe('An order');
    expect(columns).toEqual([
      { name: 'order_id', type: 'int64', description: 'Number' },
      {
        name: 'items',
        type: 'repeated',
        items: { name: 'items', type: 'shop.v1.Order.Item', properties },
      },
      { name: 'at', type: 'google.protobuf.Timestamp' },
      {
        name: 'by_name',
        type: 'map<string, Item>',
        custom: { values: { type: 'shop.v1.Order.Item', properties } },
      },
      { name: 'state', type: 'enum', custom: { symbols: ['NEW', 'PAID'] } },
      { name: 'card', type: 'string', custom: { oneof: 'paid' } },
      { name: 'cash', type: 'bool', custom: { oneof: 'paid' } },
      { name: 'note', type: 'string' },
      { name: 'place', type: 'common.Place', properties: [{ name: 'city', type: 'string' }] },
      { name: 'parent', type: 'shop.v1.Order' },
    ]);
  });

  it('of the second version knows what is required', () => {
    const text = 'syntax = "proto2"; message A { optional x.Missing b = 2; required int32 a = 1; }';
    expect(columnsOfProtobuf(text).columns).toEqual([
      { name: 'b', type: 'x.Missing' },
      { name: 'a', type: 'int32', required: true },
    ]);
  });

  it('that is none is refused', () => {
    expect(() => columnsOfProtobuf('{"type": "record"}')).toThrow('cannot be read');
    expect(() => columnsOfProtobuf('syntax = "proto3";')).toThrow('has no message');
  });
});
