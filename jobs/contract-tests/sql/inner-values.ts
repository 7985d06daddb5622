import type { SqlValue } from './sql-dialect.ts';

type Declared = SqlValue['logicalType'];

/** A nested value with its own type (JSON, VARIANT), found by this expression. */
export function untypedInside(value: SqlValue, sql: string, logicalType: Declared): SqlValue {
  const cells = 'json';
  return { ...value, sql, cells, type: '', baseType: undefined, logicalType, path: undefined };
}

/** A nested value with a type from the catalog, if known, found by this expression. */
export function typedInside(
  value: SqlValue,
  sql: string,
  type: string,
  logicalType: Declared,
): SqlValue {
  return { ...value, sql, type, baseType: undefined, logicalType };
}

/** The name of an item of the array, and the item as a nested value. */
export function itemOf(value: SqlValue): { name: string; inner: SqlValue } {
  const depth = (value.depth ?? 0) + 1;
  return { name: `item_${depth}`, inner: { ...value, depth } };
}
