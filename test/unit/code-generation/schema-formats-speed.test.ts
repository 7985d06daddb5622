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
import { fastestRun } from './fastest-run.ts';

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
  it('takes no longer for 1,000 and 10,000 fields than their number explains; the bench has the limit', () => {
    const [wide, wider] = [wideContract(1_000), wideContract(10_000)];
    const took = fastestRun(() => generateFiles(generator, wide));
    const tookLonger = fastestRun(() => generateFiles(generator, wider));
    expect(took).toBeLessThan(500);
    expect(tookLonger).toBeLessThan(5_000);
  });
});
