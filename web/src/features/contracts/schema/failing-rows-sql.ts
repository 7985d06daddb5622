import type { Model, ModelCheck, ModelField, ModelTable } from '../queries.ts';

/** How a platform writes names and patterns. */
type Dialect = {
  quote: (name: string) => string;
  /** True where the column does not match the pattern. */
  mismatch: (column: string, pattern: string) => string;
  length: string;
};

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;

const double = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tick = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
const bracket = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

const like = (make: (column: string, pattern: string) => string, quote = double): Dialect => ({
  quote,
  mismatch: (column, pattern) => make(column, literal(pattern)),
  length: 'length',
});

const postgres = like((column, pattern) => `${column} !~ ${pattern}`);
const regexpLike = like((column, pattern) => `not regexp_like(${column}, ${pattern})`);
const rlike = like((column, pattern) => `not ${column} rlike ${pattern}`, tick);

const dialects: Readonly<Record<string, Dialect>> = {
  postgres,
  postgresql: postgres,
  redshift: postgres,
  snowflake: like((column, pattern) => `not regexp_instr(${column}, ${pattern}) > 0`),
  trino: regexpLike,
  athena: regexpLike,
  oracle: regexpLike,
  databricks: rlike,
  mysql: like((column, pattern) => `not regexp_like(${column}, ${pattern})`, tick),
  bigquery: like((column, pattern) => `not regexp_contains(${column}, r${pattern})`, tick),
  clickhouse: like((column, pattern) => `not match(${column}, ${pattern})`),
  duckdb: like((column, pattern) => `not regexp_matches(${column}, ${pattern})`),
};

const sqlserver: Dialect = {
  ...like((column, pattern) => `not regexp_like(${column}, ${pattern})`, bracket),
  length: 'len',
};

function dialectOf(type: string | undefined): Dialect | undefined {
  if (type === 'sqlserver') return sqlserver;
  return type === undefined ? undefined : dialects[type];
}

type Condition = (column: string, value: unknown, dialect: Dialect) => string | undefined;

const compare =
  (operator: string): Condition =>
  (column, value) =>
    `${column} ${operator} ${literal(value)}`;

/** The promise that a type of checks looks at, and the condition of rows that break it. */
const conditions: readonly (readonly [RegExp, string, Condition])[] = [
  [/required$/u, '', (column) => `${column} is null`],
  [/regex$/u, 'pattern', (column, value, { mismatch }) => mismatch(column, String(value))],
  [
    /min_length$/u,
    'minLength',
    (column, value, { length }) => `${length}(${column}) < ${literal(value)}`,
  ],
  [
    /max_length$/u,
    'maxLength',
    (column, value, { length }) => `${length}(${column}) > ${literal(value)}`,
  ],
  [/exclusive_minimum$/u, 'exclusiveMinimum', compare('<=')],
  [/exclusive_maximum$/u, 'exclusiveMaximum', compare('>=')],
  [/minimum$/u, 'minimum', compare('<')],
  [/maximum$/u, 'maximum', compare('>')],
  [
    /enum$/u,
    'enum',
    (column, value) =>
      Array.isArray(value) ? `${column} not in (${value.map(literal).join(', ')})` : undefined,
  ],
];

type Checked = { model: Model; table: ModelTable; field: ModelField; check: ModelCheck };

const testedServer = ({ servers, testResult }: Model): Model['servers'][number] | undefined =>
  servers.find(({ server }) => server === testResult?.server);

function tableName({ model, table }: Checked, { quote }: Dialect): string {
  const tested = testedServer(model);
  const schema = tested?.['schema'] ?? tested?.['dataset'];
  const name = quote(table.physicalName);
  return typeof schema === 'string' ? `${quote(schema)}.${name}` : name;
}

/** Values that occur more than once; keys of several columns are not one column's fault. */
function duplicatesSql(
  { table, check }: Checked,
  column: string,
  from: string,
): string | undefined {
  if (check.type.includes('primary_key') && table.primaryKey.length > 1) return undefined;
  return `select ${column}, count(*) from ${from}\nwhere ${column} is not null\ngroup by ${column}\nhaving count(*) > 1;`;
}

function conditionOf(
  { field, check }: Checked,
  column: string,
  dialect: Dialect,
): string | undefined {
  const found = conditions.find(([pattern]) => pattern.test(check.type));
  if (found === undefined) return undefined;
  const [, promise, make] = found;
  const promised = field.promises.find(({ type }) => type === promise)?.value;
  return promise !== '' && promised === undefined ? undefined : make(column, promised, dialect);
}

/** The query that finds all rows that break a check of a column; undefined where we do not know how to ask. */
export function failingRowsSql(checked: Checked): string | undefined {
  const { model, field, check } = checked;
  const dialect = dialectOf((testedServer(model) ?? model.servers[0])?.type);
  if (dialect === undefined || field.depth > 0) return undefined;
  const column = dialect.quote(field.physicalPath);
  const from = tableName(checked, dialect);
  if (check.type.endsWith('unique')) return duplicatesSql(checked, column, from);
  const condition = conditionOf(checked, column, dialect);
  return condition === undefined ? undefined : `select * from ${from}\nwhere ${condition};`;
}
