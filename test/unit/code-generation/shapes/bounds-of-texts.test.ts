import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { scriptOf, tableOf } from '../sql/contract.ts';

type Options = { format?: string; minimum: string | number; maximum?: string };

const contractWith = (logicalType: string, physicalType: string, logicalTypeOptions: Options) =>
  tableOf({ name: 'd1', logicalType, physicalType, logicalTypeOptions });

/** The condition that tables and tests of dbt check, each undefined where none does. */
function checksOf(contract: ReturnType<typeof tableOf>, dialect: TypeDialect = 'postgres') {
  const { text, notes } = scriptOf(contract, dialect);
  const files = dbtModels.generate(contract, { dialect, server: undefined, compat: undefined });
  const [model] = files;
  return {
    sql: /CHECK \((.*)\)/.exec(text)?.[1],
    dbt: /d1 >= [^"\n]*/.exec(model?.content ?? '')?.[0],
    notes,
    dbtNotes: model?.metadata.notes ?? [],
  };
}

describe('bounds of dates and times that are kept as texts', () => {
  it.each<[string, string, Options, string]>([
    ['date', 'varchar(10)', { minimum: '2020-01-01' }, "d1 >= '2020-01-01'"],
    ['date', 'varchar(10)', { format: 'yyyy-MM-dd', minimum: '2020-01-01' }, "d1 >= '2020-01-01'"],
    ['date', 'varchar(8)', { format: 'yyyyMMdd', minimum: '2020-01-01' }, "d1 >= '20200101'"],
    ['date', 'varchar(8)', { format: 'uuuuMMdd', minimum: '20200101' }, "d1 >= '20200101'"],
    ['time', 'varchar(5)', { format: 'HH:mm', minimum: '08:30' }, "d1 >= '08:30'"],
    [
      'timestamp',
      'varchar(19)',
      { format: "yyyy-MM-dd'T'HH:mm:ss", minimum: '2020-01-01T00:00:00' },
      "d1 >= '2020-01-01T00:00:00'",
    ],
  ])(
    'are checked where texts are in the order of time: %s %s %j',
    (logical, type, options, sql) => {
      expect(checksOf(contractWith(logical, type, options))).toMatchObject({ sql, dbt: sql });
    },
  );

  it.each<[string, string, Options]>([
    ['date', 'varchar(10)', { format: 'dd.MM.yyyy', minimum: '15.03.2020' }],
    ['date', 'varchar(10)', { format: 'dd.MM.yyyy', minimum: '2020-03-15' }],
    ['date', 'varchar(10)', { minimum: '15.03.2020' }],
    ['timestamp', 'varchar(40)', { minimum: '2020-01-01T00:00:00+02:00' }],
    [
      'timestamp',
      'varchar(40)',
      { format: "yyyy-MM-dd'T'HH:mm:ssXXX", minimum: '2020-01-01T00:00:00+02:00' },
    ],
    ['time', 'varchar(8)', { format: 'hh:mm a', minimum: '08:00 PM' }],
    ['integer', 'varchar(8)', { minimum: '10' }],
    ['integer', 'varchar(8)', { minimum: 10 }],
  ])('are told where they are not: %s %s %j', (logical, type, options) => {
    const { sql, dbt, notes, dbtNotes } = checksOf(contractWith(logical, type, options));
    expect([sql, dbt]).toEqual([undefined, undefined]);
    expect(notes.join('\n')).toMatch(/minimum(?:, format .*)? not checked/);
    expect(dbtNotes.join('\n')).toContain('minimum is not tested');
  });

  it('are told together', () => {
    const options = { minimum: '15.03.2020', maximum: '15.04.2020' };
    expect(checksOf(contractWith('date', 'varchar(10)', options)).dbtNotes).toContain(
      't.d1: minimum, maximum are not tested.',
    );
  });

  it('are told by SQLAlchemy where the column holds numbers', () => {
    const contract = contractWith('timestamp', 'bigint', { minimum: '2020-01-01T00:00:00Z' });
    const [file] = sqlalchemy.generate(contract, {
      dialect: 'postgres',
      server: undefined,
      compat: undefined,
    });
    expect(file?.metadata.notes).toContain(
      't.d1: what is not checked: minimum 2020-01-01T00:00:00Z.',
    );
  });

  it('are compared as texts where they are texts', () => {
    const contract = contractWith('string', 'varchar(8)', { minimum: 'b' });
    expect(checksOf(contract)).toMatchObject({ sql: "d1 >= 'b'", dbt: "d1 >= 'b'" });
  });
});
