import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { bigquery } from './bigquery/dialect.ts';
import { databricks } from './databricks/dialect.ts';
import { duckdb } from './duckdb/dialect.ts';
import { mysql } from './mysql/dialect.ts';
import { postgres } from './postgres/dialect.ts';
import { redshift } from './postgres/redshift.ts';
import { snowflake } from './snowflake/dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { sqlserver } from './sqlserver/dialect.ts';
import { trino } from './trino/dialect.ts';

/** All dialects of checks; each is defined in its own file in this folder. */
export const sqlDialects: Readonly<Record<Dialect, SqlDialect>> = {
  bigquery,
  databricks,
  duckdb,
  mysql,
  postgres,
  redshift,
  snowflake,
  sqlserver,
  trino,
};
