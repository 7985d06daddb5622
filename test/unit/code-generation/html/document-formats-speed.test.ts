import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import { dbtSources } from '../../../../jobs/code-generation/generators/dbt/sources.ts';
import { dbtStaging } from '../../../../jobs/code-generation/generators/dbt/staging.ts';
import { greatExpectations } from '../../../../jobs/code-generation/generators/great-expectations/generator.ts';
import { mermaid } from '../../../../jobs/code-generation/generators/mermaid/generator.ts';
import { odcsHtml } from '../../../../jobs/code-generation/generators/html/generator.ts';
import { contractOf } from '../contracts.ts';
import { processorGrowth } from '../../../support/spent-time.ts';

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
    it('takes time that grows with the fields; the bench has the limit', () => {
      const generate = (columns: number) => {
        const schema = wideDocument(columns);
        const options = { dialect: undefined, server: undefined, compat: undefined };
        const contract = contractOf(schema);
        return () => generator.generate(contract, { ...options, document: { schema } });
      };
      // Eight times the fields; quadratic would be 64 times.
      expect(processorGrowth(generate(1_000), generate(8_000), 30)).toBeLessThan(30);
    });
  },
);
