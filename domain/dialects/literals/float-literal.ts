import type { TypeDialect } from '../dialect.ts';

/** 32-bit types that a platform widens when it compares them with a decimal: 0.1 is then more than 0.1. */
const widened: Partial<Record<TypeDialect, RegExp>> = {
  postgres: /^(?:real|float4|float\s*\((?:\d|1\d|2[0-4])\))$/i,
  redshift: /^(?:real|float4|float\s*\((?:\d|1\d|2[0-4])\))$/i,
  mysql: /^float\b/i,
  clickhouse: /^(?:Nullable\()?Float32\)?$/,
  databricks: /^(?:float|real)$/i,
  trino: /^real$/i,
};

/** Platforms that cannot cast a number to a 32-bit type. */
const withoutCast: ReadonlySet<TypeDialect> = new Set(['mysql']);

const names: Partial<Record<TypeDialect, string>> = { clickhouse: 'Float32', databricks: 'FLOAT' };

/** A number with all digits of an integer; JavaScript replaces the last digits of large integers by zeros. */
export function writtenNumber(value: number): string {
  const isLong = Number.isInteger(value) && Math.abs(value) < 1e21;
  return isLong ? BigInt(value).toString() : String(value);
}

/**
 * A number as a literal for comparison with a column of a type; undefined if the platform would compare another
 * value.
 */
export function numberLiteral(
  dialect: TypeDialect,
  type: string,
  text: string,
): string | undefined {
  const value = Number(text);
  const isExact = Math.fround(value) === value || widened[dialect]?.test(type) !== true;
  if (isExact) return text;
  return withoutCast.has(dialect) ? undefined : `CAST(${text} AS ${names[dialect] ?? 'real'})`;
}
