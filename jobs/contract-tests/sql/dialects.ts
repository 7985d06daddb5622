import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { bigquery } from './bigquery.ts';
import { databricks } from './databricks.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';
import { snowflake } from './snowflake.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { sqlserver } from './sqlserver.ts';
import { trino } from './trino.ts';

/** One line per dialect that checks can be written in; the file of each is beside this one. */
export const sqlDialects: Partial<Record<Dialect, SqlDialect>> = {
  bigquery,
  databricks,
  duckdb,
  postgres,
  snowflake,
  sqlserver,
  trino,
};
