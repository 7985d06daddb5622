import { parseSync } from '@swc/core';
import { typescript } from '../../../../jobs/code-generation/generators/typescript/generator.ts';
import { contractOf, generateFiles } from '../contracts.ts';
import { fullContract } from '../full-contract.ts';

const textOf = (contract = fullContract): string =>
  generateFiles(typescript, contract)[0]?.content ?? '';
const notesOf = (contract = fullContract): readonly string[] =>
  generateFiles(typescript, contract)[0]?.metadata.notes ?? [];

/** The members of the first type, without comments. */
function membersOf(properties: unknown[]): string[] {
  const text = textOf(contractOf([{ name: 't', properties }]));
  parseSync(text, { syntax: 'typescript' });
  const body = text.slice(text.indexOf('export type T = {')).split('\n').slice(1);
  const end = body.indexOf('};');
  return body
    .slice(0, end)
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\*\*|\*)/.test(line));
}

describe('TypeScript of a contract with everything', () => {
  it('has a type for each property', () => {
    const lines = textOf()
      .split('\n')
      .map((line) => line.trim());
    for (const line of [
      'order_id: string;',
      'customer_id: number;',
      'count?: number | null;',
      'total: number;',
      'paid: boolean;',
      'day?: string | null;',
      'status?: "open" | "paid_back" | null;',
      'grade?: "A+" | "true" | null;',
      'photo?: string | null;',
      'extra?: unknown | null;',
      'address?: OrdersAddress | null;',
      'lines: Array<OrdersLinesItem | null>;',
      'matrix?: Array<Array<number | null> | null> | null;',
      'labels?: Record<string, string | null> | null;',
      'embedding?: number[] | null;',
      '"größe in cm"?: number | null;',
    ])
      expect(lines).toContain(line);
  });

  it('says the form of texts as tags', () => {
    expect(textOf()).toContain('  /** @format date */\n  day?: string | null;');
    expect(textOf()).toContain('  /** @format date-time */\n  placed: string;');
    expect(textOf()).toContain('   * @format uuid\n   */\n  order_id: string;');
    expect(textOf()).toContain('  /** @format local-date-time */\n  local?: string | null;');
  });

  it('says what it cannot express', () => {
    expect(notesOf()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /only the comment says primary key of orders\.order_id, .*; pattern of orders\.address\.zip/,
        ),
      ]),
    );
  });
});

it('writes allowed values as literals of their type, and none that are not', () => {
  const of = (logicalType: string, values: unknown[]): unknown[] =>
    membersOf([
      { name: 'f', required: true, logicalType, enum: values.map((value) => ({ value })) },
    ]);
  expect(of('integer', [1, '2', -3])).toEqual(['f: 1 | 2 | -3;']);
  expect(of('boolean', [true])).toEqual(['f: true;']);
  expect(of('integer', ['a'])).toEqual(['f: number;']);
  expect(of('string', [1, 'x"\\', 'a\u2028b'])).toEqual(['f: "1" | "x\\"\\\\" | "a\\u2028b";']);
  expect(of('array', ['a'])).toEqual(['f: unknown[];']);
});

it('writes every number as JSON does, and says which ones JavaScript rounds', () => {
  const properties = [
    { name: 'fits', logicalType: 'number', physicalType: 'decimal(15,2)' },
    { name: 'long', logicalType: 'number', physicalType: 'decimal(16,2)' },
    { name: 'huge', logicalType: 'integer', logicalTypeOptions: { format: 'i128' } },
    { name: 'big', logicalType: 'integer', physicalType: 'bigint' },
    { name: 'small', logicalType: 'integer', physicalType: 'int' },
    { name: 'any', logicalType: 'integer' },
    {
      name: 'list',
      logicalType: 'array',
      items: { logicalType: 'integer', logicalTypeOptions: { format: 'u64' }, required: true },
    },
  ];
  expect(membersOf(properties)).toEqual([
    ...['fits', 'long', 'huge', 'big', 'small', 'any'].map((name) => `${name}?: number | null;`),
    'list?: number[] | null;',
  ]);
  expect(notesOf(contractOf([{ name: 't', properties }]))).toContain(
    't: JavaScript rounds integers beyond 2^53 and decimals of more than 15 digits when it reads JSON: ' +
      'long, huge, big, list[].',
  );
});

it('lets no text of the contract end a comment or be a tag', () => {
  const text = textOf(
    contractOf([
      { name: 't', description: 'a */ export const b = 1; /* @internal', properties: [] },
    ]),
  );
  expect(text).toContain(String.raw`/** a *\/ export const b = 1; /* \@internal */`);
  expect(parseSync(text, { syntax: 'typescript' }).body).toHaveLength(1);
});

it('gives types names that hide nothing', () => {
  const text = textOf(
    contractOf(['Record', 'record', 'array', 'a-b', 'a b'].map((name) => ({ name }))),
  );
  for (const name of ['Record_2', 'Record_3', 'Array_2', 'AB', 'AB_2'])
    expect(text).toContain(`export type ${name} = Record<string, never>;`);
});

it('is a module without a schema', () => {
  expect(textOf(contractOf([]))).toContain('\nexport {};\n');
  expect(notesOf(contractOf([]))).toHaveLength(1);
});
