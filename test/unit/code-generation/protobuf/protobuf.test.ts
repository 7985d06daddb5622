import protobufjs from 'protobufjs';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import {
  contractOf,
  describeWithShared,
  generateFiles,
  publicContracts,
  recordedContracts,
} from '../contracts.ts';
import { fullContract } from '../full-contract.ts';
import { compileProto, sampleOf } from './proto.ts';

const textOf = (contract = fullContract): string =>
  generateFiles(protobuf, contract)[0]?.content ?? '';
const notesOf = (contract = fullContract): readonly string[] =>
  generateFiles(protobuf, contract)[0]?.metadata.notes ?? [];

/** The lines of a message's fields without comments. */
function linesOf(properties: unknown[]): string[] {
  const text = textOf(contractOf([{ name: 't', properties }]));
  compileProto(text);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(
    (line) => line.endsWith(';') && !/^(?:syntax|package|import|\/\/)/.test(line),
  );
}

function expectRoundTrip(type: protobufjs.Type): void {
  const message = type.fromObject(sampleOf(type));
  expect(type.verify(message)).toBeNull();
  const written = type.encode(message).finish();
  expect(type.toObject(type.decode(written))).toEqual(type.toObject(message));
}

describe('Protocol Buffers of a contract with everything', () => {
  it('have a message for each table, in a package of their own', () => {
    const root = compileProto(textOf());
    expect(root.lookupType('urn.datacontract.shop.orders.Orders').fieldsArray).toHaveLength(20);
    expect(root.lookupType('urn.datacontract.shop.orders.Customers').fieldsArray).toHaveLength(2);
  });

  it('have a type for each property', () => {
    const lines = textOf()
      .split('\n')
      .map((line) => line.trim());
    for (const line of [
      'string order_id = 1 [json_name = "order_id"];',
      'int64 customer_id = 2 [json_name = "customer_id"];',
      'optional int32 count = 3;',
      'string total = 4;',
      'optional double weight = 5;',
      'bool paid = 6;',
      'optional string day = 7;',
      'optional string hour = 8;',
      '.google.protobuf.Timestamp placed = 9;',
      'optional string local = 10;',
      'optional Status status = 11;',
      'optional Grade grade = 12;',
      'optional bytes photo = 13;',
      'optional .google.protobuf.Value extra = 14;',
      'optional Address address = 15;',
      'repeated Line lines = 16;',
      'repeated MatrixItems matrix = 17;',
      'map<string, string> labels = 18;',
      'repeated float embedding = 19;',
      'optional int32 grosse_in_cm = 20 [json_name = "größe in cm"];',
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line.startsWith('import '))).toEqual([
      'import "google/protobuf/struct.proto";',
      'import "google/protobuf/timestamp.proto";',
    ]);
  });

  it('have enums that begin with a zero, and whose values say what they stand for', () => {
    expect(textOf()).toContain(
      [
        '  enum Grade {',
        '    GRADE_UNSPECIFIED = 0;',
        '    GRADE_A_ = 1; // A+',
        '    GRADE_TRUE = 2;',
        '  }',
      ].join('\n'),
    );
  });

  it('say in comments what types do not', () => {
    expect(textOf()).toContain('  // A decimal number of 10 digits, 2 of them behind the point\n');
    expect(textOf()).toContain('  // Classification: internal\n  bool paid = 6;');
    expect(notesOf()).toEqual(
      expect.arrayContaining([
        'orders: lists and maps that are absent cannot be told from empty ones: matrix, labels, embedding.',
        'orders.status, orders.grade: its values are the names of an enum, which differ from the values in the contract.',
        expect.stringMatching(/only the comment says primary key of orders\.order_id/),
      ]),
    );
  });

  it('take a message', () => {
    const root = compileProto(textOf());
    expectRoundTrip(root.lookupType('Orders'));
    const type = root.lookupType('Orders');
    const row = {
      order_id: 'a',
      placed: { seconds: 1_700_000_000 },
      status: 'STATUS_OPEN',
      matrix: [{ items: [1, 2] }],
    };
    const message = type.decode(type.encode(type.fromObject(row)).finish());
    expect(type.toObject(message, { enums: String, longs: Number })).toEqual(row);
  });
});

describe('numbers of fields', () => {
  const numbered = (name: string, number?: unknown): object => ({
    name,
    logicalType: 'string',
    required: true,
    ...(number !== undefined && {
      customProperties: [{ property: 'protoFieldNumber', value: number }],
    }),
  });

  it('are kept where the contract gives one', () => {
    expect(linesOf([numbered('a'), numbered('b', 1), numbered('c', '7'), numbered('d')])).toEqual([
      'string a = 2;',
      'string b = 1;',
      'string c = 7;',
      'string d = 3;',
    ]);
  });

  it.each([0, -1, 1.5, 'x', 19_500, 2 ** 29])('are never %s', (number) => {
    expect(linesOf([numbered('a', number)])).toEqual(['string a = 1;']);
    const [note] = notesOf(contractOf([{ name: 't', properties: [numbered('a', number)] }]));
    expect(note).toBe(`t.a: the protoFieldNumber ${JSON.stringify(number)} cannot be used.`);
  });

  it('pass over those that Protocol Buffers keep', () => {
    const properties = Array.from({ length: 19_001 }, (_, index) => ({ name: `f${index}` }));
    const text = textOf(contractOf([{ name: 't', properties }]));
    expect(text).toContain(' f18998 = 18999;');
    expect(text).toContain(' f18999 = 20000;');
  });
});

it('keeps the numbers of enums that were made of proto files', () => {
  const customProperties = [{ property: 'enumValues', value: { B_ONE: 1, B_ZERO: 0 } }];
  expect(linesOf([{ name: 'b', logicalType: 'string', customProperties }])).toEqual([
    'B_ZERO = 0;',
    'B_ONE = 1;',
    'optional B b = 1;',
  ]);
});

it('gives fields that are called like words of the language, or like each other, names that work', () => {
  const names =
    'message,enum,optional,repeated,map,oneof,reserved,syntax,string,true,google,a_b,aB,Address,address'.split(
      ',',
    );
  const properties = names.map((name) => ({
    name,
    logicalType: 'object',
    properties: [{ name: 'x' }],
  }));
  const lines = linesOf(properties).filter((line) => !line.includes(' x = '));
  expect(lines).toHaveLength(names.length);
  expect(lines[12]).toBe('optional AB2 aB_2 = 13 [json_name = "aB"];');
});

it('uses the package that the contract asks for', () => {
  const custom = (value: string): string =>
    textOf(contractOf([], { customProperties: [{ property: 'protoPackageName', value }] }));
  expect(custom('com.google.shop')).toContain('\npackage com.google.shop;\n');
  expect(custom('1; import "x')).toContain('\npackage _1_import_x;\n');
});

it('writes a file without messages for a contract without a schema', () => {
  expect(compileProto(textOf(contractOf([]))).lookup('Orders')).toBeNull();
  expect(notesOf(contractOf([]))).toHaveLength(1);
});

describeWithShared('public contracts', () => {
  it('compile and take messages', () => {
    for (const { contract } of [...publicContracts(), ...recordedContracts()]) {
      const root = compileProto(textOf(contract));
      const { length } = contract.tables;
      const scope = protobufjs.parse(textOf(contract)).package?.split('.') ?? [];
      const messages = root.lookup(scope) as protobufjs.Namespace;
      expect(messages?.nestedArray?.length ?? 0).toBe(length);
      for (const type of messages?.nestedArray ?? []) expectRoundTrip(type as protobufjs.Type);
    }
  });
});
