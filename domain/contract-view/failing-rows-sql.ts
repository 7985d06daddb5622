import type { ContractServer } from '../standards/odcs/contract-model.ts';
import type { TableView } from './contract-view.ts';
import type { FieldView } from './fields.ts';

/** The query for all failing rows of a check, or the reason why there is none. */
export type FailingRowsSql = { sql: string } | { reason: string };

/** How a platform writes names, texts and patterns. */
type Dialect = {
  quote: (name: string) => string;
  literal: (value: unknown) => string;
  /** True where the column does not match the pattern; undefined where the platform has no regular expressions. */
  mismatch: ((column: string, pattern: string) => string) | undefined;
  length: string;
  /** Members of a server that stand before the name of a table. */
  path: readonly string[];
};

const literalWith =
  (text: (value: string) => string) =>
  (value: unknown): string =>
    typeof value === 'number' ? String(value) : text(String(value));

const standard = literalWith((value) => `'${value.replaceAll("'", "''")}'`);

/** On these platforms a backslash in a text begins an escape sequence. */
const escaped = literalWith((value) => `'${value.replaceAll(/['\\]/gu, String.raw`\$&`)}'`);

const double = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tick = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
const bracket = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/** Standard SQL with a function for patterns. */
const dialect = (call: string, change: Partial<Dialect> = {}): Dialect => {
  const { literal = standard } = change;
  return {
    quote: double,
    literal,
    mismatch: (column, pattern) => `not ${call}(${column}, ${literal(pattern)})`,
    length: 'length',
    path: ['schema'],
    ...change,
  };
};

const postgres = dialect('', {
  mismatch: (column, pattern) => `${column} !~ ${standard(pattern)}`,
});
const ticked = { quote: tick, literal: escaped };

const dialects = new Map<string | undefined, Dialect>([
  ['postgres', postgres],
  ['postgresql', postgres],
  ['redshift', postgres],
  ['trino', dialect('regexp_like', { path: ['catalog', 'schema'] })],
  ['athena', dialect('regexp_like', { path: ['catalog', 'schema'] })],
  ['oracle', dialect('regexp_like')],
  ['duckdb', dialect('regexp_matches')],
  ['mysql', dialect('regexp_like', { ...ticked, path: ['database'] })],
  ['bigquery', dialect('regexp_contains', { ...ticked, path: ['project', 'dataset'] })],
  ['databricks', dialect('regexp_like', { ...ticked, path: ['catalog', 'schema'] })],
  ['clickhouse', dialect('match', { literal: escaped, path: ['database'] })],
  [
    'snowflake',
    // regexp_like of Snowflake matches only whole texts.
    dialect('', {
      literal: escaped,
      mismatch: (column, pattern) => `regexp_instr(${column}, ${escaped(pattern)}) = 0`,
      path: ['database', 'schema'],
    }),
  ],
  // SQL Server has regular expressions since version 2025 only, and not at older compatibility levels.
  ['sqlserver', dialect('', { quote: bracket, mismatch: undefined, length: 'len' })],
]);

type Condition = (column: string, value: unknown, of: Dialect) => string | undefined;

const compare =
  (operator: string): Condition =>
  (column, value, { literal }) =>
    `${column} ${operator} ${literal(value)}`;

/** The promise that a type of checks looks at, and the condition of rows that break it. */
const conditions: readonly (readonly [RegExp, string, Condition])[] = [
  [/required$/u, '', (column) => `${column} is null`],
  [/regex$/u, 'pattern', (column, value, { mismatch }) => mismatch?.(column, String(value))],
  [
    /min_length$/u,
    'minLength',
    (column, value, { length, literal }) => `${length}(${column}) < ${literal(value)}`,
  ],
  [
    /max_length$/u,
    'maxLength',
    (column, value, { length, literal }) => `${length}(${column}) > ${literal(value)}`,
  ],
  [/exclusive_minimum$/u, 'exclusiveMinimum', compare('<=')],
  [/exclusive_maximum$/u, 'exclusiveMaximum', compare('>=')],
  [/minimum$/u, 'minimum', compare('<')],
  [/maximum$/u, 'maximum', compare('>')],
  [
    /enum$/u,
    'enum',
    (column, value, { literal }) =>
      Array.isArray(value) ? `${column} not in (${value.map(literal).join(', ')})` : undefined,
  ],
];

/** A check of a field, and the server on which it was tested. */
export type CheckedField = {
  server: ContractServer | undefined;
  table: Pick<TableView, 'physicalName' | 'primaryKey'>;
  field: Pick<FieldView, 'physicalPath' | 'depth' | 'promises'>;
  check: { type: string };
};

function tableName({ server, table }: CheckedField, { quote, path }: Dialect): string {
  const parts = path.map((name) => server?.[name]).filter((part) => typeof part === 'string');
  return [...parts, table.physicalName].map(quote).join('.');
}

/** Values that occur more than once; keys of several columns are not one column's fault. */
function duplicatesSql(
  { table, check }: CheckedField,
  column: string,
  from: string,
): string | undefined {
  if (check.type.includes('primary_key') && table.primaryKey.length > 1) return undefined;
  return `select ${column}, count(*) from ${from}\nwhere ${column} is not null\ngroup by ${column}\nhaving count(*) > 1;`;
}

function conditionOf(
  { field, check }: CheckedField,
  column: string,
  of: Dialect,
): string | undefined {
  const found = conditions.find(([pattern]) => pattern.test(check.type));
  if (found === undefined) return undefined;
  const [, promise, make] = found;
  const promised = field.promises.find(({ type }) => type === promise)?.value;
  return promise !== '' && promised === undefined ? undefined : make(column, promised, of);
}

const noPatternSql =
  'There is no query for all rows: SQL Server has regular expressions only since version 2025.';

const sqlOf = (sql: string | undefined): FailingRowsSql | undefined =>
  sql === undefined ? undefined : { sql };

/** The query that finds all rows that break a check of a column; undefined where we do not know how to ask. */
export function failingRowsSql(checked: CheckedField): FailingRowsSql | undefined {
  const { server, field, check } = checked;
  const of = dialects.get(server?.type);
  if (of === undefined || field.depth > 0) return undefined;
  const column = of.quote(field.physicalPath);
  const from = tableName(checked, of);
  if (check.type.endsWith('unique')) return sqlOf(duplicatesSql(checked, column, from));
  if (check.type.endsWith('regex') && of.mismatch === undefined) {
    return { reason: noPatternSql };
  }
  const condition = conditionOf(checked, column, of);
  return sqlOf(condition && `select * from ${from}\nwhere ${condition};`);
}
