import { dbtModels } from '../../../jobs/code-generation/generators/dbt-models.ts';
import { dbtSources } from '../../../jobs/code-generation/generators/dbt-sources.ts';
import { dbtStaging } from '../../../jobs/code-generation/generators/dbt-staging.ts';
import { greatExpectations } from '../../../jobs/code-generation/generators/great-expectations.ts';
import { mermaid } from '../../../jobs/code-generation/generators/mermaid.ts';
import { odcsHtml } from '../../../jobs/code-generation/generators/odcs-html.ts';
import { contractOf, generateFiles } from './contracts.ts';

const kinds = ['string', 'integer', 'date', 'timestamp', 'number', 'boolean'];

/** Tables of 100 columns with keys, references, ranges and rules. */
function wideContract(columns: number): ReturnType<typeof contractOf> {
  const tables = Array.from({ length: columns / 100 }, (_, table) => ({
    name: `table_${table}`,
    description: 'What the table is for',
    properties: Array.from({ length: 100 }, (__, index) => ({
      name: `column_${index}`,
      logicalType: kinds[index % kinds.length],
      description: `What column ${index} holds.\nAnd a second line.`,
      required: index % 2 === 0,
      primaryKey: index === 0,
      ...(index % 6 === 0 && { logicalTypeOptions: { maxLength: 20, pattern: '^A' } }),
      ...(index === 1 && table > 0 && { relationships: [{ to: `table_${table - 1}.column_0` }] }),
      quality: [{ metric: 'nullValues', mustBeLessThan: 5, description: 'Few are missing' }],
    })),
  }));
  return contractOf(tables);
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

describe.each([dbtModels, dbtSources, dbtStaging, greatExpectations, odcsHtml, mermaid])(
  '$type',
  (generator) => {
    it('takes less than 100 ms for 1,000 fields, and about ten times that for ten times more', () => {
      const [wide, wider] = [wideContract(1_000), wideContract(10_000)];
      const took = millisecondsOf(() => generateFiles(generator, wide));
      const tookLonger = millisecondsOf(() => generateFiles(generator, wider));
      console.log(
        `${generator.type}: ${took.toFixed(1)} ms, ${tookLonger.toFixed(1)} ms for 10,000`,
      );
      expect(took).toBeLessThan(100);
      expect(tookLonger).toBeLessThan(1_500);
    }, 60_000);
  },
);
