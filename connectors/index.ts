import { alation } from './alation.ts';
import type { AnyAssetSource } from './asset-source.ts';
import { bigquery } from './bigquery.ts';
import type { Connector } from './connector.ts';
import { databricks } from './databricks.ts';
import { dbt } from './dbt.ts';
import { duckdb } from './duckdb.ts';
import { fabric } from './fabric.ts';
import { files } from './files.ts';
import { gcsFiles } from './gcs-files.ts';
import { glue } from './glue.ts';
import { kafka } from './kafka.ts';
import { localFiles } from './local-files.ts';
import { mssql } from './mssql.ts';
import { mariadbAssets, mysqlAssets } from './mysql-assets.ts';
import { postgresAssets } from './postgres-assets.ts';
import { postgres } from './postgres.ts';
import { powerbi } from './powerbi.ts';
import { s3Files } from './s3-files.ts';
import { snowflake } from './snowflake.ts';

/** Every platform that can be read. A new connector is a file beside this one and a line here. */
export const connectors: readonly Connector[] = [postgres, localFiles, s3Files, gcsFiles, duckdb];

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
  bigquery,
  databricks,
  fabric,
  glue,
  mssql,
  powerbi,
  snowflake,
];

/** The source that integrations name so. */
export function findAssetSource(name: string): AnyAssetSource | undefined {
  return assetSources.find((source) => source.name === name);
}
