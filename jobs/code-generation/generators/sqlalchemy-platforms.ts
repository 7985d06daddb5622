import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { keptDigits } from '../../../domain/dialects/decimal-digits.ts';
import { typeSystems } from '../../../domain/dialects/type-systems.ts';
import { ddlDialects } from './sql-ddl-dialects.ts';
import type { DdlDialect } from './sql-ddl-dialects.ts';

type Dialects = ReadonlySet<TypeDialect | undefined>;

/** Platforms whose dialect of SQLAlchemy can declare JSON; undefined is any. */
export const withJson: Dialects = new Set([
  undefined,
  ...(['postgres', 'mysql', 'sqlserver', 'duckdb', 'trino'] as const),
]);

/** Platforms without a type for times of a day. */
export const withoutTimes: Dialects = new Set(['oracle', 'databricks', 'clickhouse', 'athena']);

/** Platforms whose dialect declares timestamps without their zone. */
export const withoutZones: Dialects = new Set(['mysql', 'snowflake', 'clickhouse', 'athena']);

/** Platforms whose TIMESTAMP is a moment and whose DATETIME is none. */
export const withMoments: Dialects = new Set(['bigquery', 'databricks']);

/** Platforms that want to know how long texts are. */
export const needsLengths: Dialects = new Set(['mysql', 'oracle']);

/** Platforms whose texts and bytes without a length cannot be keys. */
export const needsKeyLengths: Dialects = new Set(['mysql', 'oracle', 'sqlserver']);

/** Platforms that read a text as a date where they compare it with one. */
export const readsDates: Dialects = new Set([
  undefined,
  ...(['postgres', 'mysql', 'sqlserver', 'duckdb'] as const),
]);

/** Platforms that compare numbers of 32 bits with a decimal as numbers of 32 bits. */
export const narrows: Dialects = new Set(['sqlserver', 'oracle', 'duckdb']);

export const titleOf = (dialect: TypeDialect | undefined): string =>
  dialect === undefined ? 'the database' : typeSystems[dialect].title;

/** Digits of a decimal as far as the platform keeps them. */
export function digitsOn(
  dialect: TypeDialect | undefined,
  precision: number,
  scale: number,
): [precision: number, scale: number] {
  if (dialect === undefined) return [precision, scale];
  const { digits } = typeSystems[dialect].sql;
  const kept = keptDigits(digits.wide ?? digits, { precision, scale });
  return [kept.precision, kept.scale];
}

/** Whether decimals without digits would lose what stands behind the point. */
export const needsDigits = (dialect: TypeDialect | undefined): boolean =>
  dialect !== undefined && typeSystems[dialect].sql.decimalsNeedDigits === true;

const anyPlatform: Pick<DdlDialect, 'check' | 'unique'> = {
  check: 'inside',
  unique: { behind: '' },
};

/** Which constraints tables of the platform can have. */
export const grammarOf = (
  dialect: TypeDialect | undefined,
): Pick<DdlDialect, 'check' | 'unique'> =>
  dialect === undefined ? anyPlatform : (ddlDialects[dialect] ?? anyPlatform);

/** Most characters of a comment on a column and on a table, where there is a limit. */
export const commentLengthsOf = (dialect: TypeDialect | undefined): readonly [number?, number?] =>
  (dialect && ddlDialects[dialect]?.commentLengths) ?? [];
