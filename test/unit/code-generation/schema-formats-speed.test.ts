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

/** Of the processor, in the fastest of some runs: the machine does other things as well. */
function millisecondsOf(run: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const started = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
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
  it('takes far less than 100 ms for 1,000 fields, and ten times that for ten times more', () => {
    const [wide, wider] = [wideContract(1_000), wideContract(10_000)];
    const took = millisecondsOf(() => generateFiles(generator, wide));
    const tookLonger = millisecondsOf(() => generateFiles(generator, wider));
    console.log(`${generator.type}: ${took.toFixed(1)} ms, ${tookLonger.toFixed(1)} ms for 10,000`);
    expect(took).toBeLessThan(50);
    expect(tookLonger).toBeLessThan(1_000);
  });
});
