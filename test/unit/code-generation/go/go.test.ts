import { goName } from '../../../../jobs/code-generation/generators/go/names.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import {
  contractOf,
  describeWithShared,
  generateFiles,
  publicContracts,
  recordedContracts,
} from '../contracts.ts';
import { fullContract } from '../full-contract.ts';
import { readGo } from './read-go.ts';

const textOf = (contract = fullContract): string => generateFiles(go, contract)[0]?.content ?? '';
const notesOf = (contract = fullContract): readonly string[] =>
  generateFiles(go, contract)[0]?.metadata.notes ?? [];

describe('Go of a contract with everything', () => {
  const file = readGo(textOf());

  it('has a field for each property', () => {
    expect(file.structs.get('Orders')).toEqual({
      OrderID: 'string `json:"order_id" avro:"order_id"`',
      CustomerID: 'int64 `json:"customer_id" avro:"customer_id"`',
      Count: '*int16 `json:"count,omitempty" avro:"count"`',
      Total: 'json.Number `json:"total" avro:"total"`',
      Weight: '*float64 `json:"weight,omitempty" avro:"weight"`',
      Paid: 'bool `json:"paid" avro:"paid"`',
      Day: '*string `json:"day,omitempty" avro:"day"`',
      Hour: '*string `json:"hour,omitempty" avro:"hour"`',
      Placed: 'time.Time `json:"placed" avro:"placed"`',
      Local: '*string `json:"local,omitempty" avro:"local"`',
      Status: '*OrdersStatus `json:"status,omitempty" avro:"status"`',
      Grade: '*OrdersGrade `json:"grade,omitempty" avro:"grade"`',
      Photo: '[]byte `json:"photo,omitempty" avro:"photo"`',
      Extra: 'json.RawMessage `json:"extra,omitempty" avro:"extra"`',
      Address: '*OrdersAddress `json:"address,omitempty" avro:"address"`',
      Lines: '[]*OrdersLinesItem `json:"lines" avro:"lines"`',
      Matrix: '[][]*int64 `json:"matrix,omitempty" avro:"matrix"`',
      Labels: 'map[string]*string `json:"labels,omitempty" avro:"labels"`',
      Embedding: '*[3]float32 `json:"embedding,omitempty" avro:"embedding"`',
      GrosseInCm: '*int32 `json:"größe in cm,omitempty"`',
    });
    expect(file.structs.get('OrdersAddress')).toEqual({
      Street: 'string `json:"street" avro:"street"`',
      Zip: '*string `json:"zip,omitempty" avro:"zip"`',
    });
  });

  it('imports what it uses, in a package of its own', () => {
    expect([file.package, file.imports]).toEqual(['ordersoftheshop', ['encoding/json', 'time']]);
  });

  it('has constants for allowed values, lined up', () => {
    expect(textOf()).toContain(
      [
        'const (',
        '\tOrdersGradeA    OrdersGrade = "A+"',
        '\tOrdersGradeTrue OrdersGrade = "true"',
        ')',
      ].join('\n'),
    );
  });

  it('says in comments and notes what types do not', () => {
    expect(textOf()).toContain('\t// Classification: internal\n\tPaid bool');
    expect(notesOf().join('\n')).toMatch(/only the comment says primary key of orders\.order_id/);
  });
});

it('lines up the fields of structs without comments', () => {
  const properties = [
    { name: 'a', logicalType: 'string', required: true },
    { name: 'longer', logicalType: 'boolean' },
  ];
  expect(textOf(contractOf([{ name: 't', properties }]))).toContain(
    [
      'type T struct {',
      '\tA      string `json:"a" avro:"a"`',
      '\tLonger *bool  `json:"longer,omitempty" avro:"longer"`',
      '}',
    ].join('\n'),
  );
});

it('names every field by an exported name, and by its own name in JSON where a tag can hold it', () => {
  const names = [
    'type',
    '1st',
    'a_b',
    'aB',
    '名前',
    '-',
    'x,y',
    'back`tick',
    'quo"te',
    'new\nline',
  ];
  const contract = contractOf([
    { name: 't', properties: names.map((name) => ({ name, logicalType: 'boolean' })) },
  ]);
  expect(Object.entries(readGo(textOf(contract)).structs.get('T') ?? {})).toEqual([
    ['Type', '*bool `json:"type,omitempty" avro:"type"`'],
    ['Field1st', '*bool `json:"1st,omitempty"`'],
    ['AB', '*bool `json:"a_b,omitempty" avro:"a_b"`'],
    ['AB_2', '*bool `json:"aB,omitempty" avro:"aB"`'],
    ['Field', '*bool `json:"名前,omitempty"`'],
    ['Field_2', '*bool `json:"-,omitempty"`'],
    ['XY', '*bool `json:"-"`'],
    ['BackTick', '*bool `json:"-"`'],
    ['QuoTe', '*bool `json:"-"`'],
    ['NewLine', '*bool `json:"-"`'],
  ]);
  expect(notesOf(contract)).toContain(
    't.x,y, t.back`tick, t.quo"te, t.new line: its name cannot stand in a tag of Go, so it is not read from JSON.',
  );
});

it('names files and packages so that they are built everywhere', () => {
  const named = (name: string): [string | undefined, string] => {
    const [file] = generateFiles(go, contractOf([], { name }));
    return [file?.filename, readGo(file?.content ?? '').package];
  };
  expect(named('orders_linux_amd64')).toEqual(['orders_linux_amd64_types.go', 'orderslinuxamd64']);
  expect(named('orders_test')).toEqual(['orders_test_types.go', 'orderstest']);
  expect(named('main')).toEqual(['main_types.go', 'contractmain']);
  expect(named('名前')).toEqual([
    'urn_datacontract_shop_orders_types.go',
    'urndatacontractshoporders',
  ]);
});

it('writes no comment that the compiler obeys', () => {
  const text = textOf(
    contractOf([], { description: { purpose: '+build ignore\n\ngo:build ignore\n#cgo x' } }),
  );
  expect(text).not.toMatch(/\/\/ ?\+build|\/\/go:|\/\/line/);
});

it('is an empty package without a schema', () => {
  expect(readGo(textOf(contractOf([]))).structs.size).toBe(0);
  expect(notesOf(contractOf([]))).toHaveLength(1);
});

describeWithShared('public contracts', () => {
  it('have the structure of a Go file', () => {
    for (const { contract } of [...publicContracts(), ...recordedContracts()])
      expect(readGo(textOf(contract)).structs.size).toBeGreaterThanOrEqual(contract.tables.length);
  });
});

it.each([
  ['customer_id', 'CustomerID'],
  ['customerId', 'CustomerID'],
  ['url', 'URL'],
  ['HTTPServer', 'HTTPServer'],
  ['httpUrl2', 'HTTPUrl2'],
  ['identity', 'Identity'],
  ['ids', 'Ids'],
  ['', 'Field'],
])('calls %s as Go does: %s', (text, name) => {
  expect(goName(text, 'Field')).toBe(name);
});
