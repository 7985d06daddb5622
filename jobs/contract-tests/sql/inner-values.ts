import type { SqlValue } from './sql-dialect.ts';

type Declared = SqlValue['logicalType'];

/** The value inside of another that this expression finds, when it says itself what it is (JSON, VARIANT). */
export function untypedInside(value: SqlValue, sql: string, logicalType: Declared): SqlValue {
  const cells = 'json';
  return { ...value, sql, cells, type: '', baseType: undefined, logicalType, path: undefined };
}

/** The value inside of another that this expression finds, when the catalogue says its type; empty where it does not. */
export function typedInside(
  value: SqlValue,
  sql: string,
  type: string,
  logicalType: Declared,
): SqlValue {
  return { ...value, sql, type, baseType: undefined, logicalType };
}

/** How an item of the array is called, and the array as what stands inside of it begins from. */
export function itemOf(value: SqlValue): { name: string; inner: SqlValue } {
  const depth = (value.depth ?? 0) + 1;
  return { name: `item_${depth}`, inner: { ...value, depth } };
}
