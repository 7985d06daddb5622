import { alation } from './alation/about.ts';
import { apiAnswer } from './api/about.ts';
import { bigquery, bigqueryAssets } from './bigquery/about.ts';
import { databricks, databricksAssets } from './databricks/about.ts';
import { dbt } from './dbt/about.ts';
import { duckdb } from './duckdb/about.ts';
import { fabric } from './fabric/about.ts';
import { files } from './file-assets/about.ts';
import { localFiles } from './files/about.ts';
import { glue } from './glue/about.ts';
import { kafka, kafkaMessages } from './kafka/about.ts';
import { mariadbAssets, mysql, mysqlAssets } from './mysql/about.ts';
import { azureFiles, gcsFiles, s3Files } from './object-stores/about.ts';
import { cockroach, postgres, postgresAssets, redshift } from './postgres/about.ts';
import { powerbi } from './powerbi/about.ts';
import { snowflake, snowflakeAssets } from './snowflake/about.ts';
import { mssql, sqlserver } from './sqlserver/about.ts';
import { trino } from './trino/about.ts';
import type { AssetSourceInfo } from './asset-source.ts';
import type { ConnectorInfo } from './connector.ts';

// Plain data only, because the API imports this file. The code of the platforms and its libraries are in `index.ts`.

const listedConnectors = [
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
] as const;

export type ConnectorName = (typeof listedConnectors)[number]['name'];

/** The platforms that can be tested. A new one is a folder beside this file, a line here and a line in `index.ts`. */
export const connectors: readonly ConnectorInfo<ConnectorName>[] = listedConnectors;

/** All server types that can be tested, in the order of the catalogue. */
export const supportedServerTypes: readonly string[] = connectors.flatMap(
  (connector) => connector.serverTypes,
);

/** The connector for `servers[].type` of a contract, ignoring case. */
export function findConnectorInfo(serverType: string): ConnectorInfo<ConnectorName> | undefined {
  const wanted = serverType.toLowerCase();
  return connectors.find((connector) => connector.serverTypes.includes(wanted));
}

const listedAssetSources = [
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
] as const;

export type AssetSourceName = (typeof listedAssetSources)[number]['name'];

/** The platforms that can be ingested. A new one is a folder beside this file, a line here and a line in `index.ts`. */
export const assetSources: readonly AssetSourceInfo<AssetSourceName>[] = listedAssetSources;

/** The source with this name in integrations. */
export function findAssetSourceInfo(name: string): AssetSourceInfo<AssetSourceName> | undefined {
  return assetSources.find((source) => source.name === name);
}
