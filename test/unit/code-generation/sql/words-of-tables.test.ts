import { generators } from '../../../../jobs/code-generation/generators/index.ts';
import { contractOf, generateFiles } from '../contracts.ts';

const contract = contractOf([
  {
    name: 'orders',
    businessName: 'Bought things',
    description: 'What people have bought',
    dataGranularityDescription: 'One row for each order',
    properties: [
      { name: 'id', logicalType: 'integer', synonyms: ['number'], encryptedName: 'x' },
      {
        name: 'address',
        logicalType: 'object',
        properties: [
          { name: 'street', logicalType: 'string', classification: 'secret', tags: ['pii'] },
        ],
      },
    ],
  },
  { name: 'empty' },
]);

const typed = (...types: string[]): typeof generators =>
  generators.filter(({ type }) => types.includes(type));

describe('words of tables and members', () => {
  it.each(typed('spark', 'pydantic', 'sqlalchemy'))(
    'keep a business name beside a description: $type',
    (generator) => {
      const [file] = generateFiles(generator, contract);
      expect(file?.content).toContain('What people have bought');
      expect(file?.content).toContain('Bought things');
    },
  );

  it.each(typed('spark', 'pydantic', 'sqlalchemy'))('keep those of members: $type', (generator) => {
    const [file] = generateFiles(generator, contract);
    expect(file?.content).toContain('"classification": "secret", "tags": ["pii"]');
  });
});

describe('tables without properties', () => {
  const others = ['odcs-html', 'dbt-models', 'dbt-sources', 'dbt-staging'];

  it.each(generators.filter(({ type }) => !others.includes(type)))(
    'are noted by $type',
    (generator) => {
      const notes = generateFiles(generator, contract).flatMap(({ metadata }) => metadata.notes);
      expect(notes.join('\n')).toMatch(/^empty: (?:it )?has no properties/im);
    },
  );
});
