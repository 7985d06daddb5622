import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { bigquery } from './bigquery.ts';
import { databricks } from './databricks.ts';
import { duckdb } from './duckdb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { redshift } from './redshift.ts';
import { snowflake } from './snowflake.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { sqlserver } from './sqlserver.ts';
import { trino } from './trino.ts';

/** The dialects that checks are written in; the file of each is beside this one. */
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
