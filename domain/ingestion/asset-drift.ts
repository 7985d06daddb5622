import { logicalTypeOf, satisfiesLogicalType } from '../dialects/column-types.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { matchesPhysicalType } from '../dialects/physical-type.ts';
import type { JsonObject } from '../../lib/json.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractTable,
  LogicalType,
} from '../standards/odcs/contract-model.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';

/** One way in which an asset is not as the contract of its port says. */
export type AssetDifference = {
  kind:
    | 'asset_gone'
    | 'schema_missing'
    | 'column_missing'
    | 'column_added'
    | 'type_changed'
    | 'nullable';
  /** Column, where it is about one. */
  field?: string;
  expected?: string;
  actual?: string;
};

/** Platforms whose types are known in full. */
const dialects: Readonly<Record<string, Dialect>> = {
  postgres: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  mssql: 'sqlserver',
  snowflake: 'snowflake',
  bigquery: 'bigquery',
  databricks: 'databricks',
  files: 'duckdb',
  // Hive and Spark.
  glue: 'databricks',
  fabric: 'databricks',
};

/** What types are called where a platform hands on those of others (Kafka, dbt, Alation); what is not here is not compared. */
const commonTypes: readonly (readonly [LogicalType, RegExp])[] = [
  ['integer', /^(?:big|medium|small)?int(?:eger|\d+)?(?: unsigned)?$/],
  ['number', /^(?:decimal|numeric|number|float\d*|double(?: precision)?|real|bignumeric|money)$/],
  ['string', /^(?:n?(?:var)?char2?|character(?: varying)?|(?:long|medium|tiny|n)?text|string)$/],
  ['boolean', /^bool(?:ean)?$/],
  ['date', /^date$/],
  ['timestamp', /^(?:datetime2?|smalldatetime|datetimeoffset|timestamp[\w ]*)$/],
  ['array', /^array\b/],
  ['object', /^(?:json|object|record|struct|variant)\b/],
];

/** Databases: their tables have the types of contracts, and tell of every column whether it may be null. */
const databases = new Set([
  'postgres',
  'mysql',
  'mariadb',
  'mssql',
  'snowflake',
  'databricks',
  'bigquery',
]);

const mostDifferences = 200;

/**
 * Where an asset differs from the contract of a port that it is assigned to: columns that one of them lacks, types that do not fit, columns
 * that may be null although the contract requires them. Names are compared in any case.
 */
export function findDrift(asset: JsonObject, contract: ContractModel): AssetDifference[] {
  const info = asset.info as JsonObject | undefined;
  const name = textOf(info?.name) ?? '';
  const table = tableFor(name, contract.tables);
  if (!table) {
    const expected = contract.tables.map(({ physicalName }) => physicalName).join(', ');
    return contract.tables.length === 0 ? [] : [{ kind: 'schema_missing', expected, actual: name }];
  }
  const columns = new Map(
    objectsOf(asset.columns).map((column) => [lower(textOf(column['name']) ?? ''), column]),
  );
  const source = textOf(info?.source) ?? '';
  const known = new Set(table.properties.flatMap((property) => namesOf(property)));
  const differences = [
    ...table.properties.flatMap((property) => compareColumn(property, columns, source)),
    ...[...columns]
      .filter(([column]) => !known.has(column))
      .map(([column, { name: field }]) => ({
        kind: 'column_added' as const,
        field: textOf(field) ?? column,
      })),
  ];
  return differences.slice(0, mostDifferences);
}

const lower = (name: string): string => name.toLowerCase();

const namesOf = ({ physicalName, name }: ContractProperty): string[] => [
  lower(physicalName),
  lower(name),
];

/** The only one, else the one that is called like the asset. */
function tableFor(name: string, tables: readonly ContractTable[]): ContractTable | undefined {
  const [first, ...others] = tables;
  if (first && others.length === 0) return first;
  return tables.find((table) => [table.physicalName, table.name].map(lower).includes(lower(name)));
}

function compareColumn(
  property: ContractProperty,
  columns: ReadonlyMap<string, Record<string, unknown>>,
  source: string,
): AssetDifference[] {
  const field = property.physicalName;
  const column = namesOf(property)
    .map((name) => columns.get(name))
    .find((found) => found !== undefined);
  if (!column) return [{ kind: 'column_missing', field }];
  const actual = textOf(column['type']) ?? '';
  const mayBeNull =
    column['required'] === false || (databases.has(source) && column['required'] !== true);
  const isNullable = property.required && mayBeNull && column['primaryKey'] !== true;
  return [
    ...compareType(property, actual, source).map(({ expected }) => ({
      kind: 'type_changed' as const,
      field,
      expected,
      actual,
    })),
    ...(isNullable ? [{ kind: 'nullable' as const, field }] : []),
  ];
}

function compareType(
  { logicalType, physicalType }: ContractProperty,
  actual: string,
  source: string,
): { expected: string }[] {
  const dialect = dialects[source];
  if (dialect && databases.has(source) && physicalType !== undefined) {
    const matches = matchesPhysicalType(dialect, physicalType, actual);
    if (matches !== undefined) return matches ? [] : [{ expected: physicalType }];
  }
  const found = logicalTypeIn(source, actual);
  if (logicalType === undefined || found === undefined) return [];
  return satisfiesLogicalType(logicalType, found, actual) ? [] : [{ expected: logicalType }];
}

function logicalTypeIn(source: string, type: string): LogicalType | undefined {
  const dialect = dialects[source];
  if (dialect) return logicalTypeOf(dialect, type);
  const bare = type
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return commonTypes.find(([, pattern]) => pattern.test(bare))?.[0];
}
