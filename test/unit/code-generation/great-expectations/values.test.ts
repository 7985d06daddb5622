import { greatExpectations } from '../../../../jobs/code-generation/generators/great-expectations/generator.ts';
import { tableOf } from '../sql/contract.ts';
import { withWarnings } from '../contracts.ts';

type Kwargs = Record<string, unknown>;

/** What the suite of a column `a` expects by one kind of expectation, and the notes. */
function suiteOf(property: object, compat?: string) {
  const [file] = withWarnings(
    greatExpectations.generate(tableOf({ name: 'a', ...property }), {
      dialect: 'postgres',
      server: undefined,
      compat,
    }),
  );
  const { expectations } = JSON.parse(file?.content ?? '{}') as {
    expectations: { type: string; kwargs: Kwargs }[];
  };
  const kwargsOf = (type: string): Kwargs[] =>
    expectations.filter((entry) => entry.type === type).map(({ kwargs }) => kwargs);
  return {
    between: kwargsOf('expect_column_values_to_be_between'),
    inSet: kwargsOf('expect_column_values_to_be_in_set').map((kwargs) => kwargs['value_set']),
    notInSet: kwargsOf('expect_column_values_to_not_be_in_set'),
    notes: file?.metadata.notes.join('\n') ?? '',
  };
}

const from = (logicalType: string, physicalType: string, minimum: unknown, format?: string) => ({
  logicalType,
  physicalType,
  logicalTypeOptions: { minimum, format },
});

describe('bounds of suites of Great Expectations', () => {
  it.each<[object, string | undefined, unknown]>([
    [from('timestamp', 'timestamp', '2020-01-01T00:00:00'), undefined, '2020-01-01T00:00:00'],
    [from('timestamp', 'timestamptz', '2020-01-01T00:00:00Z'), undefined, '2020-01-01T00:00:00Z'],
    [from('date', 'date', '2020-01-01'), 'pandas', '2020-01-01'],
    [from('date', 'varchar(8)', '2020-01-01', 'yyyyMMdd'), undefined, '20200101'],
    [from('integer', 'bigint', '5'), undefined, 5],
    [from('timestamp', 'timestamp', '2020-01-01T00:00:00Z'), 'spark', '2020-01-01T00:00:00Z'],
    [from('time', 'time', '08:00'), undefined, '08:00'],
    [from('string', 'varchar(8)', 'b'), undefined, 'b'],
  ])('are values of the column: %j %s', (property, engine, least) => {
    expect(suiteOf(property, engine).between).toEqual([{ column: 'a', min_value: least }]);
  });

  it.each<[object, string | undefined]>([
    [from('timestamp', 'bigint', '2020-01-01T00:00:00Z'), undefined],
    [from('timestamp', 'bigint', '2020-01-01T00:00:00Z'), 'spark'],
    [from('date', 'date', '15.03.2020'), undefined],
    [from('date', 'varchar(10)', '15.03.2020', 'dd.MM.yyyy'), undefined],
    [from('date', 'varchar(10)', '15.03.2020', 'dd.MM.yyyy'), 'pandas'],
    [from('timestamp', 'timestamp', '2020-01-01T00:00:00+02:00'), undefined],
    [from('timestamp', 'timestamptz', '2020-01-01T00:00:00+02:00'), 'pandas'],
    [from('boolean', 'boolean', 1), undefined],
  ])('are told where they are none: %j %s', (property, engine) => {
    const { between, notes } = suiteOf(property, engine);
    expect(between).toEqual([]);
    expect(notes).toContain(
      't.a: minimum is not expected: values of the column are not compared with ',
    );
  });
});

describe('allowed values of suites of Great Expectations', () => {
  const rule = (metric: string, lists: object) => ({
    quality: [{ metric, mustBe: 0, ...lists }],
  });

  it.each<[object, unknown[]]>([
    [{ logicalType: 'integer', ...rule('invalidValues', { validValues: ['1', '2'] }) }, [1, 2]],
    [{ logicalType: 'string', ...rule('invalidValues', { validValues: [1, 2] }) }, ['1', '2']],
    [{ logicalType: 'integer', enum: ['1', '2', 'x'] }, [1, 2]],
    [{ logicalType: 'boolean', enum: ['true'] }, [true]],
  ])('are of the type of the column: %j', (property, values) => {
    for (const engine of [undefined, 'pandas', 'spark'])
      expect(suiteOf(property, engine).inSet).toEqual([values]);
  });

  it('are told where the column cannot have them', () => {
    const { inSet, notes } = suiteOf({ logicalType: 'integer', enum: ['x'] });
    expect(inSet).toEqual([]);
    expect(notes).toContain('some of its allowed values are no values of its type');
    const missing = rule('missingValues', { arguments: { missingValues: ['N/A'] } });
    const other = suiteOf({ logicalType: 'integer', ...missing });
    expect(other.notInSet).toEqual([]);
    expect(other.notes).toContain('its metric or its values have no expectation here');
  });
});
