import { avro } from '../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../jobs/code-generation/generators/go/generator.ts';
import { graphql } from '../../../jobs/code-generation/generators/graphql/generator.ts';
import { jsonSchema } from '../../../jobs/code-generation/generators/json-schema/generator.ts';
import { protobuf } from '../../../jobs/code-generation/generators/protobuf/generator.ts';
import { pydantic } from '../../../jobs/code-generation/generators/pydantic/generator.ts';
import { spark } from '../../../jobs/code-generation/generators/spark/generator.ts';
import { sqlalchemy } from '../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { typescript } from '../../../jobs/code-generation/generators/typescript/generator.ts';
import { contractOf, generateFiles } from './contracts.ts';
import { processorGrowth } from '../../support/spent-time.ts';

const types = ['string', 'integer', 'number', 'timestamp', 'boolean'];

/** Fields with all that a field usually says, and an object in every tenth. */
function wideContract(count: number): ReturnType<typeof contractOf> {
  const properties = Array.from({ length: count }, (_, index) => ({
    name: `field_${index}`,
    logicalType: index % 10 === 9 ? 'object' : types[index % types.length],
    physicalType: index % 5 === 2 ? 'decimal(18,2)' : undefined,
    description: `What field ${index} is about, in one sentence or two.\nAnd a second line.`,
    required: index % 2 === 0,
    tags: ['wide'],
    classification: 'internal',
    ...(index % 10 === 9 && { properties: [{ name: 'inner', logicalType: 'string' }] }),
    ...(index % 5 === 0 && { enum: [{ value: 'a' }, { value: 'b' }] }),
  }));
  return contractOf([{ name: 'wide', properties }]);
}

const generators = [
  avro,
  protobuf,
  typescript,
  go,
  graphql,
  jsonSchema,
  pydantic,
  sqlalchemy,
  spark,
];

describe.each(generators)('$type', (generator) => {
  it('takes time that grows with the fields; the bench has the limit', () => {
    const generate = (fields: number) => {
      const wide = wideContract(fields);
      return () => generateFiles(generator, wide);
    };
    // Eight times the fields; quadratic would be 64 times.
    expect(processorGrowth(generate(1_000), generate(8_000), 30)).toBeLessThan(30);
  });
});
