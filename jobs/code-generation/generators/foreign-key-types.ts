import { logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { ddlDialects } from './sql-ddl-dialects.ts';

const baseOf = (type: string): string => type.replace(/\(.*$/, '').toLowerCase();

/** Types that Postgres compares with each other. */
function familyOf(type: string): string {
  const base = baseOf(type);
  if (/^(?:smallint|integer|bigint|numeric|(?:small|big)?serial)$/.test(base)) return 'number';
  return /^(?:text|varchar)$/.test(base) ? 'text' : base;
}

/** Whether a column of the first type may be a foreign key to one of the second. */
export function mayRefer(dialect: TypeDialect, one: string, other: string): boolean {
  if (one === other) return true;
  if (ddlDialects[dialect]?.foreignKey?.types === 'same') return false;
  return dialect === 'postgres' ? familyOf(one) === familyOf(other) : baseOf(one) === baseOf(other);
}

/** Why a table of one place, which is empty where no schema is named, has no foreign key to one of another place. */
export function refusedSchemas(
  dialect: TypeDialect | undefined,
  { from, to }: { from: string; to: string },
): string | undefined {
  if (from === to) return undefined;
  if (dialect === 'duckdb') return 'it has none between schemas';
  // The target would be looked for in the schema of the table that refers to it.
  return dialect === 'mysql' && to === '' ? 'its target names no schema' : undefined;
}

/** Texts of these types are compared with no other text. */
const ownTexts = /uuid|uniqueidentifier|inet|json/i;

function comparedAs(dialect: TypeDialect, type: string): string | undefined {
  const written = type.replace(/^Nullable\((.*)\)$/s, '$1');
  if (ownTexts.test(written)) return undefined;
  const logical = logicalTypeOf(dialect, written);
  return logical === 'integer' ? 'number' : logical;
}

/** Whether a query can compare columns of both types. */
export function canCompare(dialect: TypeDialect, one: string, other: string): boolean {
  if (mayRefer(dialect, one, other)) return true;
  const kind = comparedAs(dialect, one);
  return kind !== undefined && kind === comparedAs(dialect, other);
}
