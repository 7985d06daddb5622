import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { scriptOf, tableOf } from '../sql/contract.ts';
import { withWarnings } from '../contracts.ts';

const short = tableOf(
  {
    name: 'least',
    logicalType: 'number',
    logicalTypeOptions: { format: 'f32', minimum: 0.1, maximum: 0.5 },
  },
  {
    name: 'listed',
    logicalType: 'number',
    logicalTypeOptions: { format: 'f32' },
    enum: [1.1, 2],
  },
);

const generatedBy = (generator: Generator, dialect: TypeDialect, contract = short) => {
  const [file] = withWarnings(
    generator.generate(contract, { dialect, server: undefined, compat: undefined }),
  );
  return { text: file?.content ?? '', notes: file?.metadata.notes ?? [] };
};

const floats = tableOf(
  {
    name: 'least',
    logicalType: 'number',
    physicalType: 'float',
    logicalTypeOptions: { minimum: 0.1, maximum: 0.5 },
  },
  { name: 'listed', logicalType: 'number', physicalType: 'float', enum: [1.1, 2] },
);

describe('numbers of 32 bits', () => {
  it.each<[TypeDialect, string]>([
    ['postgres', 'CAST(0.1 AS real)'],
    ['clickhouse', 'CAST(0.1 AS Float32)'],
    ['databricks', 'CAST(0.1 AS FLOAT)'],
    ['duckdb', '0.1'],
    ['sqlserver', '0.1'],
  ])('are compared with such numbers in %s', (dialect, number) => {
    const { text } = scriptOf(short, dialect);
    expect(text).toContain(`least >= ${number}`);
    expect(text).toContain('least <= 0.5');
    expect(text).toContain(`listed IN (${number.replace('0.1', '1.1')}, 2)`);
  });

  it('are not compared in MySQL with what they cannot be', () => {
    const { text, notes } = scriptOf(floats, 'mysql');
    expect(text).toContain('CHECK (least <= 0.5)');
    expect(text).not.toMatch(/0\.1|1\.1/);
    expect(notes).toEqual(['t.least (minimum), t.listed (allowed values are): … not checked.']);
  });

  it('are tested alike by dbt', () => {
    expect(generatedBy(dbtModels, 'postgres').text).toContain('least >= CAST(0.1 AS real)');
    expect(generatedBy(dbtModels, 'mysql', floats).notes.join('\n')).toContain(
      't.listed: its allowed values are not tested',
    );
  });

  it('are left to the notes by SQLAlchemy, but where the platform compares them as such', () => {
    const { text, notes } = generatedBy(sqlalchemy, 'postgres');
    expect(text).toContain('column("least") <= 0.5');
    expect(text).not.toMatch(/0\.1|1\.1/);
    expect(notes).toContain(
      't.least (minimum 0.1), t.listed (allowed values): what is not checked: ….',
    );
    expect(generatedBy(sqlalchemy, 'duckdb').text).toContain('column("least") >= 0.1');
  });
});
