import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { typeSystems } from '../../../domain/dialects/types/type-systems.ts';
import type { GeneratorInfo } from '../generator.ts';

// Plain data only: the API reads this file. The code that generates is in `index.ts`.

/** Dialects of scripts, the default first. */
const sqlDialects = Object.keys(typeSystems) as readonly TypeDialect[];

/** Dialects that dbt has an adapter for, the default first. */
const dbtDialects: readonly TypeDialect[] = [
  'postgres',
  'snowflake',
  'bigquery',
  'databricks',
  'redshift',
  'sqlserver',
  'trino',
  'duckdb',
  'athena',
  'clickhouse',
  'oracle',
  'mysql',
];

/** dbt before 1.10 writes the arguments of tests next to their configuration. */
const dbtVariants = ['dbt-1.9'] as const;

export const sqlDdl = {
  type: 'sql-ddl',
  title: 'SQL tables',
  description: 'CREATE TABLE statements with keys, checks and comments, one script for all tables',
  languages: ['sql'],
  dialects: sqlDialects,
  variants: [],
} as const satisfies GeneratorInfo;

export const sqlSelect = {
  type: 'sql-select',
  title: 'SQL queries',
  description: 'SELECT statements that name every column, one file per table',
  languages: ['sql'],
  dialects: sqlDialects,
  variants: [],
} as const satisfies GeneratorInfo;

export const dbtModels = {
  type: 'dbt-models',
  title: 'dbt models',
  description:
    'Models with enforced contracts, constraints and data tests, with the sources and staging models that they are made of',
  languages: ['yaml', 'sql'],
  dialects: dbtDialects,
  variants: dbtVariants,
} as const satisfies GeneratorInfo;

export const dbtSources = {
  type: 'dbt-sources',
  title: 'dbt sources',
  description: 'Sources with columns, data tests and freshness, as a dbt project of its own',
  languages: ['yaml', 'sql'],
  dialects: dbtDialects,
  variants: dbtVariants,
} as const satisfies GeneratorInfo;

export const dbtStaging = {
  type: 'dbt-staging',
  title: 'dbt staging models',
  description: 'One model for each table that renames and casts the columns of its source',
  languages: ['sql', 'yaml'],
  dialects: dbtDialects,
  variants: dbtVariants,
} as const satisfies GeneratorInfo;

export const jsonSchema = {
  type: 'json-schema',
  title: 'JSON Schema',
  description: 'One JSON Schema (2020-12) for the rows of each table',
  languages: ['json'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const pydantic = {
  type: 'pydantic',
  title: 'Pydantic',
  description: 'One Python module with a Pydantic model (v2) for each table',
  languages: ['python'],
  dialects: [],
  variants: ['v1'],
} as const satisfies GeneratorInfo;

export const sqlalchemy = {
  type: 'sqlalchemy',
  title: 'SQLAlchemy',
  description: 'One Python module with a declarative class (SQLAlchemy 2) for each table',
  languages: ['python'],
  dialects: [
    ...(['postgres', 'mysql', 'sqlserver', 'oracle', 'snowflake', 'bigquery'] as const),
    ...(['redshift', 'databricks', 'trino', 'duckdb', 'clickhouse', 'athena'] as const),
  ],
  variants: ['v1'],
} as const satisfies GeneratorInfo;

export const spark = {
  type: 'spark',
  title: 'Spark',
  description: 'One Python module with a StructType for each table',
  languages: ['python'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const avro = {
  type: 'avro',
  title: 'Avro',
  description: 'One Apache Avro schema (.avsc) for each table',
  languages: ['json'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const protobuf = {
  type: 'protobuf',
  title: 'Protocol Buffers',
  description: 'One proto3 file with a message for each table',
  languages: ['protobuf'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const typescript = {
  type: 'typescript',
  title: 'TypeScript',
  description: 'One file with a type for each table, as its rows are in JSON',
  languages: ['typescript'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const go = {
  type: 'go',
  title: 'Go',
  description: 'One file with a struct for each table, with tags for JSON and Avro',
  languages: ['go'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const graphql = {
  type: 'graphql',
  title: 'GraphQL',
  description: 'One schema with a type for each table; foreign keys lead from type to type',
  languages: ['graphql'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const greatExpectations = {
  type: 'great-expectations',
  title: 'Great Expectations',
  description: 'Suites of expectations for Great Expectations 1.x, one for each table',
  languages: ['json'],
  dialects: sqlDialects,
  // Libraries that can read the data in place of a database.
  variants: ['pandas', 'spark'],
} as const satisfies GeneratorInfo;

export const odcsHtml = {
  type: 'odcs-html',
  title: 'HTML page',
  description: 'The whole contract as one page to read and print, without anything from elsewhere',
  languages: ['html'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

export const mermaid = {
  type: 'mermaid',
  title: 'Mermaid ER diagram',
  description: 'Tables, columns, keys and relationships as an entity relationship diagram',
  languages: ['mermaid'],
  dialects: [],
  variants: [],
} as const satisfies GeneratorInfo;

const formats = [
  sqlDdl,
  sqlSelect,
  dbtModels,
  dbtSources,
  dbtStaging,
  jsonSchema,
  pydantic,
  sqlalchemy,
  spark,
  avro,
  protobuf,
  typescript,
  go,
  graphql,
  greatExpectations,
  odcsHtml,
  mermaid,
] as const;

export type GeneratorType = (typeof formats)[number]['type'];

/** Every format, in the order of lists. A new format needs a folder next to this file, a line here and a line in `index.ts`. */
export const generators: readonly GeneratorInfo<GeneratorType>[] = formats;
