import type { Difference, DifferenceRule } from './difference.ts';

const between =
  (aspect: string, reference: RegExp, ours: RegExp) =>
  (difference: Difference): boolean =>
    difference.aspect === aspect &&
    reference.test(difference.reference) &&
    ours.test(difference.ours);

const physicalNames = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'Columns are called by their physical name',
  reason: 'That is what they are called in the database; the staging model renames them.',
  count,
  explains: ({ aspect, place }) =>
    aspect === 'presence' && /\.(?:shipment_id|order_id|sid|oid)$/.test(place),
});

const businessNames = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'The business name is the description of what has none',
  reason: 'It tells readers more than nothing.',
  count,
  explains: between('description', /^$/, /./),
});

const foreignTypes = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'Types that the platform does not have are replaced',
  reason:
    'The reference passes unknown physical types on (`str`, `9`, `FLOAT64` on Snowflake), and dbt cannot build the model.',
  count,
  explains: between(
    'type',
    /^(?:\d|str|enum|repeated message|datetime|float64.*|json|struct<.*)$/i,
    /./,
  ),
});

const lengths = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'Texts keep the type and the length that the contract gives them',
  reason: 'The reference writes `text` for every text.',
  count,
  explains: between('type', /^(?:text|string)(?:\[\])?$/i, /^varchar(?:\(\d+\))?(?:\[\])?$/i),
});

const doubles = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'Numbers without digits are doubles',
  reason: 'A decimal without digits keeps none behind the point on these platforms.',
  count,
  explains: between('type', /^(?:number|decimal\(38,0\))$/i, /^(?:float|double)$/i),
});

const decimals = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'Decimals without digits keep some behind the point',
  reason:
    'Many platforms would keep none; nine are assumed, as BigQuery has them, and a note says so.',
  count,
  explains: between('type', /decimal\(38,0\)/i, /decimal\(38,9\)/i),
});

const keys = (format: string, count: number): DifferenceRule => ({
  format,
  rule: 'Primary keys are not null and unique',
  reason:
    'A primary key has a value in every row and each once, whether the contract repeats it or not.',
  count,
  explains: ({ aspect, reference, ours }) =>
    (aspect === 'required' || aspect === 'unique') && reference === 'false' && ours === 'true',
});

/** How models differ from those of datacontract-cli, and why. */
export const dbtModelsDifferences: readonly DifferenceRule[] = [
  {
    format: 'dbt-models',
    rule: 'What is no view is a table with an enforced contract',
    reason: 'The reference leaves models without a physicalType to dbt, which makes views of them.',
    count: 45,
    explains: between('materialized', /^$/, /^table$/),
  },
  {
    format: 'dbt-models',
    rule: 'Contracts are enforced wherever dbt can',
    reason:
      'The reference enforces those of models that the contract calls tables; dbt compares the columns of every model, only constraints need a table.',
    count: 57,
    explains: between('enforced', /^false$/, /^true$/),
  },
  keys('dbt-models', 16),
  physicalNames('dbt-models', 12),
  businessNames('dbt-models', 9),
  foreignTypes('dbt-models', 68),
  lengths('dbt-models', 20),
  doubles('dbt-models', 12),
  decimals('dbt-models', 3),
  {
    format: 'dbt-models',
    rule: 'Floating point numbers are precise to 15 digits',
    reason: 'A `float` of the contract without digits is a double on most platforms.',
    count: 1,
    explains: between('type', /^real$/, /^double precision$/),
  },
];

/** How sources differ from those of datacontract-cli, and why. */
export const dbtSourcesDifferences: readonly DifferenceRule[] = [
  keys('dbt-sources', 12),
  physicalNames('dbt-sources', 4),
  businessNames('dbt-sources', 7),
  foreignTypes('dbt-sources', 21),
  lengths('dbt-sources', 4),
  doubles('dbt-sources', 8),
  {
    format: 'dbt-sources',
    rule: 'Composite primary keys are tested in sources, too',
    reason: 'The reference tests them in models only.',
    count: 4,
    explains: between('tests', /^$/, /^unique columns$/),
  },
  {
    format: 'dbt-sources',
    rule: 'The catalog of Databricks is the database of the source',
    reason: 'Without it dbt looks in the catalog of the target.',
    count: 2,
    explains: between('database', /^$/, /_catalog$/),
  },
  {
    format: 'dbt-sources',
    rule: 'Places of servers that dbt has no database for are left out',
    reason: 'The path of a DuckDB file and a database of Impala are no databases to dbt.',
    count: 2,
    explains: between('database', /./, /^$/),
  },
];

/** How staging models differ from those of datacontract-cli, and why. */
export const dbtStagingDifferences: readonly DifferenceRule[] = [
  {
    format: 'dbt-staging',
    rule: 'Columns are cast to their types',
    reason: 'The reference selects them as they are.',
    count: 132,
    explains: between('cast', /^no$/, /^yes$/),
  },
  {
    format: 'dbt-staging',
    rule: 'Columns are read by their physical name',
    reason: 'The reference selects names of the contract, which the source does not have.',
    count: 2,
    explains: ({ aspect }) => aspect === 'from',
  },
];
