import { alation } from './alation.ts';
import { apiAnswer } from './api-answer.ts';
import type { AnyAssetSource } from './asset-source.ts';
import { azureFiles } from './azure-files.ts';
import { bigquery } from './bigquery.ts';
import { bigqueryAssets } from './bigquery-assets.ts';
import { cockroach } from './cockroach.ts';
import type { Connector } from './connector.ts';
import { databricks } from './databricks.ts';
import { databricksAssets } from './databricks-assets.ts';
import { dbt } from './dbt.ts';
import { duckdb } from './duckdb.ts';
import { fabric } from './fabric.ts';
import { files } from './files.ts';
import { gcsFiles } from './gcs-files.ts';
import { glue } from './glue.ts';
import { kafkaMessages } from './kafka-messages.ts';
import { kafka } from './kafka.ts';
import { localFiles } from './local-files.ts';
import { mssql } from './mssql.ts';
import { mysql } from './mysql.ts';
import { mariadbAssets, mysqlAssets } from './mysql-assets.ts';
import { postgres } from './postgres.ts';
import { postgresAssets } from './postgres-assets.ts';
import { powerbi } from './powerbi.ts';
import { redshift } from './redshift.ts';
import { s3Files } from './s3-files.ts';
import { snowflake } from './snowflake.ts';
import { snowflakeAssets } from './snowflake-assets.ts';
import { sqlserver } from './sqlserver.ts';
import { trino } from './trino.ts';

export { isAllowedHost, isForbiddenAddress } from './host-guard.ts';

/** Every platform that can be read. A new connector is a file beside this one and a line here. */
export const connectors: readonly Connector[] = [
  postgres,
  redshift,
  cockroach,
  mysql,
  sqlserver,
  snowflake,
  bigquery,
  databricks,
  trino,
  duckdb,
  localFiles,
  s3Files,
  gcsFiles,
  azureFiles,
  kafkaMessages,
  apiAnswer,
];

/** All server types that can be tested, in the order of the registry. */
export const supportedServerTypes: readonly string[] = connectors.flatMap(
  (connector) => connector.serverTypes,
);

/** The connector that answers to `servers[].type` of a contract, in any case of letters. */
export function findConnector(serverType: string): Connector | undefined {
  const wanted = serverType.toLowerCase();
  return connectors.find((connector) => connector.serverTypes.includes(wanted));
}

/** Every platform that can be ingested. A new one is a file beside this one and a line here. */
export const assetSources: readonly AnyAssetSource[] = [
  postgresAssets,
  mysqlAssets,
  mariadbAssets,
  files,
  dbt,
  kafka,
  alation,
  bigqueryAssets,
  databricksAssets,
  fabric,
  glue,
  mssql,
  powerbi,
  snowflakeAssets,
];

/** The source that integrations name so. */
export function findAssetSource(name: string): AnyAssetSource | undefined {
  return assetSources.find((source) => source.name === name);
}
