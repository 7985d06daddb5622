import { avro } from '../../../jobs/code-generation/generators/avro.ts';
import { go } from '../../../jobs/code-generation/generators/go.ts';
import { graphql } from '../../../jobs/code-generation/generators/graphql.ts';
import { jsonSchema } from '../../../jobs/code-generation/generators/json-schema.ts';
import { protobuf } from '../../../jobs/code-generation/generators/protobuf.ts';
import { pydantic } from '../../../jobs/code-generation/generators/pydantic.ts';
import { spark } from '../../../jobs/code-generation/generators/spark.ts';
import { sqlalchemy } from '../../../jobs/code-generation/generators/sqlalchemy.ts';
import { typescript } from '../../../jobs/code-generation/generators/typescript.ts';
import { contractOf, generateFiles } from './contracts.ts';

const contract = contractOf(
  [
    {
      name: 'orders',
      dataGranularityDescription: 'One row for each order',
      properties: [
        {
          name: 'id',
          logicalType: 'string',
          primaryKey: true,
          encryptedName: 'id_encrypted',
          synonyms: ['number'],
          examples: ['a'],
        },
        {
          name: 'at',
          logicalType: 'timestamp',
          logicalTypeOptions: { defaultTimezone: 'UTC' },
          customProperties: [{ property: 'owner', value: 'me' }],
        },
        {
          name: 'size',
          logicalType: 'number',
          customProperties: [{ property: 'scale', value: 2 }],
        },
      ],
    },
  ],
  {
    status: 'active',
    domain: 'sales',
    tags: ['gold'],
    description: { purpose: 'To sell', usage: 'For all' },
    slaProperties: [{ property: 'latency', value: 4, unit: 'd' }],
    customProperties: [{ property: 'namespace', value: 'shop' }],
  },
);

const further = 'dataGranularityDescription, encryptedName, synonyms';

describe('what stands around the tables', () => {
  it.each([
    [protobuf, '', 'examples, '],
    [typescript, '', 'examples, '],
    [go, '', 'examples, '],
    [graphql, '', 'examples, '],
    [spark, '', 'examples, '],
    [sqlalchemy, '', 'examples, '],
    [pydantic, '', ''],
    [jsonSchema, 'description.purpose, description.usage, ', ''],
    [avro, 'description.purpose, description.usage, ', 'examples, '],
  ] as const)('is told in one sentence of each kind', (generator, texts, examples) => {
    const tags = generator === avro ? 'tags, ' : '';
    const notes = generateFiles(generator, contract).flatMap(({ metadata }) => metadata.notes);
    expect(notes.filter((note) => note.endsWith('have no place here.'))).toEqual([
      `contract: ${texts}status, ${tags}domain, slaProperties have no place here.`,
      `tables and properties: ${further}, ${examples}defaultTimezone, customProperties have no place here.`,
    ]);
  });

  it.each([
    [{ domain: 'sales' }, 'contract: domain has no place here.'],
    [{ status: 'active' }, 'contract: status has no place here.'],
    [{ roles: [{ role: 'reader' }] }, 'contract: roles have no place here.'],
  ])('is one thing or several: %j', (more, note) => {
    const notes = generateFiles(go, contractOf([], more))[0]?.metadata.notes;
    expect(notes).toContain(note);
  });
});
