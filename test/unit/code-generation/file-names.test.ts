import { generators } from '../../../jobs/code-generation/generators/index.ts';
import { contractOf, generateFiles } from './contracts.ts';

const schema = [
  { name: 'Orders', physicalName: 'crm.ord', properties: [{ name: 'a', logicalType: 'date' }] },
];

/** Files of tables are called as the table, other files as the contract. */
const ofTables = ['sql-select', 'json-schema', 'avro', 'great-expectations'];

describe('names of files', () => {
  it.each(generators)('are of one scheme: $type', (generator) => {
    const filesOf = (more: Record<string, unknown>): string[] =>
      generateFiles(generator, contractOf(schema, more)).map(({ filename }) => filename);
    if (ofTables.includes(generator.type)) {
      expect(filesOf({})).toEqual([expect.stringMatching(/^Orders\.[a-z.]+$/)]);
      return;
    }
    const stem = /^(?:models\/)?orders_of_the_shop(?:_[a-z]+)?\.[a-z]+$/;
    const named = generator.type.startsWith('dbt-')
      ? 'dbt_project.yml'
      : expect.stringMatching(stem);
    expect(filesOf({})).toContainEqual(named);
    expect(filesOf({ id: 'Orders-of the.shop', name: 'Another' })).toEqual(filesOf({}));
  });
});
