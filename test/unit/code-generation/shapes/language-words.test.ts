import { buildSchema, isEnumType, isObjectType } from 'graphql';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { graphql } from '../../../../jobs/code-generation/generators/graphql/generator.ts';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { typescript } from '../../../../jobs/code-generation/generators/typescript/generator.ts';
import { contractOf, generateFiles } from '../contracts.ts';
import { compileProto } from '../protobuf/proto.ts';
import { readGo } from '../go/read-go.ts';

type Properties = readonly object[];

const tables = (properties: Properties, more: object = {}): unknown[] => [
  { name: 't', properties, ...more },
];
const textOf = (generator: Generator, schema: unknown[], more = {}): string =>
  generateFiles(generator, contractOf(schema, more))[0]?.content ?? '';
const notesOf = (generator: Generator, schema: unknown[], more = {}): readonly string[] =>
  generateFiles(generator, contractOf(schema, more))[0]?.metadata.notes ?? [];

/** What a file says of its first field, each fact as one line. */
const factsOf: readonly [string, Generator, (text: string) => string[]][] = [
  [
    'avro',
    avro,
    (text) => {
      const schema = JSON.parse(text) as { fields: { doc?: string }[] };
      return (schema.fields[0]?.doc ?? '').split('\n');
    },
  ],
  ['protobuf', protobuf, (text) => commentsIn(text, /^ *\/\/ (.*)$/)],
  ['typescript', typescript, (text) => commentsIn(text, /^ *(?:\/\*\*|\*) (.*?)(?: \*\/)?$/)],
  ['go', go, (text) => commentsIn(text, /^\t\/\/ (.*)$/)],
  [
    'graphql',
    graphql,
    (text) => {
      const type = buildSchema(text).getType('T');
      const [field] = isObjectType(type) ? Object.values(type.getFields()) : [];
      return (field?.description ?? '').split('\n');
    },
  ],
];

function commentsIn(text: string, pattern: RegExp): string[] {
  return text.split('\n').flatMap((line) => pattern.exec(line)?.[1] ?? []);
}

describe.each(factsOf)('%s', (_, generator, facts) => {
  const said = (property: object): string[] =>
    facts(textOf(generator, tables([{ name: 'f', logicalType: 'string', ...property }])));

  it('says what is inside of lists and maps', () => {
    const lines = said({
      logicalType: 'array',
      items: {
        logicalType: 'string',
        description: 'A word\nof the tag',
        classification: 'internal',
        tags: ['pii'],
        enum: [{ value: 'a b', label: 'Both' }],
        logicalTypeOptions: { maxLength: 3, pattern: '^a' },
      },
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'Items: A word',
        'Items: of the tag',
        'Items: Constraints: maxLength 3, pattern ^a',
        'Items: Allowed values: a b',
        'Items: Value a b: Both',
        'Items: Classification: internal',
        'Items: Tags: pii',
      ]),
    );
    const ofMap = said({
      logicalType: 'map',
      map: {
        key: { logicalType: 'string', enum: [{ value: 'x' }] },
        value: {
          logicalType: 'array',
          items: { logicalType: 'string', logicalTypeOptions: { minLength: 2 } },
        },
      },
    });
    expect(ofMap).toContain('Keys: Allowed values: x');
    expect(ofMap).toContain('Values: Items: Constraints: minLength 2');
  });

  it('says the format of texts, and how dates are written', () => {
    expect(said({ logicalTypeOptions: { format: 'email' } })).toContain(
      'Constraints: format email',
    );
    const date = said({ logicalType: 'date', logicalTypeOptions: { format: 'dd.MM.yyyy' } });
    expect(date.join('\n')).toContain('format dd.MM.yyyy');
    expect(date.join('\n')).not.toContain('YYYY-MM-DD');
  });

  it('says names for people, allowed values with their words, and of vectors what they were made of', () => {
    expect(said({ description: 'What', businessName: 'Customer' })).toEqual(
      expect.arrayContaining(['What', 'Business name: Customer']),
    );
    const value = { value: 'o', label: 'Open', description: 'Not paid yet' };
    expect(said({ enum: [value] }).join('\n')).toContain('Value o: Open: Not paid yet');
    const vector = said({
      logicalType: 'vector',
      logicalTypeOptions: { dimensions: 2, distanceMetric: 'cosine', embeddingModel: 'm' },
    });
    expect(vector).toEqual(
      expect.arrayContaining([
        'Constraints: distance metric cosine, embedding model m',
        'Length: 2',
      ]),
    );
  });

  it('says what is called otherwise on the platform, and words of the contract', () => {
    const schema = tables([], { physicalName: 'topic.v1', businessName: 'B', description: 'D' });
    const text = textOf(generator, schema);
    expect(text).toContain('Physical name: topic.v1');
    expect(text).toContain('Business name: B');
  });

  it('says once for a table what is computed', () => {
    const notes = notesOf(
      generator,
      tables([
        { name: 'a', logicalType: 'string' },
        { name: 'revenue', logicalType: 'number', semanticType: 'measure' },
      ]),
    );
    expect(notes.filter((note) => note.includes('revenue'))).toHaveLength(1);
  });
});

describe('rules that types do not tell', () => {
  it('are noted, and those that they tell are not', () => {
    const properties = [
      { name: 'a', logicalType: 'integer', logicalTypeOptions: { format: 'i32' } },
      { name: 'b', logicalType: 'integer', logicalTypeOptions: { format: 'i8' } },
      { name: 'c', logicalType: 'string', logicalTypeOptions: { format: 'hostname' } },
      { name: 'd', logicalType: 'date', logicalTypeOptions: { format: 'yyyy-MM-dd' } },
      { name: 'e', logicalType: 'string', physicalType: 'vector(3)' },
      {
        name: 'm',
        logicalType: 'map',
        map: {
          key: { logicalType: 'string', enum: [{ value: 'x' }] },
          value: { logicalType: 'string', required: true },
        },
        required: true,
      },
    ];
    const rules = (generator: Generator): readonly string[] =>
      notesOf(generator, tables(properties)).filter((note) => note.includes(' says '));
    expect(rules(go)).toEqual([
      't.c: only the comment says format hostname.',
      't.m{key}: only the comment says its allowed values.',
    ]);
    expect(rules(avro)).toEqual([
      't: only the doc says format of b, c.',
      't.m{key}: only the doc says its allowed values.',
    ]);
    expect(rules(typescript)).toContain('t: only the comment says format of a, b, c.');
    expect(rules(protobuf)).not.toContain('t.a: only the comment says format i32.');
  });
});

describe('what is deprecated', () => {
  const deprecated = tables(
    [
      { name: 'a', logicalType: 'string', deprecated: true, required: true },
      { name: 'b', logicalType: 'string' },
    ],
    { deprecated: true },
  );

  it('is marked in GraphQL', () => {
    const type = buildSchema(textOf(graphql, deprecated)).getType('T');
    const fields = isObjectType(type) ? type.getFields() : {};
    expect(fields['a']?.deprecationReason).toBe('No longer supported');
    expect(fields['b']?.deprecationReason).toBeUndefined();
    expect(type?.description).toContain('Deprecated');
  });

  it('is marked in Protocol Buffers', () => {
    const type = compileProto(textOf(protobuf, deprecated)).lookupType('T');
    expect(type.options).toMatchObject({ deprecated: true });
    expect(type.fields['a']?.options).toMatchObject({ deprecated: true });
    expect(type.fields['b']?.options).not.toHaveProperty('deprecated');
  });

  it('is marked in TypeScript, Go and Avro', () => {
    expect(textOf(typescript, deprecated)).toContain('/** @deprecated */\nexport type T = {');
    expect(textOf(typescript, deprecated)).toContain('  /** @deprecated */\n  a: string;');
    const text = textOf(go, deprecated);
    expect(text).toContain('// Deprecated: The data contract says so.\ntype T struct {');
    expect(text).toContain('\t// Deprecated: The data contract says so.\n\tA string');
    expect(readGo(text).structs.size).toBe(1);
    expect(textOf(avro, deprecated).match(/"doc": "Deprecated"/g)).toHaveLength(2);
  });
});

describe('the words of allowed values', () => {
  const schema = tables([
    {
      name: 'state',
      logicalType: 'string',
      enum: [
        { value: 'open', label: 'Open', description: 'Not """paid""" yet' },
        { value: 'done' },
      ],
    },
  ]);

  it('stand at the values of GraphQL', () => {
    const type = buildSchema(textOf(graphql, schema)).getType('TState');
    const values = isEnumType(type) ? type.getValues() : [];
    expect(values.map(({ name, description }) => [name, description])).toEqual([
      ['open', 'Open: Not """paid""" yet'],
      ['done', undefined],
    ]);
  });

  it('stand at the values of Protocol Buffers and Go', () => {
    expect(textOf(protobuf, schema)).toContain('STATE_OPEN = 1; // Open: Not """paid""" yet\n');
    const text = textOf(go, schema);
    expect(text).toContain(
      '\t// Open: Not """paid""" yet\n\tTStateOpen TState = "open"\n\n\tTStateDone TState = "done"',
    );
    expect(readGo(text).structs.size).toBe(1);
  });
});

describe('dates that are written in a form of their own', () => {
  const schema = tables([
    { name: 'a', logicalType: 'date', logicalTypeOptions: { format: 'dd.MM.yyyy' } },
    { name: 'b', logicalType: 'timestamp', logicalTypeOptions: { format: 'dd.MM.yyyy HH:mm' } },
    {
      name: 'c',
      logicalType: 'timestamp',
      logicalTypeOptions: { format: "yyyy-MM-dd'T'HH:mm:ssXXX" },
    },
  ]);

  it('are no scalars that say another one, and no time.Time', () => {
    const type = buildSchema(textOf(graphql, schema)).getType('T');
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    expect(fields.map((field) => String(field.type))).toEqual(['String', 'String', 'DateTime']);
    expect(Object.values(readGo(textOf(go, schema)).structs.get('T') ?? {})).toEqual([
      expect.stringContaining('*string '),
      expect.stringContaining('*string '),
      expect.stringContaining('*time.Time '),
    ]);
    expect(textOf(typescript, schema)).not.toContain('@format date\n');
  });
});
