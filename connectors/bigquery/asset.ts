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
import { cutDefinition, roundEstimate } from '../assets/platform-facts.ts';

const kinds: Readonly<Record<string, string>> = {
  VIEW: 'view',
  MATERIALIZED_VIEW: 'materialized_view',
  EXTERNAL: 'external_table',
  SNAPSHOT: 'snapshot',
};

/** Converts a dataset to an asset. */
export function toBigQueryDataset(dataset: AnswerObject, path: AssetPath): ScannedAsset {
  const labels = labelsOf(dataset);
  return {
    path,
    kind: 'dataset',
    description: textOf(dataset, 'description'),
    properties: factsOf({
      title: textOf(dataset, 'friendlyName'),
      location: textOf(dataset, 'location'),
      defaultTableExpirationMs: numberOf(dataset, 'defaultTableExpirationMs'),
      labels,
    }),
    tags: tagsOf(labels),
  };
}

/** Converts a table, view or snapshot (resource `Table` of the REST API 2) to an asset. */
export function toBigQueryTable(table: AnswerObject, path: AssetPath): ScannedAsset {
  const labels = labelsOf(table);
  const constraints = objectOf(table, 'tableConstraints');
  const primaryKey = textsOf(objectOf(constraints, 'primaryKey'), 'columns');
  return {
    path,
    kind: kinds[textOf(table, 'type') ?? ''] ?? 'table',
    description: textOf(table, 'description'),
    columns: objectsOf(objectOf(table, 'schema'), 'fields').map((field) => {
      const column = toColumn(field);
      return primaryKey.includes(column.name) ? { ...column, primaryKey: true } : column;
    }),
    properties: factsOf({
      title: textOf(table, 'friendlyName'),
      location: textOf(table, 'location'),
      estimatedRows: rowsOf(table),
      definition: definitionOf(table),
      primaryKey,
      foreignKeys: objectsOf(constraints, 'foreignKeys').map(toForeignKey),
      partitioning: partitioningOf(table),
      clustering: textsOf(objectOf(table, 'clustering'), 'fields'),
      requirePartitionFilter: flagOf(table, 'requirePartitionFilter') === true ? true : undefined,
      external: externalOf(objectOf(table, 'externalDataConfiguration')),
      labels,
    }),
    tags: tagsOf(labels),
    upstream: [
      ...originOf(objectOf(table, 'snapshotDefinition')),
      ...originOf(objectOf(table, 'cloneDefinition')),
    ],
  };
}

/** The row count of a view is always 0. */
function rowsOf(table: AnswerObject): number | undefined {
  const rows = numberOf(table, 'numRows');
  return rows === undefined || textOf(table, 'type') === 'VIEW' ? undefined : roundEstimate(rows);
}

function definitionOf(table: AnswerObject): string | undefined {
  const view = objectOf(table, 'view') ?? objectOf(table, 'materializedView');
  const query = textOf(view, 'query');
  return query === undefined ? undefined : cutDefinition(query);
}

function originOf(definition: AnswerObject | undefined): AssetPath[] {
  const base = objectOf(definition, 'baseTableReference');
  return base === undefined ? [] : [pathOf(base)];
}

function pathOf(reference: AnswerObject): string[] {
  return ['projectId', 'datasetId', 'tableId'].map((member) => demandText(reference, member));
}

function toForeignKey(key: AnswerObject): JsonObject {
  const referenced = objectOf(key, 'referencedTable');
  const columns = objectsOf(key, 'columnReferences');
  const names = (member: string): string[] =>
    columns.map((column) => textOf(column, member)).filter((name) => name !== undefined);
  const facts = factsOf({
    name: textOf(key, 'name'),
    columns: names('referencingColumn'),
    references: referenced === undefined ? undefined : pathOf(referenced),
    referencedColumns: names('referencedColumn'),
  });
  return facts ?? {};
}

function partitioningOf(table: AnswerObject): JsonObject | undefined {
  const time = objectOf(table, 'timePartitioning');
  const range = objectOf(table, 'rangePartitioning');
  if (time !== undefined) {
    return factsOf({
      type: textOf(time, 'type'),
      field: textOf(time, 'field'),
      expirationMs: numberOf(time, 'expirationMs'),
    });
  }
  const limits = objectOf(range, 'range');
  return factsOf({
    type: range === undefined ? undefined : 'RANGE',
    field: textOf(range, 'field'),
    start: numberOf(limits, 'start'),
    end: numberOf(limits, 'end'),
    interval: numberOf(limits, 'interval'),
  });
}

function externalOf(external: AnswerObject | undefined): JsonObject | undefined {
  return factsOf({
    format: textOf(external, 'sourceFormat'),
    sources: textsOf(external, 'sourceUris'),
    compression: textOf(external, 'compression'),
  });
}

function labelsOf(resource: AnswerObject): JsonObject | undefined {
  const labels = Object.entries(objectOf(resource, 'labels') ?? {}).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  // A label may have no value.
  return labels.length === 0
    ? undefined
    : Object.fromEntries(
        labels.map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      );
}

function tagsOf(labels: JsonObject | undefined): string[] | undefined {
  const tags = Object.entries(labels ?? {}).map(([name, value]) =>
    typeof value !== 'string' || value === '' ? name : `${name}:${value}`,
  );
  return tags.length === 0 ? undefined : tags;
}

function toColumn(field: AnswerObject): ScannedColumn {
  const name = demandText(field, 'name');
  const mode = textOf(field, 'mode');
  const described = {
    description: textOf(field, 'description'),
    required: mode === 'REQUIRED' ? true : undefined,
    custom: factsOf({
      default: textOf(field, 'defaultValueExpression'),
      collation: textOf(field, 'collation'),
      policyTags: textsOf(objectOf(field, 'policyTags'), 'names'),
    }),
  };
  const value = valueOf(field);
  if (mode !== 'REPEATED') return { name, ...described, ...value };
  return { name, ...described, type: `ARRAY<${value.type}>`, items: { name: 'element', ...value } };
}

/** The type of one value of a field, with its members when it is a record. */
function valueOf(field: AnswerObject): Pick<ScannedColumn, 'type' | 'properties'> {
  const type = typeOf(field);
  if (type !== 'RECORD' && type !== 'STRUCT') return { type };
  return { type, properties: objectsOf(field, 'fields').map(toColumn) };
}

function typeOf(field: AnswerObject): string {
  const type = textOf(field, 'type') ?? 'unknown';
  const parts = [
    textOf(field, 'maxLength') ?? textOf(field, 'precision'),
    textOf(field, 'scale'),
  ].filter((part) => part !== undefined);
  if (type === 'RANGE')
    return `RANGE<${textOf(objectOf(field, 'rangeElementType'), 'type') ?? ''}>`;
  return parts.length === 0 ? type : `${type}(${parts.join(',')})`;
}
