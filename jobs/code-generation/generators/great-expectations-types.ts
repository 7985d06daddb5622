import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import type {
  ContractProperty,
  LogicalType,
} from '../../../domain/standards/odcs/contract-model.ts';

/** What reads the data: a database, or one of these libraries. */
export const greatExpectationsEngines = ['pandas', 'spark'] as const;

/** Types of pandas columns that hold no nulls; texts and everything nested are objects. */
const pandasTypes: Readonly<Record<LogicalType, string>> = {
  string: 'str',
  date: 'datetime64[ns]',
  timestamp: 'datetime64[ns]',
  time: 'object',
  number: 'float64',
  integer: 'int64',
  boolean: 'bool',
  object: 'dict',
  map: 'dict',
  array: 'list',
  vector: 'list',
};

const sparkTypes: Readonly<Record<LogicalType, string>> = {
  string: 'StringType',
  date: 'DateType',
  timestamp: 'TimestampType',
  time: 'StringType',
  number: 'DoubleType',
  integer: 'LongType',
  boolean: 'BooleanType',
  object: 'StructType',
  map: 'MapType',
  array: 'ArrayType',
  vector: 'ArrayType',
};

const byEngine: Readonly<Record<string, Readonly<Record<LogicalType, string>>>> = {
  pandas: pandasTypes,
  spark: sparkTypes,
};

/** Names of types in SQLAlchemy where they are not those of the platform. */
const renamed: Readonly<Record<string, string>> = {
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP',
  'TIMESTAMP WITHOUT TIME ZONE': 'TIMESTAMP',
  'TIME WITH TIME ZONE': 'TIME',
  'CHARACTER VARYING': 'VARCHAR',
  TIMESTAMPTZ: 'TIMESTAMP',
  INT: 'INTEGER',
};

/** `varchar(10)` → `VARCHAR`, `text[]` → `ARRAY`. */
function sqlAlchemyName(type: string): string {
  if (type.endsWith(']')) return 'ARRAY';
  const name = type
    .replaceAll(/\(\d+(?:\s*,\s*-?\d+)?\)/g, '')
    .replace(/[(<].*$/s, '')
    .trim()
    .toUpperCase();
  return Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name.replaceAll(' ', '_');
}

/** The type that a column is expected to have; undefined where the contract says none. */
export function expectedType(
  engine: string | undefined,
  dialect: TypeDialect,
  property: ContractProperty,
): { type: string; note?: string } | undefined {
  const { logicalType, physicalType } = property;
  if (logicalType === undefined && physicalType === undefined) return undefined;
  const types = byEngine[engine ?? ''];
  if (types !== undefined) return logicalType && { type: types[logicalType] };
  const { type, note } = sqlTypeOf(dialect, property);
  return { type: sqlAlchemyName(type), ...(note !== undefined && { note }) };
}
