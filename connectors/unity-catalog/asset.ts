import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
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
import { cutDefinition } from '../assets/platform-facts.ts';
import { sparkParts } from '../assets/spark-type.ts';

const kinds: Readonly<Record<string, string>> = {
  VIEW: 'view',
  MATERIALIZED_VIEW: 'materialized_view',
  STREAMING_TABLE: 'streaming_table',
  METRIC_VIEW: 'metric_view',
  FOREIGN: 'foreign_table',
  EXTERNAL: 'external_table',
};

/** Table properties that Databricks changes with each write or analysis. */
const volatileProperty =
  /^(?:delta\.last|spark\.sql\.statistics|spark\.internal|view\.|pipelines\.|transient_)|timestamp|numRows|numFiles|totalSize/i;

/** Converts a catalog or schema of Unity Catalog to an asset. */
export function toUnityContainer(
  container: AnswerObject,
  kind: 'catalog' | 'schema',
  path: AssetPath,
): ScannedAsset {
  return {
    path,
    kind,
    description: textOf(container, 'comment'),
    properties: factsOf({
      owner: textOf(container, 'owner'),
      catalogType: textOf(container, 'catalog_type'),
      storageRoot: textOf(container, 'storage_root'),
      tableProperties: lastingProperties(container),
    }),
  };
}

/** Converts a table or view of Unity Catalog to an asset, with the columns, keys and lineage that the object contains. */
export function toUnityTable(table: AnswerObject, path: AssetPath): ScannedAsset {
  const definition = textOf(table, 'view_definition');
  const constraints = objectsOf(table, 'table_constraints');
  const primaryKey = constraints
    .map((constraint) => textsOf(objectOf(constraint, 'primary_key_constraint'), 'child_columns'))
    .find((columns) => columns.length > 0);
  const upstream = objectsOf(objectOf(table, 'view_dependencies'), 'dependencies')
    .map((dependency) => textOf(objectOf(dependency, 'table'), 'table_full_name'))
    .filter((name) => name !== undefined)
    .map((name) => name.split('.'))
    .sort(byText);
  return {
    path,
    kind: kinds[textOf(table, 'table_type') ?? ''] ?? 'table',
    description: textOf(table, 'comment'),
    sourceId: textOf(table, 'table_id'),
    columns: toUnityColumns(table, primaryKey ?? []),
    properties: factsOf({
      owner: textOf(table, 'owner'),
      format: textOf(table, 'data_source_format'),
      storageLocation: textOf(table, 'storage_location'),
      definition: definition === undefined ? undefined : cutDefinition(definition),
      primaryKey,
      foreignKeys: constraints.flatMap(toForeignKey).sort(byText),
      tableProperties: lastingProperties(table),
    }),
    upstream,
  };
}

function byText(one: unknown, other: unknown): number {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
  return first < second ? -1 : Number(first > second);
}

function toForeignKey(constraint: AnswerObject): JsonObject[] {
  const key = objectOf(constraint, 'foreign_key_constraint');
  const facts = factsOf({
    name: textOf(key, 'name'),
    columns: textsOf(key, 'child_columns'),
    references: textOf(key, 'parent_table')?.split('.'),
    referencedColumns: textsOf(key, 'parent_columns'),
  });
  return key === undefined || facts === undefined ? [] : [facts];
}

function toUnityColumns(table: AnswerObject, primaryKey: readonly string[]): ScannedColumn[] {
  const columns = objectsOf(table, 'columns');
  const position = (column: AnswerObject): number => numberOf(column, 'position') ?? 0;
  return columns
    .sort((one, other) => position(one) - position(other))
    .map((column) => {
      const name = demandText(column, 'name');
      return {
        name,
        type: textOf(column, 'type_text') ?? textOf(column, 'type_name') ?? 'unknown',
        description: textOf(column, 'comment'),
        required: flagOf(column, 'nullable') === false ? true : undefined,
        primaryKey: primaryKey.includes(name) ? true : undefined,
        ...sparkParts(textOf(column, 'type_json')),
      };
    });
}

function lastingProperties(object: AnswerObject): JsonObject | undefined {
  const all = Object.entries(objectOf(object, 'properties') ?? {});
  return factsOf(
    Object.fromEntries(
      all
        .filter(([name]) => !volatileProperty.test(name))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
}
