import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';

/** Texts that end comments, texts, identifiers or templates of some language, or are no names anywhere. */
const texts = [
  '*/ x /*',
  '// x',
  '"""',
  '\\"""',
  "'''",
  '`',
  '"; x = "',
  "';--",
  '${x}',
  '{{ x }}',
  '{% x %}',
  'a\nb',
  'a\r\nb',
  'a\rb',
  'a\u2028b',
  'a\u2029b',
  'a\u0085b',
  'a\u0000b',
  '\ufeff',
  '\ud800',
  '\u202ex',
  '</script>',
  'back\\',
  'quote"',
  '\\u0041',
  '$(x)',
  '+build ignore',
  'go:build ignore',
  '@internal',
  '../../etc/passwd',
  'con',
  '.',
  '',
  ' ',
  '-',
  '__proto__',
  'constructor',
  'type',
  'message',
  'Query',
  '名前',
  'größe',
  'İ',
  'ﬁ',
  '😀',
  '1st',
  '_',
  '__',
  'true',
  'null',
  'x'.repeat(1_000),
];

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 12 }));

const physicalType = fc.oneof(
  text,
  fc.constantFrom(
    'int',
    'NUMBER(38,0)',
    'decimal(10',
    'STRUCT<a INT, `b"c` ARRAY<STRING>>',
    'MAP<DATE, MAP<INT, X>>',
    "enum('a','*/')",
    'varchar(10)',
    'timestamp(9) with time zone',
    'array<array<int>>',
    'json',
  ),
);

const logicalType = fc.constantFrom(
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'time',
  'timestamp',
  'object',
  'array',
  'map',
  'vector',
  undefined,
);

const customProperties = fc.array(
  fc.record({
    property: fc.constantFrom(
      'avroType',
      'avroLogicalType',
      'avroDefault',
      'namespace',
      'protoFieldNumber',
      'enumValues',
      'enum',
      'precision',
      'scale',
    ),
    value: fc.oneof(text, fc.integer(), fc.array(text), fc.dictionary(text, fc.integer())),
  }),
  { maxLength: 2 },
);

/** Three levels below one another: with more a contract has thousands of members, which say nothing new and take seconds to make up. */
const nested = { nil: undefined, depthIdentifier: 'nested', maxDepth: 2 };

const { property } = fc.letrec<{ property: object }>((tie) => ({
  property: fc.record(
    {
      name: text,
      physicalName: text,
      description: text,
      businessName: text,
      classification: text,
      tags: fc.array(text, { maxLength: 2 }),
      logicalType,
      physicalType,
      required: fc.boolean(),
      primaryKey: fc.boolean(),
      enum: fc.array(fc.record({ value: fc.oneof(text, fc.integer(), fc.boolean()) }), {
        maxLength: 3,
      }),
      logicalTypeOptions: fc.record(
        { pattern: text, format: text, maxLength: fc.nat(), minimum: text, dimensions: fc.nat() },
        { requiredKeys: [] },
      ),
      properties: fc.option(fc.array(tie('property'), { maxLength: 2 }), nested),
      items: fc.option(tie('property'), nested),
      map: fc.option(fc.record({ key: tie('property'), value: tie('property') }), nested),
      relationships: fc.array(fc.record({ to: text }), { maxLength: 1 }),
      customProperties,
    },
    { requiredKeys: ['name'] },
  ),
}));

/** Contracts in which every text that people write is hostile. */
export const hostileContract: fc.Arbitrary<ContractModel> = fc
  .record({
    kind: fc.constant('DataContract'),
    apiVersion: fc.constant('v3.2.0'),
    id: text,
    name: text,
    version: text,
    description: fc.record({ purpose: text }),
    customProperties: fc.array(
      fc.record({
        property: fc.constantFrom('protoPackageName', 'goPackageName', 'namespace'),
        value: text,
      }),
      { maxLength: 1 },
    ),
    schema: fc.array(
      fc.record(
        {
          name: text,
          description: text,
          tags: fc.array(text, { maxLength: 2 }),
          properties: fc.array(property, { maxLength: 5 }),
          customProperties,
        },
        { requiredKeys: ['name'] },
      ),
      { maxLength: 4 },
    ),
  })
  .map(normaliseContract);
