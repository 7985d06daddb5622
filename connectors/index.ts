import type { AssetSource } from './asset-source.ts';
import { assetSources as listedAssetSources, connectors as listedConnectors } from './catalogue.ts';
import type { AssetSourceName, ConnectorName } from './catalogue.ts';
import type { Connector } from './connector.ts';

/**
 * The code of each platform, loaded when a server of it is first opened, because all drivers together are a quarter of what a
 * worker would load. The types make the compiler find a connector that is missing here or in the catalogue.
 */
export const connectorCode: { [Name in ConnectorName]: () => Promise<Connector<Name>> } = {
  postgres: async () => (await import('./postgres/connector.ts')).postgres,
  redshift: async () => (await import('./postgres/redshift.ts')).redshift,
  cockroach: async () => (await import('./postgres/cockroach.ts')).cockroach,
  mysql: async () => (await import('./mysql/connector.ts')).mysql,
  sqlserver: async () => (await import('./sqlserver/connector.ts')).sqlserver,
  snowflake: async () => (await import('./snowflake/connector.ts')).snowflake,
  bigquery: async () => (await import('./bigquery/connector.ts')).bigquery,
  databricks: async () => (await import('./databricks/connector.ts')).databricks,
  trino: async () => (await import('./trino/connector.ts')).trino,
  duckdb: async () => (await import('./duckdb/connector.ts')).duckdb,
  'local-files': async () => (await import('./files/connector.ts')).localFiles,
  's3-files': async () => (await import('./object-stores/s3-files.ts')).s3Files,
  'gcs-files': async () => (await import('./object-stores/gcs-files.ts')).gcsFiles,
  'azure-files': async () => (await import('./object-stores/azure-files.ts')).azureFiles,
  'kafka-messages': async () => (await import('./kafka/connector.ts')).kafkaMessages,
  'api-answer': async () => (await import('./api/connector.ts')).apiAnswer,
};

/** The platforms that can be tested, with their code. Only workers import it. */
export const connectors: readonly Connector[] = listedConnectors.map((info) => ({
  ...info,
  open: async (...given) => (await connectorCode[info.name]()).open(...given),
}));

/** The connector for `servers[].type` of a contract, ignoring case. */
export function findConnector(serverType: string): Connector | undefined {
  const wanted = serverType.toLowerCase();
  return connectors.find((connector) => connector.serverTypes.includes(wanted));
}

/** The code of each platform that can be ingested, loaded when it is first scanned. */
export const assetSourceCode: { [Name in AssetSourceName]: () => Promise<AssetSource<Name>> } = {
  postgres: async () => (await import('./postgres/asset-source.ts')).postgresAssets,
  mysql: async () => (await import('./mysql/asset-source.ts')).mysqlAssets,
  mariadb: async () => (await import('./mysql/asset-source.ts')).mariadbAssets,
  files: async () => (await import('./file-assets/asset-source.ts')).files,
  dbt: async () => (await import('./dbt/asset-source.ts')).dbt,
  kafka: async () => (await import('./kafka/asset-source.ts')).kafka,
  alation: async () => (await import('./alation/asset-source.ts')).alation,
  bigquery: async () => (await import('./bigquery/asset-source.ts')).bigqueryAssets,
  databricks: async () => (await import('./databricks/asset-source.ts')).databricksAssets,
  fabric: async () => (await import('./fabric/asset-source.ts')).fabric,
  glue: async () => (await import('./glue/asset-source.ts')).glue,
  mssql: async () => (await import('./sqlserver/asset-source.ts')).mssql,
  powerbi: async () => (await import('./powerbi/asset-source.ts')).powerbi,
  snowflake: async () => (await import('./snowflake/asset-source.ts')).snowflakeAssets,
};

/** The platforms that can be ingested, with their code. */
export const assetSources: readonly AssetSource[] = listedAssetSources.map((info) => ({
  ...info,
  open: async (...given) => (await assetSourceCode[info.name]()).open(...given),
}));

/** The source with this name in integrations. */
export function findAssetSource(name: string): AssetSource | undefined {
  return assetSources.find((source) => source.name === name);
}
