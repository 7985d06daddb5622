import { dbtModels } from '../../../jobs/code-generation/generators/dbt-models.ts';
import { dbtSources } from '../../../jobs/code-generation/generators/dbt-sources.ts';
import { dbtStaging } from '../../../jobs/code-generation/generators/dbt-staging.ts';
import { greatExpectations } from '../../../jobs/code-generation/generators/great-expectations.ts';
import { mermaid } from '../../../jobs/code-generation/generators/mermaid.ts';
import { odcsHtml } from '../../../jobs/code-generation/generators/odcs-html.ts';
import { contractOf } from './contracts.ts';
import { fastestRun } from './fastest-run.ts';

const kinds = ['string', 'integer', 'date', 'timestamp', 'number', 'boolean'];

/** Tables of 100 columns with keys, references, ranges and rules. */
function wideDocument(columns: number): Record<string, unknown>[] {
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
  return tables;
}

describe.each([dbtModels, dbtSources, dbtStaging, greatExpectations, odcsHtml, mermaid])(
  '$type',
  (generator) => {
    it('takes no longer for 1,000 and 10,000 fields than their number explains; the bench has the limit', () => {
      const runs = [1_000, 10_000].map((columns) => {
        const schema = wideDocument(columns);
        const options = { dialect: undefined, server: undefined, compat: undefined };
        const contract = contractOf(schema);
        return () => generator.generate(contract, { ...options, document: { schema } });
      });
      const [took = 0, tookLonger = 0] = runs.map(fastestRun);
      expect(took).toBeLessThan(500);
      expect(tookLonger).toBeLessThan(5_000);
    });
  },
);
