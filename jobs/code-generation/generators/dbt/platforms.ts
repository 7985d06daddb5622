import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';

/** A constraint of a model. */
export type Constraint = 'not_null' | 'unique' | 'primary_key' | 'foreign_key';

/** Rules of the adapter of dbt for a platform, and of queries on the platform. */
export type DbtPlatform = {
  /** Constraints that the adapter writes; tests check the others. */
  constraints: readonly Constraint[];
  /** Members of a server that dbt calls database and schema; those names by default. */
  location?: readonly [database: string | undefined, schema: string];
  /** The adapter cannot quote the names of relations. */
  plainRelations?: true;
  /** The adapter quotes names of sources only if it is configured to. */
  unquotedSources?: true;
  /** dbt cannot compare the columns of a model with its contract. */
  unenforcedContracts?: true;
  /** The dialect of queries, if tables are declared in another one. */
  queries?: TypeDialect;
  /** A backslash escapes the next character of a text. */
  backslashEscapes?: true;
  /** `#` begins a comment. */
  hashComments?: true;
  /** `true` and `false` are no values. */
  withoutBooleans?: true;
  /** Follows a SELECT that reads no table. */
  fromNothing?: string;
  /** The number of characters of a text; `length(…)` by default. */
  length?: (sql: string) => string;
  /** The condition that a text contains a match of a pattern. */
  match?: (sql: string, pattern: string) => string;
  /** Columns hold null only if their type is `Nullable(…)`, which these types cannot be in. */
  neverNullable?: RegExp;
  /** Types that no staging model casts to. */
  uncast?: RegExp;
  /** The note for a platform without casts. */
  uncastNote?: string;
  /** The type of text of any length, where it is not that of text without a length. */
  longText?: (type: string) => string;
};

const charLength = (sql: string): string => `char_length(${sql})`;
const regexpLike = (sql: string, pattern: string): string => `regexp_like(${sql}, ${pattern})`;
const byOperator = (sql: string, pattern: string): string => `${sql} ~ ${pattern}`;
const ofMaxLength = (type: string): string => `${type}(max)`;

const allConstraints = ['not_null', 'unique', 'primary_key', 'foreign_key'] as const;

const trino: DbtPlatform = {
  constraints: ['not_null'],
  location: ['catalog', 'schema'],
  match: regexpLike,
};

export const dbtPlatforms: Readonly<Record<TypeDialect, DbtPlatform>> = {
  postgres: { constraints: allConstraints, length: charLength, match: byOperator },
  redshift: { constraints: allConstraints, match: byOperator, longText: ofMaxLength },
  mysql: {
    constraints: [],
    location: [undefined, 'database'],
    unenforcedContracts: true,
    backslashEscapes: true,
    hashComments: true,
    length: charLength,
    match: regexpLike,
    // CAST in MySQL has its own types: CHAR and SIGNED instead of VARCHAR and INT.
    uncast: /^/,
    uncastNote: 'columns of staging models are not cast in MySQL',
  },
  duckdb: {
    // A table that foreign keys refer to cannot be replaced.
    constraints: ['not_null', 'unique', 'primary_key'],
    location: [undefined, 'schema'],
    match: (sql, pattern) => `regexp_matches(${sql}, ${pattern})`,
  },
  sqlserver: {
    constraints: ['not_null', 'unique', 'primary_key'],
    withoutBooleans: true,
    // LEN ignores trailing blanks.
    length: (sql) => `len(${sql} + N'.') - 1`,
    longText: ofMaxLength,
  },
  snowflake: {
    constraints: allConstraints,
    plainRelations: true,
    unquotedSources: true,
    backslashEscapes: true,
    match: (sql, pattern) => `regexp_instr(${sql}, ${pattern}) > 0`,
  },
  bigquery: {
    constraints: ['not_null', 'primary_key', 'foreign_key'],
    location: ['project', 'dataset'],
    backslashEscapes: true,
    hashComments: true,
    match: (sql, pattern) => `regexp_contains(${sql}, ${pattern})`,
  },
  databricks: {
    constraints: ['not_null', 'primary_key', 'foreign_key'],
    location: ['catalog', 'schema'],
    backslashEscapes: true,
    length: charLength,
    match: (sql, pattern) => `${sql} rlike ${pattern}`,
    longText: () => 'STRING',
  },
  trino,
  // Athena declares tables in the SQL of Hive, and reads queries as Trino.
  athena: { ...trino, constraints: [], plainRelations: true, queries: 'trino' },
  oracle: {
    constraints: allConstraints,
    location: [undefined, 'schema'],
    plainRelations: true,
    unquotedSources: true,
    withoutBooleans: true,
    fromNothing: ' from dual',
    match: regexpLike,
    uncast: /LOB|JSON|XML|LONG|BFILE|VARCHAR/i,
  },
  clickhouse: {
    constraints: [],
    location: [undefined, 'database'],
    backslashEscapes: true,
    length: (sql) => `lengthUTF8(${sql})`,
    match: (sql, pattern) => `match(${sql}, ${pattern})`,
    neverNullable: /^(?:Array|Map|Tuple|JSON)/,
  },
};
