import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { generators } from '../../../jobs/code-generation/generators/index.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';

const contractOf = (fields: object) =>
  normaliseContract({
    dataContractSpecification: '1.2.1',
    id: 'sizes',
    models: { t: { fields } },
  });

const contract = contractOf({
  b: { type: 'long' },
  amt: { type: 'decimal', precision: 10, scale: 2 },
  big: { type: 'numeric', scale: 4 },
  when: { type: 'timestamp_ntz' },
  f: { type: 'float' },
  d: { type: 'double' },
  raw: { type: 'bytes' },
  m: { type: 'map', keys: { type: 'string' }, values: { type: 'long' } },
  n: { type: 'array', items: { type: 'decimal', precision: 5, scale: 1 } },
});

const write = (type: string, dialect?: TypeDialect): string => {
  const options = { dialect, server: undefined, compat: undefined };
  return (generators.find((one) => one.type === type)?.generate(contract, options) ?? [])
    .map(({ content }) => content)
    .join('');
};

it('keeps sizes of the Data Contract Specification in tables', () => {
  expect(write('sql-ddl', 'databricks')).toContain(
    [
      '  b BIGINT',
      '  amt DECIMAL(10,2)',
      '  big DECIMAL(38,4)',
      '  `when` TIMESTAMP_NTZ',
      '  f FLOAT',
      '  d DOUBLE',
      '  `raw` BINARY',
      '  m MAP<STRING, BIGINT>',
      '  n ARRAY<DECIMAL(5,1)>',
    ].join(',\n'),
  );
});

it.each([
  ['sqlalchemy', 'Numeric(10, 2)'],
  ['pydantic', 'amt: Annotated[Decimal, Field(max_digits=10, decimal_places=2)]'],
  ['spark', 'DecimalType(10, 2)'],
  ['avro', '"precision": 10'],
])('keeps them in %s', (type, text) => {
  expect(write(type)).toContain(text);
});

it('leaves nothing to compare in contract tests', () => {
  const properties = contract.tables[0]?.properties ?? [];
  expect(properties.map(({ physicalType }) => physicalType)).toEqual(
    properties.map(() => undefined),
  );
});

it('lets the type of the platform come first', () => {
  const [b] =
    normaliseContract({
      dataContractSpecification: '1.2.1',
      id: 'x',
      servers: { p: { type: 'postgres' } },
      models: { t: { fields: { b: { type: 'long', config: { postgresType: 'integer' } } } } },
    }).tables[0]?.properties ?? [];
  expect(b).toMatchObject({ physicalType: 'integer', customProperties: {} });
});
