import type { TypeDialect } from './dialect.ts';

/** Types of 32 bits where a platform compares them with a decimal as if they had more: 0.1 is more than 0.1 then. */
const widened: Partial<Record<TypeDialect, RegExp>> = {
  postgres: /^(?:real|float4|float\s*\((?:\d|1\d|2[0-4])\))$/i,
  redshift: /^(?:real|float4|float\s*\((?:\d|1\d|2[0-4])\))$/i,
  mysql: /^float\b/i,
  clickhouse: /^(?:Nullable\()?Float32\)?$/,
  databricks: /^(?:float|real)$/i,
  trino: /^real$/i,
};

/** Platforms without a type of 32 bits that a number could be made. */
const withoutCast: ReadonlySet<TypeDialect> = new Set(['mysql']);

const names: Partial<Record<TypeDialect, string>> = { clickhouse: 'Float32', databricks: 'FLOAT' };

/** A number with all digits of an integer, of which JavaScript writes the first ones only. */
export function writtenNumber(value: number): string {
  const isLong = Number.isInteger(value) && Math.abs(value) < 1e21;
  return isLong ? BigInt(value).toString() : String(value);
}

/** A number as a column of a type is compared with it; undefined where the platform would compare it as another one. */
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
