import type {
  AssetPath,
  ScannedAsset,
  ScannedColumn,
} from '../../domain/ingestion/scanned-asset.ts';
import {
  demandText,
  factsOf,
  flagOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { plainText } from './html-text.ts';
import { cutDefinition } from '../assets/platform-facts.ts';

/** Common properties of schemas, tables and columns in Alation. */
function factsOfObject(object: AnswerObject): Record<string, unknown> {
  return {
    title: textOf(object, 'title'),
    customFields: factsOf(
      Object.fromEntries(
        objectsOf(object, 'custom_fields')
          .filter((field) => textOf(field, 'field_name') !== undefined)
          .map((field): [string, unknown] => [demandText(field, 'field_name'), field['value']])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    ),
  };
}

/** The description in Alation is HTML; without one, the comment of the data source is used. */
function descriptionOf(object: AnswerObject, comment: string): string | undefined {
  return plainText(textOf(object, 'description') ?? '') ?? textOf(object, comment);
}

function urlOf(object: AnswerObject, baseUrl: string): string | undefined {
  const url = textOf(object, 'url');
  return url?.startsWith('/') === true ? `${baseUrl}${url}` : undefined;
}

/** Converts a data source to an asset; it is the outermost container. */
export function toAlationSource(
  source: AnswerObject,
  path: AssetPath,
  baseUrl: string,
): ScannedAsset {
  const id = demandText(source, 'id');
  return {
    path,
    kind: 'data_source',
    description: plainText(textOf(source, 'description') ?? ''),
    sourceId: id,
    sourceUrl: urlOf(source, baseUrl) ?? `${baseUrl}/data/${id}/`,
    properties: factsOf({
      databaseType: textOf(source, 'dbtype'),
      isVirtual: flagOf(source, 'is_virtual') === true ? true : undefined,
    }),
  };
}

/** Converts a schema to an asset. */
export function toAlationSchema(
  schema: AnswerObject,
  path: AssetPath,
  baseUrl: string,
): ScannedAsset {
  return {
    path,
    kind: 'schema',
    description: descriptionOf(schema, 'db_comment'),
    sourceId: demandText(schema, 'id'),
    sourceUrl: urlOf(schema, baseUrl),
    properties: factsOf(factsOfObject(schema)),
  };
}

/** Converts a table or view with its columns to an asset. */
export function toAlationTable(
  table: AnswerObject,
  columns: readonly AnswerObject[],
  { path, baseUrl }: { path: AssetPath; baseUrl: string },
): ScannedAsset {
  const sql = textOf(table, 'sql');
  return {
    path,
    kind: (textOf(table, 'table_type') ?? 'table').toLowerCase().replaceAll(/\W+/g, '_'),
    description: descriptionOf(table, 'table_comment'),
    sourceId: demandText(table, 'id'),
    sourceUrl: urlOf(table, baseUrl),
    columns: inOrder(columns).map(toColumn),
    properties: factsOf({
      ...factsOfObject(table),
      definition: sql === undefined ? undefined : cutDefinition(sql),
      baseTable: textOf(table, 'base_table_key'),
      partitionedBy: table['partition_columns'],
    }),
  };
}

/** Positions come from the extraction; without them the order of the listing counts. */
function inOrder(columns: readonly AnswerObject[]): AnswerObject[] {
  const place = (column: AnswerObject): number => numberOf(column, 'position') ?? 0;
  const age = (column: AnswerObject): number => numberOf(column, 'id') ?? 0;
  return [...columns].sort((one, other) => place(one) - place(other) || age(one) - age(other));
}

function toColumn(column: AnswerObject): ScannedColumn {
  const index = objectOf(column, 'index');
  return {
    name: demandText(column, 'name'),
    type: textOf(column, 'column_type') ?? 'unknown',
    description: descriptionOf(column, 'column_comment'),
    required: flagOf(column, 'nullable') === false ? true : undefined,
    primaryKey: flagOf(index, 'isPrimaryKey') === true ? true : undefined,
    custom: factsOf({
      ...factsOfObject(column),
      isForeignKey: flagOf(index, 'isForeignKey') === true ? true : undefined,
      references: textOf(index, 'referencedColumnId'),
    }),
  };
}
