import { buildSchema, isObjectType } from 'graphql';
import protobufjs from 'protobufjs';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { graphql } from '../../../../jobs/code-generation/generators/graphql/generator.ts';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { typescript } from '../../../../jobs/code-generation/generators/typescript/generator.ts';
import { contractOf, generateFiles } from '../contracts.ts';
import { compileProto } from '../protobuf/proto.ts';
import { readGo } from '../go/read-go.ts';

const textOf = (generator: Generator, schema: unknown[], more = {}): string =>
  generateFiles(generator, contractOf(schema, more))[0]?.content ?? '';
const notesOf = (generator: Generator, schema: unknown[]): string[] =>
  generateFiles(generator, contractOf(schema)).flatMap(({ metadata }) => metadata.notes);

const columns = (...names: string[]): unknown[] => [
  { name: 't', properties: names.map((name) => ({ name, logicalType: 'string' })) },
];

/** The names of the fields of the first table. */
const fieldNames: Record<string, (schema: unknown[]) => string[]> = {
  avro: (schema) => {
    const { fields } = JSON.parse(textOf(avro, schema)) as { fields: { name: string }[] };
    return fields.map(({ name }) => name);
  },
  protobuf: (schema) =>
    compileProto(textOf(protobuf, schema))
      .lookupType('T')
      .fieldsArray.map(({ name }) => name),
  graphql: (schema) => {
    const type = buildSchema(textOf(graphql, schema)).getType('T');
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  },
};

describe('a name that needs no change', () => {
  it.each([
    ['avro', avro, 'Avro'],
    ['protobuf', protobuf, 'Protocol Buffers'],
    ['graphql', graphql, 'GraphQL'],
  ])('is not taken by an odd one in %s', (type, generator, format) => {
    const schema = columns('first-name', 'first_name', 'größe', 'grosse');
    expect(fieldNames[type]?.(schema)).toEqual([
      'first_name_2',
      'first_name',
      'grosse_2',
      'grosse',
    ]);
    expect(notesOf(generator, schema)).toEqual([
      `t.first-name (first_name_2), t.größe (grosse_2): its name is no name of ${format}, so it is called ….`,
    ]);
  });

  it('is not taken by an odd one in Go', () => {
    const fields = readGo(textOf(go, columns('first-name', 'first_name'))).structs.get('T') ?? {};
    expect(Object.entries(fields)).toEqual([
      ['FirstName_2', '*string `json:"first-name,omitempty"`'],
      ['FirstName', '*string `json:"first_name,omitempty" avro:"first_name"`'],
    ]);
  });

  it.each([
    ['TypeScript', typescript, /^export type (\w+)/gm],
    ['Go', go, /^type (\w+)/gm],
    ['GraphQL', graphql, /^type (\w+)/gm],
    ['Protocol Buffers', protobuf, /^message (\w+)/gm],
  ])('is not taken by an odd one for types of %s', (format, generator, pattern) => {
    const schema = [{ name: 'line-item' }, { name: 'line_item' }, { name: '中国' }];
    const names = [...textOf(generator, schema).matchAll(pattern)].map(([, name]) => name);
    const other = generator === protobuf ? 'Message' : 'Table';
    expect(names.filter((name) => name !== 'Query')).toEqual(['LineItem_2', 'LineItem', other]);
    expect(notesOf(generator, schema)).toContain(
      `line-item (LineItem_2), 中国 (${other}): its name is no name of ${format}, so it is called ….`,
    );
  });
});

describe('a type that cannot be called as its table', () => {
  it.each([
    ['TypeScript', typescript, 'string', 'String_2'],
    ['GraphQL', graphql, 'time', 'Time_2'],
    ['Go', go, 'order_s', 'OrderS_2'],
    ['Protocol Buffers', protobuf, 'order_s', 'OrderS_2'],
  ])('has a note in %s', (_, generator, name, expected) => {
    const notes = notesOf(generator, [{ name }, { name: 'OrderS' }]);
    expect(notes).toContain(`${name}: its name is taken, so it is called ${expected}.`);
  });

  it('has a note in Avro', () => {
    expect(notesOf(avro, [{ name: '中国' }, { name: 'orders' }, { name: 'Orders' }])).toEqual(
      expect.arrayContaining([
        '中国: its name is no name of Avro, so it is called table.',
        'Orders: its name is taken, so it is called Orders_2.',
      ]),
    );
  });
});

describe('names of Protocol Buffers in JSON', () => {
  const jsonNames = (...names: string[]): (string | undefined)[] => {
    const type = compileProto(textOf(protobuf, columns(...names))).lookupType('T');
    return type.fieldsArray.map(({ options }) => options?.['json_name'] as string | undefined);
  };

  it('are those of the rows', () => {
    expect(jsonNames('order_id', 'orderId2', 'id', '_op', 'größe in cm')).toEqual([
      'order_id',
      undefined,
      undefined,
      '_op',
      'größe in cm',
    ]);
  });

  it('hold every sign of the name', () => {
    const names = ['a"b\\', "it's", 'back\\slash', '\\', '"', 'a\\"b', '\\n', '名前'];
    expect(jsonNames(...names)).toEqual(names);
  });

  it('are left to the compiler where no text can hold them, with a note', () => {
    expect(jsonNames('a\nb', '[x]')).toEqual([undefined, undefined]);
    expect(notesOf(protobuf, columns('a\nb'))).toContain(
      't.a b: its name cannot be a json_name, so it is called aB in JSON.',
    );
  });

  it('let fields that compilers take for one keep what rows call them', () => {
    const schema = columns('first_name', 'firstName', 'FIRST_NAME');
    expect(fieldNames['protobuf']?.(schema)).toEqual(['first_name', 'firstName_2', 'FIRST_NAME_3']);
    expect(jsonNames('first_name', 'firstName', 'FIRST_NAME')).toEqual([
      'first_name',
      'firstName',
      'FIRST_NAME',
    ]);
    expect(notesOf(protobuf, schema)).toContain(
      't.firstName (firstName_2), t.FIRST_NAME (FIRST_NAME_3): its name is read as that of another field, so it is called ….',
    );
  });
});

it('gives values of an enum of Protocol Buffers names that compilers tell apart', () => {
  const property = { name: 'g', logicalType: 'string', enum: [{ value: 'A' }, { value: 'A+' }] };
  const root = compileProto(textOf(protobuf, [{ name: 't', properties: [property] }]));
  const { values } = root.lookupEnum('G');
  const bare = Object.keys(values).map((name) => name.replace('G_', '').replaceAll('_', ''));
  expect(new Set(bare).size).toBe(3);
  expect(root.lookup('G')).toBeInstanceOf(protobufjs.Enum);
});

it.each([
  ['avro', avro, 'avsc'],
  ['protobuf', protobuf, 'proto'],
  ['typescript', typescript, 'ts'],
  ['graphql', graphql, 'graphql'],
])(
  'calls the file of %s by the id where the name has no letters for it',
  (_, generator, ending) => {
    const [file] = generateFiles(generator, contractOf([], { name: '日本語', id: 'shop-jp' }));
    expect(file?.filename).toBe(`shop_jp.${ending}`);
  },
);
