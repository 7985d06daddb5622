import { logicalTypeOf } from '../../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { ddlDialects } from './dialects.ts';

const baseOf = (type: string): string => type.replace(/\(.*$/, '').toLowerCase();

/** Types that Postgres compares with each other have the same family. */
function familyOf(type: string): string {
  const base = baseOf(type);
  if (/^(?:smallint|integer|bigint|numeric|(?:small|big)?serial)$/.test(base)) return 'number';
  return /^(?:text|varchar)$/.test(base) ? 'text' : base;
}

/** True if a column of the first type may be a foreign key to a column of the second type. */
export function mayRefer(dialect: TypeDialect, one: string, other: string): boolean {
  if (one === other) return true;
  const { types } = ddlDialects[dialect].foreignKey ?? {};
  if (types === 'same') return false;
  return types === 'one family' ? familyOf(one) === familyOf(other) : baseOf(one) === baseOf(other);
}

/** The reason why tables of these schemas cannot refer to each other; a schema is empty if none is named. */
export function refusedSchemas(
  dialect: TypeDialect | undefined,
  { from, to }: { from: string; to: string },
): string | undefined {
  if (from === to) return undefined;
  const { otherSchemas } = (dialect && ddlDialects[dialect].foreignKey) ?? {};
  if (otherSchemas === 'never') return 'it has none between schemas';
  return otherSchemas === 'named' && to === '' ? 'its target names no schema' : undefined;
}

/** Types whose texts are compared with no other text. */
const incomparableTypes = /uuid|uniqueidentifier|inet|json/i;

function comparedAs(dialect: TypeDialect, type: string): string | undefined {
  const written = type.replace(/^Nullable\((.*)\)$/s, '$1');
  if (incomparableTypes.test(written)) return undefined;
  const logical = logicalTypeOf(dialect, written);
  return logical === 'integer' ? 'number' : logical;
}

/** True if a query can compare columns of both types. */
export function canCompare(dialect: TypeDialect, one: string, other: string): boolean {
  if (mayRefer(dialect, one, other)) return true;
  const kind = comparedAs(dialect, one);
  return kind !== undefined && kind === comparedAs(dialect, other);
}
