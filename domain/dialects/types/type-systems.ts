import { athenaTypes } from '../athena.ts';
import { bigqueryTypes } from '../bigquery.ts';
import { clickhouseTypes } from '../clickhouse.ts';
import { databricksTypes } from '../databricks.ts';
import type { TypeDialect } from '../dialect.ts';
import { duckdbTypes } from '../duckdb.ts';
import { mysqlTypes } from '../mysql.ts';
import { oracleTypes } from '../oracle.ts';
import { postgresTypes } from '../postgres.ts';
import { redshiftTypes } from '../redshift.ts';
import { snowflakeTypes } from '../snowflake.ts';
import { sqlserverTypes } from '../sqlserver.ts';
import { trinoTypes } from '../trino.ts';
import { indexTypes } from './type-system.ts';
import type { TypeNames, TypeSystem } from './type-system.ts';

/** The types of every dialect, in the order of the documentation. */
export const typeSystems: Readonly<Record<TypeDialect, TypeSystem>> = {
  postgres: postgresTypes,
  redshift: redshiftTypes,
  mysql: mysqlTypes,
  duckdb: duckdbTypes,
  sqlserver: sqlserverTypes,
  snowflake: snowflakeTypes,
  bigquery: bigqueryTypes,
  databricks: databricksTypes,
  trino: trinoTypes,
  athena: athenaTypes,
  oracle: oracleTypes,
  clickhouse: clickhouseTypes,
};

const indexed = new Map(
  Object.entries(typeSystems).map(([dialect, system]) => [dialect, indexTypes(system)]),
);
const none = indexTypes({ title: '', types: [] });

/** The meanings of type names in a dialect. */
export function typeNamesOf(dialect: TypeDialect): TypeNames {
  return indexed.get(dialect) ?? none;
}
