import { satisfiesLogicalType } from '../dialects/types/column-types.ts';
import { matchesPhysicalType } from '../dialects/types/physical-type.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractTable,
} from '../standards/odcs/contract-model.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';
import { dialectOfSource, logicalTypeOfColumn } from './column-types.ts';

/** One difference of an asset from the contract of its port. */
export type AssetDifference = {
  kind:
    | 'asset_gone'
    | 'schema_missing'
    | 'column_missing'
    | 'column_added'
    | 'type_changed'
    | 'nullable';
  /** The column, for differences of columns. */
  field?: string;
  expected?: string;
  actual?: string;
};

/** Databases: the tables have the types of contracts, and nullability is known for every column. */
const databases = new Set([
  'postgres',
  'mysql',
  'mariadb',
  'mssql',
  'snowflake',
  'databricks',
  'bigquery',
]);

const maxDifferences = 200;

/**
 * Differences of an asset from the contract of its port: columns missing on one side, incompatible types, and
 * nullable columns that the contract requires. Names are compared case-insensitively.
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
  return differences.slice(0, maxDifferences);
}

const lower = (name: string): string => name.toLowerCase();

const namesOf = ({ physicalName, name }: ContractProperty): string[] => [
  lower(physicalName),
  lower(name),
];

/** The only table, else the table with the name of the asset. */
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
  const dialect = dialectOfSource(source);
  if (dialect && databases.has(source) && physicalType !== undefined) {
    const matches = matchesPhysicalType(dialect, physicalType, actual);
    if (matches !== undefined) return matches ? [] : [{ expected: physicalType }];
  }
  const found = logicalTypeOfColumn(source, actual);
  if (logicalType === undefined || found === undefined) return [];
  return satisfiesLogicalType(logicalType, found, actual) ? [] : [{ expected: logicalType }];
}
