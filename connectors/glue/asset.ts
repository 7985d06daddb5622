import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import {
  demandText,
  factsOf,
  flagOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { hiveParts } from './hive-type.ts';
import { cutDefinition, roundEstimate } from '../assets/platform-facts.ts';

const kinds: Readonly<Record<string, string>> = {
  VIRTUAL_VIEW: 'view',
  MATERIALIZED_VIEW: 'materialized_view',
};

/** Parameters that describe a table; crawlers and writers keep changing the others. */
const lastingParameters = [
  'classification',
  'compressionType',
  'connectionName',
  'delimiter',
  'projection.enabled',
  'skip.header.line.count',
  'table_type',
  'typeOfData',
];

/** Converts a database of the Data Catalog to an asset. */
export function toGlueDatabase(database: AnswerObject, path: AssetPath): ScannedAsset {
  const target = objectOf(database, 'TargetDatabase');
  return {
    path,
    kind: 'database',
    description: textOf(database, 'Description'),
    properties: factsOf({
      catalogId: textOf(database, 'CatalogId'),
      location: textOf(database, 'LocationUri'),
      linksTo: factsOf({
        catalogId: textOf(target, 'CatalogId'),
        database: textOf(target, 'DatabaseName'),
        region: textOf(target, 'Region'),
      }),
    }),
  };
}

/** Converts a table or view of the Data Catalog to an asset; partition keys are its last columns. */
export function toGlueTable(table: AnswerObject, path: AssetPath): ScannedAsset {
  const storage = objectOf(table, 'StorageDescriptor');
  const parameters = objectOf(table, 'Parameters');
  const partitionKeys = objectsOf(table, 'PartitionKeys');
  const target = objectOf(table, 'TargetTable');
  return {
    path,
    kind: kinds[textOf(table, 'TableType') ?? ''] ?? 'table',
    description: textOf(table, 'Description') ?? textOf(parameters, 'comment'),
    columns: [
      ...objectsOf(storage, 'Columns').map((column) => toColumn(column, undefined)),
      ...partitionKeys.map((column) => toColumn(column, { isPartitionKey: true })),
    ],
    properties: factsOf({
      owner: textOf(table, 'Owner'),
      tableType: textOf(table, 'TableType'),
      location: textOf(storage, 'Location'),
      inputFormat: textOf(storage, 'InputFormat'),
      serialization: textOf(objectOf(storage, 'SerdeInfo'), 'SerializationLibrary'),
      bucketColumns: textsOf(storage, 'BucketColumns'),
      partitionedBy: partitionKeys.map((column) => demandText(column, 'Name')),
      estimatedRows: rowsOf(parameters),
      definition: definitionOf(table),
      isRegisteredWithLakeFormation:
        flagOf(table, 'IsRegisteredWithLakeFormation') === true ? true : undefined,
      parameters: factsOf(
        Object.fromEntries(lastingParameters.map((name) => [name, textOf(parameters, name)])),
      ),
    }),
    upstream: target === undefined ? undefined : targetPath(target),
  };
}

/** The target of a resource link, when it is in this catalog. */
function targetPath(target: AnswerObject): AssetPath[] | undefined {
  const path = [textOf(target, 'DatabaseName'), textOf(target, 'Name')];
  return path.every((name) => name !== undefined) ? [path] : undefined;
}

function rowsOf(parameters: AnswerObject | undefined): number | undefined {
  const rows = numberOf(parameters, 'recordCount') ?? numberOf(parameters, 'numRows');
  return rows === undefined || rows < 0 ? undefined : roundEstimate(rows);
}

function toColumn(column: AnswerObject, custom: JsonObject | undefined): ScannedColumn {
  const type = textOf(column, 'Type') ?? 'unknown';
  return {
    name: demandText(column, 'Name'),
    type,
    description: textOf(column, 'Comment'),
    custom,
    ...hiveParts(type),
  };
}

/** The SQL of a view; Athena and Trino store it as Base64 in a comment. */
function definitionOf(table: AnswerObject): string | undefined {
  const text = textOf(table, 'ViewOriginalText');
  if (text === undefined) return undefined;
  const [, encoded] = /^\/\* Presto View: ([A-Za-z0-9+/=]+) \*\/$/.exec(text.trim()) ?? [];
  return cutDefinition(encoded === undefined ? text : (prestoSql(encoded) ?? text));
}

function prestoSql(encoded: string): string | undefined {
  try {
    const view: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    return isObject(view) ? textOf(view, 'originalSql') : undefined;
  } catch {
    return undefined;
  }
}
