import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { contractOf } from '../contracts.ts';
import { hostileContract } from './contracts.ts';

const hostileTexts = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '\0',
  '\ud800',
  '../..',
  'con',
  'class',
  '"""',
  "'''",
  '\\',
  '"""\\',
  'x\\',
  '\\"""',
  '# no\ncomment',
  'a\r\nb',
  '\u2028',
  '\u0085',
  '*/',
  '--',
  ';--',
  '{{ x }}',
  '{% raw %}',
  '${x}',
  '`',
  '</script>',
  '"}',
  '%s',
  '{0}',
  '\u202eabc',
  '\ufeff',
  '\t x',
  '  indented\n   more\n',
  '\f',
  'None',
  'str',
  'dt',
  'Field',
  'model_config',
  'schema',
  'copy',
  'metadata',
  'registry',
  'a.b',
  'a b',
  '1st',
  'é',
  '名前',
  '__tablename__',
  '__table_args__',
  'Base',
  'StructType',
  'self',
  'match',
  '_x',
  '__x',
  'a'.repeat(10_000),
];

/** Names and texts that mean something in Python, JSON Schema or the libraries that read them. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...hostileTexts),
);

const scalar = fc.record(
  {
    name: hostileText,
    physicalName: hostileText,
    businessName: hostileText,
    description: hostileText,
    classification: hostileText,
    tags: fc.array(hostileText, { maxLength: 2 }),
    examples: fc.array(hostileText, { maxLength: 2 }),
    required: fc.boolean(),
    unique: fc.boolean(),
    primaryKey: fc.boolean(),
    physicalType: fc.oneof(hostileText, fc.constantFrom('varchar(5)', 'decimal(9,2)', 'uuid')),
    logicalType: fc.constantFrom('string', 'integer', 'number', 'date', 'timestamp', 'boolean'),
    logicalTypeOptions: fc.record(
      {
        pattern: hostileText,
        format: hostileText,
        minLength: fc.nat(5),
        minimum: fc.oneof(hostileText, fc.integer(), fc.double({ noNaN: true })),
        exclusiveMaximum: fc.oneof(hostileText, fc.integer()),
        multipleOf: fc.double({ min: -1, max: 10, noNaN: true }),
      },
      { requiredKeys: [] },
    ),
    enum: fc.array(fc.record({ value: fc.oneof(hostileText, fc.integer()) }), { maxLength: 3 }),
    relationships: fc.array(fc.record({ to: hostileText }), { maxLength: 1 }),
  },
  { requiredKeys: ['name', 'logicalType'] },
);

const nested = fc.oneof(
  scalar,
  fc.record({
    name: hostileText,
    logicalType: fc.constant('object'),
    properties: fc.array(scalar, { maxLength: 3 }),
  }),
  fc.record({ name: hostileText, logicalType: fc.constant('array'), items: scalar }),
  fc.record({
    name: hostileText,
    logicalType: fc.constant('map'),
    map: fc.record({ key: scalar, value: scalar }),
  }),
);

const table = fc.record(
  {
    name: hostileText,
    physicalName: hostileText,
    description: hostileText,
    tags: fc.array(hostileText, { maxLength: 2 }),
    properties: fc.array(nested, { maxLength: 4 }),
  },
  { requiredKeys: ['name'] },
);

const withServers: fc.Arbitrary<ContractModel> = fc
  .record({
    id: hostileText,
    name: hostileText,
    version: hostileText,
    description: fc.record({ purpose: hostileText, usage: hostileText }),
    tables: fc.array(table, { maxLength: 3 }),
    server: fc.constantFrom('postgres', 'snowflake', 'bigquery', 'mysql', 'oracle', 'sqlserver'),
  })
  .map(({ tables, server, ...more }) =>
    contractOf(tables, { ...more, servers: [{ server: 'it', type: server }] }),
  );

/** Contracts whose every name and text is chosen by an enemy, of servers with types of their own as well. */
export const hostileContracts = fc.oneof(hostileContract, withServers);
